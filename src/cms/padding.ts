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
  return { encoding: first.encoding, onlyZerosFollow: octets.subarray(first.end).every((octet) => octet === 0) }
}
