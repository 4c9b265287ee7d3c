import { createPublicKey, type KeyObject } from 'node:crypto'
import type { DigestAlgorithm } from '#model'
import { BIT_STRING, contextTag, encode, encodeInteger, encodeObjectIdentifier, SEQUENCE } from '#readers/der'
import { askPlatform } from './ask-platform.js'
import { digestLength, platformDigestName } from './digest.js'
import { encodeDigestAlgorithm } from './digest-info.js'
import type { PssParameters } from './pss-parameters.js'
import type { PublicKey } from './public-key.js'
import { openPublicKeyInfo } from './public-key-info.js'

const ID_RSASSA_PSS = encodeObjectIdentifier('1.2.840.113549.1.1.10')
const ID_MGF1 = encodeObjectIdentifier('1.2.840.113549.1.1.8')

/**
 * The key object with which the platform verifies RSASSA-PSS by these parameters. `mismatch` when no signature value of this key can conform to them,
 * `algorithm-unknown` when the platform does not support them.
 */
export function pssKeyOf(key: PublicKey, digest: DigestAlgorithm, parameters: PssParameters): KeyObject | 'mismatch' | 'algorithm-unknown' {
  const { mgfDigest, saltLength } = parameters
  const mgfName = mgfDigest === null ? null : platformDigestName(mgfDigest)
  if (mgfDigest === null || mgfName === null) return 'algorithm-unknown'
  if (saltLength < 0 || saltLength > maxSaltLength(key, digest)) return 'mismatch'
  // RFC 4055, 3.3: a key that states parameters verifies only with these digests, and with a salt that is not shorter.
  if (key.pss !== null) {
    const { digest: boundDigest, pss } = key.pss
    if (boundDigest !== digest || pss.mgfDigest !== mgfDigest || saltLength < pss.saltLength) return 'mismatch'
  }
  return mgfDigest === digest ? key.key : bindParameters(key, digest, mgfDigest, saltLength)
}

/** The longest salt, in octets. RFC 8017, 9.1.2: the encoded message is one bit shorter than the modulus and contains the digest, the salt and two octets. */
function maxSaltLength({ size }: PublicKey, digest: DigestAlgorithm): number {
  return Math.ceil(((size ?? 0) - 1) / 8) - digestLength(digest) - 2
}

/**
 * The same RSA key, bound to one set of parameters. The verify function of the platform has no parameter for the digest of MGF1 and uses that of the message. A
 * key of type id-RSASSA-PSS contains the parameters, and OpenSSL then verifies only with these. Such a key is needed only where the two digests differ, so it
 * is not cached. OpenSSL reads a digest that it does not support here (SHA-3, MD5) as SHA-1, so the parameters that it has read are compared.
 */
function bindParameters(
  { encoding }: PublicKey,
  digest: DigestAlgorithm,
  mgfDigest: DigestAlgorithm,
  saltLength: number,
): KeyObject | 'algorithm-unknown' {
  const salt = Buffer.alloc(4)
  salt.writeUInt32BE(saltLength)
  const parameters = encode(
    SEQUENCE,
    encode(contextTag(0), encodeDigestAlgorithm(digest, true)),
    encode(contextTag(1), encode(SEQUENCE, ID_MGF1, encodeDigestAlgorithm(mgfDigest, true))),
    encode(contextTag(2), encodeInteger(salt)),
  )
  const { bits } = openPublicKeyInfo(encoding)
  const der = encode(SEQUENCE, encode(SEQUENCE, ID_RSASSA_PSS, parameters), encode(BIT_STRING, bits.content))
  const bound = askPlatform(() => createPublicKey({ key: der, format: 'der', type: 'spki' }))
  const details = bound?.asymmetricKeyDetails
  return bound !== null &&
    details?.hashAlgorithm === platformDigestName(digest) &&
    details.mgf1HashAlgorithm === platformDigestName(mgfDigest) &&
    details.saltLength === saltLength
    ? bound
    : 'algorithm-unknown'
}
