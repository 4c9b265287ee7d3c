import { type Asn1Limits, openFirst } from '#der'
import { CMS_RULES } from './encoding-rules.js'

/** A value in a place that was kept larger than needed. */
export interface PaddedValue {
  readonly encoding: Buffer
  /** Whether only zeros follow it (ISO 32000-2, 12.8.1). Other octets are covered by no signature: something could be hidden there. */
  readonly onlyZerosFollow: boolean
}

/** The first value of octets, `Contents` of a PDF signature, and whether the rest is padding. */
export function withoutPadding(octets: Uint8Array, limits: Asn1Limits): PaddedValue {
  const first = openFirst(octets, limits, CMS_RULES)
  const rest = Buffer.from(octets.buffer, octets.byteOffset + first.end, octets.length - first.end)
  return { encoding: first.encoding, onlyZerosFollow: isZero(rest) }
}

const zeros = Buffer.alloc(65_536)

/** In large steps: places of 64 KB are common. */
function isZero(octets: Buffer): boolean {
  for (let at = 0; at < octets.length; at += zeros.length) {
    const end = Math.min(octets.length, at + zeros.length)
    if (octets.compare(zeros, 0, end - at, at, end) !== 0) return false
  }
  return true
}
