import {
  commonLevelOf,
  type DigestAlgorithm,
  type DigestFacts,
  type DocumentForm,
  isDottedOid,
  type OwnPolicy,
  type PolicyName,
  type SignatureLevel,
  type Syntax,
} from '#model'

/** Where the reference publishes its policies. */
const publishedIn: Readonly<Record<string, string>> = { POLv1: 'siva', POLv2: 'siva', POLv3: 'siva3', POLv4: 'siva3' }

const LONG_TERM_AVAILABILITY = 'urn:etsi:019102:validationprocess:LTA'

/** URIs of TS 119 102-2. This service defines those under `urn:allkiri:`, where the standard leaves the choice to the validator. */
export const uri = {
  /** Clause 4.3.4.2: `total-passed` and the like for a signature, `passed` and the like for a time-stamp or a constraint. */
  mainIndication: (indication: string) => `urn:etsi:019102:mainindication:${indication.toLowerCase()}`,
  /** Clause 4.3.4.3: the name of the sub-indication itself. */
  subIndication: (subIndication: string) => `urn:etsi:019102:subindication:${subIndication}`,
  /** The standard has no indication for a document without signatures. This is the URI that DSS writes. */
  noSignatureFound: 'urn:cef:dss:mainindication:noSignatureFound',
  /** Clause 4.3.11.1: the process for signatures with long-term availability includes the others. There is no standard URI for the rules of DIGIDOC-XML. */
  process: {
    xades: LONG_TERM_AVAILABILITY,
    cms: LONG_TERM_AVAILABILITY,
    ddoc: 'urn:allkiri:validationprocess:digidoc-xml',
  } satisfies Record<Syntax, string>,
  constraintApplied: 'urn:etsi:019102:constraintStatus:applied',
  /** Clause 4.4.6.2. */
  proofByValidation: 'urn:etsi:019102:poetype:validation',
  /** Clause 4.4.4. */
  object: (kind: 'certificate' | 'CRL' | 'OCSPResponse' | 'timestamp' | 'signedData') => `urn:etsi:019102:validationObject:${kind}`,
  constraint: (key: string) => `urn:allkiri:constraint:${key}`,
  parameter: (name: string) => `urn:allkiri:parameter:${name}`,
  fact: (name: string) => `urn:allkiri:fact:${name}`,
  message: (kind: 'error' | 'warning') => `urn:allkiri:message:${kind}`,
  signatureLevel: (level: SignatureLevel) => `urn:allkiri:signature-level:${commonLevelOf(level).replace('/', '-')}`,
  /** Where a policy is published; a policy file that is not published has a name of this service with the digest of the file. */
  policy: (name: PolicyName, own: OwnPolicy | null) =>
    own === null
      ? `http://open-eid.github.io/SiVa/${publishedIn[name] ?? ''}/appendix/validation_policy/#${name}`
      : (own.url ?? `urn:allkiri:policy:${own.digest}`),
} as const

/** Name of the kind of document. */
export function formNameOf(form: DocumentForm): string {
  switch (form.kind) {
    case 'asic-e':
      return 'ASiC_E'
    case 'asic-s':
      return 'ASiC_S'
    case 'cades':
      return 'CAdES'
    case 'xades':
      return 'XAdES'
    case 'xroad':
      return form.batch ? 'ASiC_E_batchsignature' : 'ASiC_E'
    case 'pdf':
      return 'PAdES'
    case 'ddoc':
      return `DIGIDOC_XML_${form.version}${form.hashcode ? '_hashcode' : ''}`
  }
}

/** Names of CRLReason (RFC 5280, 5.3.1; clause 4.3.12.6.2). Number 7 is not used. */
const reasons: readonly (string | null)[] = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  null,
  'removeFromCRL',
  'privilegeWithdrawn',
  'aACompromise',
]

/** URI of a CRLReason number; null for a reason that is absent or has no name. */
export function revocationReasonUri(reason: number | null): string | null {
  const name = reason === null ? null : (reasons[reason] ?? null)
  return name === null ? null : `urn:etsi:019102:revocationReason:${name}`
}

const digestUris: Readonly<Record<DigestAlgorithm, string>> = {
  MD5: 'http://www.w3.org/2001/04/xmldsig-more#md5',
  SHA1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  SHA224: 'http://www.w3.org/2001/04/xmldsig-more#sha224',
  SHA256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  SHA384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  SHA512: 'http://www.w3.org/2001/04/xmlenc#sha512',
  'SHA3-224': 'http://www.w3.org/2007/05/xmldsig-more#sha3-224',
  'SHA3-256': 'http://www.w3.org/2007/05/xmldsig-more#sha3-256',
  'SHA3-384': 'http://www.w3.org/2007/05/xmldsig-more#sha3-384',
  'SHA3-512': 'http://www.w3.org/2007/05/xmldsig-more#sha3-512',
  RIPEMD160: 'http://www.w3.org/2001/04/xmlenc#ripemd160',
  WHIRLPOOL: 'http://www.w3.org/2007/05/xmldsig-more#whirlpool',
}

/** DigestMethod and DigestValue; null when the algorithm is not known or the value is not hexadecimal. */
export function digestElements(digest: DigestFacts | null) {
  if (digest === null || digest.algorithm === null || !isHexadecimal(digest.value)) return null
  return {
    'ds:DigestMethod': { '@Algorithm': digestUris[digest.algorithm] },
    'ds:DigestValue': Buffer.from(digest.value, 'hex').toString('base64'),
  }
}

function isHexadecimal(text: string): boolean {
  return text !== '' && text.length % 2 === 0 && !/[^0-9a-f]/.test(text)
}

/** An identifier from a document or certificate as a URI: a dotted OID by RFC 3061, a URI as it is, any other text in hex inside a URI of this service. */
export function writtenUri(identifier: string): string {
  if (isDottedOid(identifier)) return `urn:oid:${identifier}`
  const isUri =
    /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+(?:#(?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?$/
  return identifier.length <= 1000 && isUri.test(identifier) && URL.canParse(identifier)
    ? identifier
    : `urn:allkiri:unreadable:${Buffer.from(identifier.slice(0, 200)).toString('hex')}`
}
