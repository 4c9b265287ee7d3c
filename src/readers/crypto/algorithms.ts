import type { DigestAlgorithm, EncryptionAlgorithm, SignatureAlgorithm } from '#model'

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const XMLENC = 'http://www.w3.org/2001/04/xmlenc#'
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#'
const MORE_2021 = 'http://www.w3.org/2021/04/xmldsig-more#'
const DSIG11 = 'http://www.w3.org/2009/xmldsig11#'

/**
 * Digest identifiers of XMLDSig 1.1, XML Encryption and RFC 9231. Each name is accepted in all of these namespaces (`xmldsig#sha256`,
 * `xmldsig-more#sha256`), because real writers confuse them and none of these URIs has another meaning.
 */
const digestUris: ReadonlyMap<string, DigestAlgorithm> = new Map(
  [XMLDSIG, XMLENC, MORE, MORE_2007, MORE_2021].flatMap((namespace): [string, DigestAlgorithm][] => [
    [`${namespace}md5`, 'MD5'],
    [`${namespace}sha1`, 'SHA1'],
    [`${namespace}sha224`, 'SHA224'],
    [`${namespace}sha256`, 'SHA256'],
    [`${namespace}sha384`, 'SHA384'],
    [`${namespace}sha512`, 'SHA512'],
    [`${namespace}sha3-224`, 'SHA3-224'],
    [`${namespace}sha3-256`, 'SHA3-256'],
    [`${namespace}sha3-384`, 'SHA3-384'],
    [`${namespace}sha3-512`, 'SHA3-512'],
    [`${namespace}ripemd160`, 'RIPEMD160'],
    [`${namespace}whirlpool`, 'WHIRLPOOL'],
  ]),
)

/** OIDs of the digest algorithms: FIPS 180-4 and 202 under the arc of NIST, RIPEMD-160 of TeleTrusT, WHIRLPOOL of ISO/IEC 10118-3. */
export const digestIdentifiers = {
  MD5: '1.2.840.113549.2.5',
  SHA1: '1.3.14.3.2.26',
  SHA224: '2.16.840.1.101.3.4.2.4',
  SHA256: '2.16.840.1.101.3.4.2.1',
  SHA384: '2.16.840.1.101.3.4.2.2',
  SHA512: '2.16.840.1.101.3.4.2.3',
  'SHA3-224': '2.16.840.1.101.3.4.2.7',
  'SHA3-256': '2.16.840.1.101.3.4.2.8',
  'SHA3-384': '2.16.840.1.101.3.4.2.9',
  'SHA3-512': '2.16.840.1.101.3.4.2.10',
  RIPEMD160: '1.3.36.3.2.1',
  WHIRLPOOL: '1.0.10118.3.0.55',
} as const satisfies Readonly<Record<DigestAlgorithm, string>>

const digestNames = Object.keys(digestIdentifiers) as readonly DigestAlgorithm[]
const digestOids: ReadonlyMap<string, DigestAlgorithm> = new Map(digestNames.map((name) => [digestIdentifiers[name], name]))

/** Arc of the plain ECDSA signatures of BSI TR-03111. */
const PLAIN_ECDSA = '0.4.0.127.0.7.1.1.4.1.'

type Pair = readonly [EncryptionAlgorithm, DigestAlgorithm | null]

