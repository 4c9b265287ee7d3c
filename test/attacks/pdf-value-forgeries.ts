import { constants, generateKeyPairSync, sign } from 'node:crypto'
import { contentOf, context, indefinite, integer, nullValue, objectIdentifier, sequence, setOf, tagged } from '../support/der.js'
import { attribute } from '../support/pdf/cms.js'
import { pki } from '../support/pki.js'
import { type DigestName, digestAlgorithm, hash, signBytes } from '../support/signing.js'
import { type Forgery, instead, type MessageChange, type MessageParts, messageDigestAttribute, withMessage } from './forged-messages.js'

/** Algorithms and signature values. */
export const valueForgeries: Record<string, Forgery> = {}
const forge = (name: string, says: string, change: MessageChange, signer = pki.signer) => {
  valueForgeries[name] = { options: withMessage(change, signer), says }
}

// Algorithms
const digests =
  (digest: DigestName): MessageChange =>
  (parts, covered) => ({
    digestAlgorithm: digestAlgorithm(digest),
    ...instead(1, messageDigestAttribute(hash(digest, covered)))(parts, covered),
  })
forge('SignedData without digest algorithms', 'TOTAL-PASSED', () => ({ digestAlgorithms: setOf() }))
forge('SignedData that says SHA-1', 'TOTAL-PASSED', () => ({ digestAlgorithms: setOf(digestAlgorithm('sha1')) }))
forge('message-digest by SHA-512, value by SHA-256', 'TOTAL-PASSED', digests('sha512'))
forge('message-digest by SHA-1', 'TOTAL-PASSED, told: digest-strong', digests('sha1'))
forge('message-digest by MD5', 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE reference-algorithm-acceptable', digests('md5'))
forge('SignerInfo that says SHA-512 over a digest by SHA-256', 'TOTAL-FAILED HASH_FAILURE signed-data-intact', () => ({
  digestAlgorithm: digestAlgorithm('sha512'),
}))
forge('SignerInfo with a digest that nobody knows', 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE signed-data-digest-known', () => ({
  digestAlgorithm: sequence(objectIdentifier('1.2.3.4')),
}))
/** The attribute that repeats the algorithms (RFC 6211), with these in place of them. */
const protection = (digest: Buffer, signature: Buffer, tag = 0xa1) =>
  attribute('1.2.840.113549.1.9.52', sequence(digest, tagged(tag, contentOf(signature))))
const protectedBy =
  (own: (parts: MessageParts) => readonly Buffer[]): MessageChange =>
  (parts) => ({ attributes: [...parts.attributes, ...own(parts)] })
const sound = ({ digestAlgorithm: digest, algorithm: signature }: MessageParts) => protection(digest, signature)
forge(
  'algorithms as the signed attribute states them',
  'TOTAL-PASSED',
  protectedBy((parts) => [sound(parts)]),
)
forge(
  'algorithms as the signed attribute states them, without NULL',
  'TOTAL-PASSED',
  protectedBy((parts) => [protection(sequence(objectIdentifier('2.16.840.1.101.3.4.2.1')), parts.algorithm)]),
)
forge(
  'digest that the signed attribute does not state',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  protectedBy((parts) => [protection(digestAlgorithm('sha512'), parts.algorithm)]),
)
forge(
  'signature algorithm that the signed attribute does not state',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  protectedBy((parts) => [protection(parts.digestAlgorithm, sequence(objectIdentifier('1.2.840.10045.2.1')))]),
)
forge(
  'parameters that the signed attribute does not state',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  protectedBy((parts) => [protection(parts.digestAlgorithm, sequence(contentOf(parts.algorithm), sequence()))]),
)
forge(
  'signed attribute that states the algorithm of a MAC',
  'TOTAL-FAILED FORMAT_FAILURE signature-readable',
  protectedBy((parts) => [protection(parts.digestAlgorithm, parts.algorithm, 0xa2)]),
)
forge(
  'algorithms stated twice',
  'TOTAL-FAILED FORMAT_FAILURE signature-readable',
  protectedBy((parts) => [sound(parts), sound(parts)]),
)
forge('other algorithms in an unsigned attribute', 'TOTAL-PASSED', (parts) => ({
  unsigned: (value) => [...parts.unsigned(value), protection(digestAlgorithm('sha512'), parts.algorithm)],
}))

const algorithm =
  (oid: string, parameters: Buffer | null = null): MessageChange =>
  () => ({ algorithm: sequence(objectIdentifier(oid), parameters) })
