import type { DigestName, SignatureScheme } from './signing.js'

/** Identifiers of XML signatures: RFC 6931, XMLDSIG, XAdES. */
export const digestUris: Readonly<Record<DigestName, string>> = {
  md5: 'http://www.w3.org/2001/04/xmldsig-more#md5',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha224: 'http://www.w3.org/2001/04/xmldsig-more#sha224',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
  'sha3-224': 'http://www.w3.org/2007/05/xmldsig-more#sha3-224',
  'sha3-256': 'http://www.w3.org/2007/05/xmldsig-more#sha3-256',
  'sha3-384': 'http://www.w3.org/2007/05/xmldsig-more#sha3-384',
  'sha3-512': 'http://www.w3.org/2007/05/xmldsig-more#sha3-512',
  ripemd160: 'http://www.w3.org/2001/04/xmlenc#ripemd160',
}

/** SignatureMethod of RFC 6931 and its successors. */
export function signatureMethodUri({ kind, digest }: SignatureScheme): string {
  if (kind === 'rsa-pss') return `http://www.w3.org/2007/05/xmldsig-more#${digest}-rsa-MGF1`
  if (kind === 'dsa')
    return digest === 'sha1' ? 'http://www.w3.org/2000/09/xmldsig#dsa-sha1' : `http://www.w3.org/2009/xmldsig11#dsa-${digest}`
  if (kind === 'ecdsa' && digest.startsWith('sha3-')) return `http://www.w3.org/2021/04/xmldsig-more#ecdsa-${digest}`
  if (kind === 'ecdsa' && digest === 'ripemd160') return 'http://www.w3.org/2007/05/xmldsig-more#ecdsa-ripemd160'
  if (digest.startsWith('sha3-')) return `http://www.w3.org/2021/04/xmldsig-more#rsa-${digest}`
  if (kind === 'ecdsa') return `http://www.w3.org/2001/04/xmldsig-more#ecdsa-${digest}`
  if (digest === 'sha1') return 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
  return `http://www.w3.org/2001/04/xmldsig-more#rsa-${digest}`
}

export const namespaces = {
  asic: 'http://uri.etsi.org/02918/v1.2.1#',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
  xades141: 'http://uri.etsi.org/01903/v1.4.1#',
} as const

export const signedPropertiesType = 'http://uri.etsi.org/01903#SignedProperties'
