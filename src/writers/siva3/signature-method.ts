import type { DigestAlgorithm, EncryptionAlgorithm, SignatureAlgorithm } from '#model'

const xmldsig = 'http://www.w3.org/2000/09/xmldsig#'
const more2001 = 'http://www.w3.org/2001/04/xmldsig-more#'
const more2007 = 'http://www.w3.org/2007/05/xmldsig-more#'
const more2021 = 'http://www.w3.org/2021/04/xmldsig-more#'
const xmldsig11 = 'http://www.w3.org/2009/xmldsig11#'

const sha2 = ['SHA224', 'SHA256', 'SHA384', 'SHA512'] as const satisfies readonly DigestAlgorithm[]
const sha3 = ['SHA3-224', 'SHA3-256', 'SHA3-384', 'SHA3-512'] as const satisfies readonly DigestAlgorithm[]

/** Algorithm URIs of XML Signature and RFC 9231, by algorithm and digest. RSASSA-PKCS1-v1_5 with SHA-3 has none. */
const uris: ReadonlyMap<string, string> = new Map(
  (
    [
      ['RSA', 'MD5', `${more2001}rsa-md5`],
      ['RSA', 'SHA1', `${xmldsig}rsa-sha1`],
      ['RSA', 'RIPEMD160', `${more2001}rsa-ripemd160`],
      ['RSA', 'WHIRLPOOL', `${more2007}rsa-whirlpool`],
      ['ECDSA', 'SHA1', `${more2001}ecdsa-sha1`],
      ['ECDSA', 'RIPEMD160', `${more2007}ecdsa-ripemd160`],
      ['ECDSA', 'WHIRLPOOL', `${more2007}ecdsa-whirlpool`],
      ['DSA', 'SHA1', `${xmldsig}dsa-sha1`],
      ['DSA', 'SHA256', `${xmldsig11}dsa-sha256`],
      ['RSASSA-PSS', 'SHA1', `${more2007}sha1-rsa-MGF1`],
      ['RSASSA-PSS', 'RIPEMD160', `${more2007}ripemd160-rsa-MGF1`],
      ...sha2.flatMap((digest): Row[] => [
        ['RSA', digest, `${more2001}rsa-${digest.toLowerCase()}`],
        ['ECDSA', digest, `${more2001}ecdsa-${digest.toLowerCase()}`],
      ]),
      ...sha3.map((digest): Row => ['ECDSA', digest, `${more2021}ecdsa-${digest.toLowerCase()}`]),
      ...[...sha2, ...sha3].map((digest): Row => ['RSASSA-PSS', digest, `${more2007}${digest.toLowerCase()}-rsa-MGF1`]),
    ] satisfies readonly Row[]
  ).map(([encryption, digest, uri]) => [`${encryption} ${digest}`, uri]),
)

type Row = readonly [EncryptionAlgorithm, DigestAlgorithm, string]

/**
 * The algorithm of a signature as a URI of XML Signature, also for CMS, which names it by an OID. Null for an algorithm that has no URI, and for one that is not
 * known: clients refuse a URI that they do not know.
 */
export function signatureMethodOf(algorithm: SignatureAlgorithm | null): string | null {
  if (algorithm?.encryption == null || algorithm.digest === null) return null
  return uris.get(`${algorithm.encryption} ${algorithm.digest}`) ?? null
}
