import { type Asn1Limits, openFirst } from '#readers/der'
import { CMS_RULES } from './encoding-rules.js'

/** A value in a reserved place that is larger than the value. */
interface PaddedValue {
  readonly encoding: Buffer
  /** Whether only zeros follow it (ISO 32000-2, 12.8.1). No signature covers other octets, which could hide data. */
  readonly onlyZerosFollow: boolean
}

/** The first value in `Contents` of a PDF signature, and whether the rest is padding. Throws `Asn1Error` when no value can be read. */
export function withoutPadding(octets: Uint8Array, limits: Asn1Limits): PaddedValue {
  const first = openFirst(octets, limits, CMS_RULES)
  const rest = Buffer.from(octets.buffer, octets.byteOffset + first.end, octets.length - first.end)
  return { encoding: first.encoding, onlyZerosFollow: isZero(rest) }
}

const zeros = Buffer.alloc(65_536)

/** Compares large blocks: reserved places of 64 KB are common. */
function isZero(octets: Buffer): boolean {
  for (let at = 0; at < octets.length; at += zeros.length) {
    const end = Math.min(octets.length, at + zeros.length)
    if (octets.compare(zeros, 0, end - at, at, end) !== 0) return false
  }
  return true
}
