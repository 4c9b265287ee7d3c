import { createPublicKey, type KeyObject } from 'node:crypto'
import { contextTag, encode, encodeInteger, encodeObjectIdentifier, Fields, openSequence, SEQUENCE } from '#der'
import type { DigestAlgorithm } from '#model'
import { encodeDigestAlgorithm } from './digest-info.js'
import { KEY_RULES, keyLimits } from './public-key-info.js'

const ID_RSASSA_PSS = encodeObjectIdentifier('1.2.840.113549.1.1.10')
const ID_MGF1 = encodeObjectIdentifier('1.2.840.113549.1.1.8')

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
): KeyObject {
  const fields = new Fields(openSequence(publicKeyInfo, keyLimits, KEY_RULES, 'a SubjectPublicKeyInfo'))
  fields.next(SEQUENCE, 'algorithm')
  const key = fields.required('subjectPublicKey')
  const salt = Buffer.alloc(4)
  salt.writeUInt32BE(saltLength)
  const parameters = encode(
    SEQUENCE,
    encode(contextTag(0), encodeDigestAlgorithm(digest, true)),
    encode(contextTag(1), encode(SEQUENCE, ID_MGF1, encodeDigestAlgorithm(mgfDigest, true))),
    encode(contextTag(2), encodeInteger(salt)),
  )
  const encoding = encode(SEQUENCE, encode(SEQUENCE, ID_RSASSA_PSS, parameters), key.encoding)
  return createPublicKey({ key: encoding, format: 'der', type: 'spki' })
}