forge('ECDSA with SHA-256 that says SHA-512', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', algorithm('1.2.840.10045.4.3.4'))
forge(
  'ECDSA that says RSA with SHA-256',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  algorithm('1.2.840.113549.1.1.11', nullValue()),
)
forge(
  'ECDSA that says rsaEncryption',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  algorithm('1.2.840.113549.1.1.1', nullValue()),
)
forge(
  'ECDSA that says RSASSA-PSS',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  algorithm('1.2.840.113549.1.1.10', sequence()),
)
forge('ECDSA that says DSA with SHA-256', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', algorithm('2.16.840.1.101.3.4.3.2'))
forge('ECDSA that says Ed25519', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', algorithm('1.3.101.112'))
forge('ECDSA that names the key', 'TOTAL-PASSED', algorithm('1.2.840.10045.2.1'))
forge('ECDSA that says plain with SHA-256', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', algorithm('0.4.0.127.0.7.1.1.4.1.3'))
forge(
  'ECDSA that names the digest',
  'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE signature-algorithm-known',
  algorithm('2.16.840.1.101.3.4.2.1'),
)
forge(
  'ECDSA by an algorithm that nobody knows',
  'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE signature-algorithm-known',
  algorithm('1.2.3.4'),
)
forge('RSA that says ECDSA', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', algorithm('1.2.840.10045.4.3.2'), pki.rsaSigner)
forge(
  'RSA with SHA-256 that says SHA-512',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  algorithm('1.2.840.113549.1.1.13', nullValue()),
  pki.rsaSigner,
)
forge('RSA with the key of an ECDSA certificate', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', () => ({
  sign: (signed) => sign('sha256', signed, pki.rsaSigner.key.privateKey),
}))
forge(
  'RSA without DigestInfo',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  () => ({ sign: (signed) => signBytes(pki.rsaSigner.key.privateKey, { kind: 'rsa-bare-hash', digest: 'sha256' }, signed, 'der') }),
  pki.rsaSigner,
)
forge('value by a key that nobody has heard of', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', () => ({
  sign: (signed) => sign('sha256', signed, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
}))

// RSASSA-PSS
const pss =
  (stated: { salt?: number; mgf?: DigestName; digest?: DigestName; trailer?: number }, salt = 32): MessageChange =>
  () => ({
    algorithm: sequence(
      objectIdentifier('1.2.840.113549.1.1.10'),
      sequence(
        context(0, digestAlgorithm(stated.digest ?? 'sha256')),
        context(1, sequence(objectIdentifier('1.2.840.113549.1.1.8'), digestAlgorithm(stated.mgf ?? 'sha256'))),
        context(2, integer(stated.salt ?? 32)),
        stated.trailer === undefined ? null : context(3, integer(stated.trailer)),
      ),
    ),
    sign: (signed) =>
      sign('sha256', signed, { key: pki.rsaSigner.key.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt }),
  })
forge('PSS as it should be', 'TOTAL-PASSED', pss({}), pki.rsaSigner)
forge('PSS with a shorter salt, stated', 'TOTAL-PASSED', pss({ salt: 20 }, 20), pki.rsaSigner)
forge('PSS without salt, stated', 'TOTAL-PASSED', pss({ salt: 0 }, 0), pki.rsaSigner)
forge('PSS with a shorter salt than is stated', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', pss({}, 20), pki.rsaSigner)
forge('PSS with a longer salt than is stated', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', pss({ salt: 20 }), pki.rsaSigner)
forge(
  'PSS that says another digest of the mask',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  pss({ mgf: 'sha1' }),
  pki.rsaSigner,
)
forge('PSS that says another digest', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', pss({ digest: 'sha512' }), pki.rsaSigner)
forge('PSS with trailer 2', 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE signature-algorithm-known', pss({ trailer: 2 }), pki.rsaSigner)
forge('PSS with a negative salt', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', pss({ salt: -1 }), pki.rsaSigner)
forge('PSS with a huge salt', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', pss({ salt: 2 ** 31 }), pki.rsaSigner)
forge(
  'PSS without parameters',
  'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE signature-algorithm-known',
  (parts, covered) => ({ ...pss({})(parts, covered), algorithm: sequence(objectIdentifier('1.2.840.113549.1.1.10')) }),
  pki.rsaSigner,
)
forge(
  'PSS value that says PKCS #1',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  (parts, covered) => ({ ...pss({})(parts, covered), algorithm: parts.algorithm }),
  pki.rsaSigner,
)
forge(
  'PKCS #1 value that says PSS',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  (parts, covered) => ({ algorithm: pss({})(parts, covered).algorithm ?? parts.algorithm }),
  pki.rsaSigner,
)

// Values of ECDSA
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const value =
  (r: bigint, s: bigint): MessageChange =>
  () => ({ sign: () => sequence(integer(r), integer(s)) })
forge('r and s 0', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', value(0n, 0n))
forge('s 0', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', value(1n, 0n))
forge('r 0', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', value(0n, 1n))
forge('r and s the order', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', value(order, order))
forge('r and s negative', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', value(-1n, -1n))
forge('r and s 1', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', value(1n, 1n))
forge('r beyond the order', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', value(order + 1n, 1n))
const rewritten =
  (rewrite: (signature: Buffer) => Buffer): MessageChange =>
  (parts) => ({ sign: (signed, covered) => rewrite(parts.sign(signed, covered)) })
forge(
  'octets behind the value',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  rewritten((signature) => Buffer.concat([signature, Buffer.from([0])])),
)
forge(
  'value with a third integer',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  rewritten((signature) => sequence(signature.subarray(2), integer(1))),
)
forge(
  'value with a length of two octets',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  rewritten((signature) => Buffer.concat([Buffer.from([0x30, 0x81]), signature.subarray(1)])),
)
forge(
  'value of indefinite length',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  rewritten((signature) => indefinite(0x30, signature.subarray(2))),
)
forge('empty value', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', () => ({ sign: () => Buffer.alloc(0) }))
forge(
  'value with r padded',
  'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact',
  rewritten((signature) => {
    const r = signature.subarray(4, 4 + (signature[3] ?? 0))
    return sequence(tagged(2, Buffer.from([0, 0]), r), signature.subarray(4 + r.length))
  }),
)