const signatureUris: ReadonlyMap<string, Pair> = new Map<string, Pair>([
  [`${MORE}rsa-md5`, ['RSA', 'MD5']],
  [`${XMLDSIG}rsa-sha1`, ['RSA', 'SHA1']],
  [`${MORE}rsa-sha1`, ['RSA', 'SHA1']],
  [`${MORE}rsa-sha224`, ['RSA', 'SHA224']],
  [`${MORE}rsa-sha256`, ['RSA', 'SHA256']],
  [`${MORE}rsa-sha384`, ['RSA', 'SHA384']],
  [`${MORE}rsa-sha512`, ['RSA', 'SHA512']],
  [`${MORE}rsa-ripemd160`, ['RSA', 'RIPEMD160']],
  [`${MORE}rsa-ripemd160/`, ['RSA', 'RIPEMD160']],
  [`${MORE}rsa-whirlpool`, ['RSA', 'WHIRLPOOL']],
  [`${MORE_2007}rsa-whirlpool`, ['RSA', 'WHIRLPOOL']],
  [`${XMLDSIG}dsa-sha1`, ['DSA', 'SHA1']],
  [`${DSIG11}dsa-sha256`, ['DSA', 'SHA256']],
  [`${MORE}ecdsa-sha1`, ['ECDSA', 'SHA1']],
  [`${MORE}ecdsa-sha224`, ['ECDSA', 'SHA224']],
  [`${MORE}ecdsa-sha256`, ['ECDSA', 'SHA256']],
  [`${MORE}ecdsa-sha384`, ['ECDSA', 'SHA384']],
  [`${MORE}ecdsa-sha512`, ['ECDSA', 'SHA512']],
  [`${MORE_2007}ecdsa-ripemd160`, ['ECDSA', 'RIPEMD160']],
  [`${MORE_2007}ecdsa-whirlpool`, ['ECDSA', 'WHIRLPOOL']],
  // RFC 9231 names ECDSA with SHA-3 in the namespace of 2021 and RSASSA-PKCS1-v1_5 with SHA-3 nowhere. Writers use each of these namespaces.
  ...[MORE, MORE_2007, MORE_2021].flatMap((namespace) =>
    (['SHA3-224', 'SHA3-256', 'SHA3-384', 'SHA3-512'] as const).flatMap((digest): [string, Pair][] => [
      [`${namespace}ecdsa-${digest.toLowerCase()}`, ['ECDSA', digest]],
      [`${namespace}rsa-${digest.toLowerCase()}`, ['RSA', digest]],
    ]),
  ),
  [`${MORE_2007}rsa-pss`, ['RSASSA-PSS', null]],
  [`${MORE_2007}md5-rsa-MGF1`, ['RSASSA-PSS', 'MD5']],
  [`${MORE_2007}sha1-rsa-MGF1`, ['RSASSA-PSS', 'SHA1']],
  [`${MORE_2007}sha224-rsa-MGF1`, ['RSASSA-PSS', 'SHA224']],
  [`${MORE_2007}sha256-rsa-MGF1`, ['RSASSA-PSS', 'SHA256']],
  [`${MORE_2007}sha384-rsa-MGF1`, ['RSASSA-PSS', 'SHA384']],
  [`${MORE_2007}sha512-rsa-MGF1`, ['RSASSA-PSS', 'SHA512']],
  [`${MORE_2007}sha3-224-rsa-MGF1`, ['RSASSA-PSS', 'SHA3-224']],
  [`${MORE_2007}sha3-256-rsa-MGF1`, ['RSASSA-PSS', 'SHA3-256']],
  [`${MORE_2007}sha3-384-rsa-MGF1`, ['RSASSA-PSS', 'SHA3-384']],
  [`${MORE_2007}sha3-512-rsa-MGF1`, ['RSASSA-PSS', 'SHA3-512']],
  [`${MORE_2007}ripemd160-rsa-MGF1`, ['RSASSA-PSS', 'RIPEMD160']],
  [`${MORE_2007}whirlpool-rsa-MGF1`, ['RSASSA-PSS', 'WHIRLPOOL']],
  // Ed25519 hashes with SHA-512 inside; Ed448 uses SHAKE256, for which the model has no name.
  [`${MORE_2021}eddsa-ed25519`, ['EDDSA', 'SHA512']],
  [`${MORE_2021}eddsa-ed448`, ['EDDSA', null]],
])

