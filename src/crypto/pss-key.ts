import { createPublicKey, type KeyObject } from 'node:crypto'
import type { DigestAlgorithm } from '#model'
import { slotAt, wrap } from './der-slot.js'
import { encodeDigestAlgorithm } from './digest-info.js'

/** DER of the OIDs id-RSASSA-PSS and id-mgf1. */
const ID_RSASSA_PSS = Buffer.from('06092a864886f70d01010a', 'hex')
const ID_MGF1 = Buffer.from('06092a864886f70d010108', 'hex')

/**
 * The same RSA key, bound to one set of PSS parameters.
 *
 * The platform's verify function takes no digest for MGF1 and uses that of the message. A key of type id-RSASSA-PSS carries the parameters itself
 * (RFC 4055, 3.1), and OpenSSL then verifies with these and no others. Needed only where the two digests differ, so it is not kept.
 */
export function bindPssParameters(
  publicKeyInfo: Uint8Array,
  digest: DigestAlgorithm,
  mgfDigest: DigestAlgorithm,
  saltLength: number,
): KeyObject | null {
  const outer = slotAt(publicKeyInfo, 0, publicKeyInfo.length)
  const identifier = outer === null ? null : slotAt(publicKeyInfo, outer.contentStart, outer.end)
  if (identifier === null) return null
  const parameters = wrap(0x30, [
    wrap(0xa0, [encodeDigestAlgorithm(digest, true)]),
    wrap(0xa1, [wrap(0x30, [ID_MGF1, encodeDigestAlgorithm(mgfDigest, true)])]),
    wrap(0xa2, [wrap(0x02, [Buffer.of(0, saltLength >> 8, saltLength).subarray(saltLength < 0x80 ? 2 : 0)])]),
  ])
  const key = wrap(0x30, [wrap(0x30, [ID_RSASSA_PSS, parameters]), publicKeyInfo.subarray(identifier.end)])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}
