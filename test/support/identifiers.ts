import type { DigestName, SignatureScheme } from './signing.js'

/** Identifiers of XML signatures: RFC 6931, XMLDSIG, XAdES. */
export const digestUris: Readonly<Record<DigestName, string>> = {
  md5: 'http://www.w3.org/2001/04/xmldsig-more#md5',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha224: 'http://www.w3.org/2001/04/xmldsig-more#sha224',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
  'sha3-256': 'http://www.w3.org/2007/05/xmldsig-more#sha3-256',
}

/** SignatureMethod of RFC 6931 and its successors. */
export function signatureMethodUri({ kind, digest }: SignatureScheme): string {
  if (kind === 'rsa-pss') return `http://www.w3.org/2007/05/xmldsig-more#${digest}-rsa-MGF1`
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