const signatureOids: ReadonlyMap<string, Pair> = new Map<string, Pair>([
  // CMS uses rsaEncryption, id-ecPublicKey and id-dsa with the digest in a field of its own.
  ['1.2.840.113549.1.1.1', ['RSA', null]],
  ['1.2.840.10045.2.1', ['ECDSA', null]],
  ['1.2.840.10040.4.1', ['DSA', null]],
  ['1.2.840.113549.1.1.4', ['RSA', 'MD5']],
  ['1.2.840.113549.1.1.5', ['RSA', 'SHA1']],
  ['1.3.14.3.2.29', ['RSA', 'SHA1']],
  ['1.2.840.113549.1.1.14', ['RSA', 'SHA224']],
  ['1.2.840.113549.1.1.11', ['RSA', 'SHA256']],
  ['1.2.840.113549.1.1.12', ['RSA', 'SHA384']],
  ['1.2.840.113549.1.1.13', ['RSA', 'SHA512']],
  ['2.16.840.1.101.3.4.3.13', ['RSA', 'SHA3-224']],
  ['2.16.840.1.101.3.4.3.14', ['RSA', 'SHA3-256']],
  ['2.16.840.1.101.3.4.3.15', ['RSA', 'SHA3-384']],
  ['2.16.840.1.101.3.4.3.16', ['RSA', 'SHA3-512']],
  ['1.3.36.3.3.1.2', ['RSA', 'RIPEMD160']],
  // The digest of RSASSA-PSS is in its parameters.
  ['1.2.840.113549.1.1.10', ['RSASSA-PSS', null]],
  ['1.2.840.10045.4.1', ['ECDSA', 'SHA1']],
  ['1.2.840.10045.4.3.1', ['ECDSA', 'SHA224']],
  ['1.2.840.10045.4.3.2', ['ECDSA', 'SHA256']],
  ['1.2.840.10045.4.3.3', ['ECDSA', 'SHA384']],
  ['1.2.840.10045.4.3.4', ['ECDSA', 'SHA512']],
  ['2.16.840.1.101.3.4.3.9', ['ECDSA', 'SHA3-224']],
  ['2.16.840.1.101.3.4.3.10', ['ECDSA', 'SHA3-256']],
  ['2.16.840.1.101.3.4.3.11', ['ECDSA', 'SHA3-384']],
  ['2.16.840.1.101.3.4.3.12', ['ECDSA', 'SHA3-512']],
  // Plain ECDSA of BSI TR-03111, 5.2.1: the value is raw r‖s (see `ecdsaEncodingOfOid`).
  [`${PLAIN_ECDSA}1`, ['ECDSA', 'SHA1']],
  [`${PLAIN_ECDSA}2`, ['ECDSA', 'SHA224']],
  [`${PLAIN_ECDSA}3`, ['ECDSA', 'SHA256']],
  [`${PLAIN_ECDSA}4`, ['ECDSA', 'SHA384']],
  [`${PLAIN_ECDSA}5`, ['ECDSA', 'SHA512']],
  [`${PLAIN_ECDSA}6`, ['ECDSA', 'RIPEMD160']],
  ['1.2.840.10040.4.3', ['DSA', 'SHA1']],
  ['2.16.840.1.101.3.4.3.1', ['DSA', 'SHA224']],
  ['2.16.840.1.101.3.4.3.2', ['DSA', 'SHA256']],
  ['2.16.840.1.101.3.4.3.3', ['DSA', 'SHA384']],
  ['2.16.840.1.101.3.4.3.4', ['DSA', 'SHA512']],
  ['1.3.101.112', ['EDDSA', 'SHA512']],
  ['1.3.101.113', ['EDDSA', null]],
])

/** The digest algorithm that an XML identifier names; null when it is not known. */
export function digestAlgorithmOfUri(uri: string): DigestAlgorithm | null {
  return digestUris.get(uri) ?? null
}

/** The digest algorithm that a dotted OID names; null when it is not known. */
export function digestAlgorithmOfOid(oid: string): DigestAlgorithm | null {
  return digestOids.get(oid) ?? null
}

/**
 * The signature algorithm that an XML identifier names (XMLDSig 1.1, RFC 9231); `encryption` is null for an unknown identifier. For `…#rsa-pss` the digest is
 * null: the reader of the RSAPSSParams element fills it in.
 */
export function signatureAlgorithmOfUri(uri: string): SignatureAlgorithm {
  return algorithmOf(uri, signatureUris)
}

/**
 * The signature algorithm that a dotted OID names; `encryption` is null for an unknown OID. `digest` is null where another field states it: for RSASSA-PSS (its
 * parameters) and for the key types that occur in CMS (the digestAlgorithm of the signer).
 */
export function signatureAlgorithmOfOid(oid: string): SignatureAlgorithm {
  return algorithmOf(oid, signatureOids)
}

/** The form of ECDSA values for an OID: a DER sequence, or raw r‖s for the plain signatures of BSI TR-03111. */
export function ecdsaEncodingOfOid(oid: string): 'ieee-p1363' | 'der' {
  return oid.startsWith(PLAIN_ECDSA) ? 'ieee-p1363' : 'der'
}

function algorithmOf(identifier: string, table: ReadonlyMap<string, Pair>): SignatureAlgorithm {
  const pair = table.get(identifier)
  return { identifier, encryption: pair?.[0] ?? null, digest: pair?.[1] ?? null }
}
