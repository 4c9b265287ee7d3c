import type { ValueOddity } from '#model'
import { Asn1Error, DER, Fields, INTEGER, openSequence, orAsn1Error } from '#readers/der'
import { readPublicKey } from './public-key.js'
import type { VerificationInput } from './verify-signature.js'

/** Bounds for the test whether a value is DER: a pair of numbers for the largest key of DSA or ECDSA has some 150 octets. */
const pairLimits = { maxBytes: 1_024, maxDepth: 2, maxElements: 4, maxNumberBytes: 0, maxNameBytes: 0 }

/**
 * Whether the encoding or length of a signature value that does not verify is odd, to explain the failure. Null when it is not, or the key cannot be used. It
 * must never be used to accept a value: only `verifySignature` does that.
 */
export function explainMismatch(input: Omit<VerificationInput, 'data'>): ValueOddity | null {
  const { encryption } = input.algorithm
  const key = readPublicKey(input.publicKeyInfo)
  if (key === null || encryption === null || encryption === 'EDDSA') return null
  const { length } = input.signature
  const odd = (form: ValueOddity['form'], expectedOctets: number | null): ValueOddity => ({ form, octets: length, expectedOctets })
  if (encryption === 'RSA' || encryption === 'RSASSA-PSS') {
    if (key.algorithm !== 'RSA' && key.algorithm !== 'RSASSA-PSS') return odd('other-key', null)
    const expected = key.size === null ? length : Math.ceil(key.size / 8)
    return length === expected ? null : odd('length', expected)
  }
  if (key.algorithm !== encryption) return odd('other-key', null)
  if (key.scalarLength === null) return null
  const expected = 2 * key.scalarLength
  const isPair = isDerPair(input.signature)
  if (input.ecdsaEncoding === 'der') return isPair ? null : odd(length === expected ? 'raw' : 'not-der', null)
  if (length === expected) return null
  return odd(isPair ? 'der' : 'length', expected)
}

/** Whether octets are SEQUENCE { r INTEGER, s INTEGER } and nothing else (RFC 3279, 2.2.3). */
function isDerPair(octets: Uint8Array): boolean {
  if (octets.length > pairLimits.maxBytes) return false
  const read = orAsn1Error(() => {
    const fields = new Fields(openSequence(octets, pairLimits, DER, 'a pair of integers'))
    fields.next(INTEGER, 'r')
    fields.next(INTEGER, 's')
    fields.end()
  })
  return !(read instanceof Asn1Error)
}
