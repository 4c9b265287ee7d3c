import type { CertificateFacts, DigestFacts } from '#model'
import { agreedAlgorithmOf, digestAsHex, digestHex, type PssParameters, readPublicKeyInfo } from '#readers/crypto'
import {
  Asn1Error,
  type Asn1Limits,
  BIT_STRING,
  contextPrimitive,
  contextTag,
  decimalOf,
  explicitContent,
  Fields,
  INTEGER,
  instantOf,
  openSequence,
  orAsn1Error,
  SEQUENCE,
  signatureBitsOf,
  smallIntegerOf,
  wholeBitsOf,
} from '#readers/der'
import { extensionFacts } from './certificate-extensions.js'
import { distinguishedNameOf } from './distinguished-name.js'
import { CERTIFICATE_RULES, type X509Limits } from './encoding-rules.js'
import { type Extension, extensionsOf } from './extension.js'

/** A certificate: its facts, and the slices of its encoding that digests and signature checks need. */
export interface Certificate {
  readonly facts: CertificateFacts
  /** TBSCertificate, the octets that the issuer signed. */
  readonly tbs: Buffer
  readonly subjectDer: Buffer
  readonly issuerDer: Buffer
  /** SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Buffer
  /** Content of the subjectPublicKey BIT STRING without the count of unused bits, which OCSP hashes (RFC 6960, 4.1.1). */
  readonly subjectPublicKeyBits: Buffer
  readonly signature: Buffer
  /** Parameters of an RSASSA-PSS signature, otherwise null. */
  readonly pss: PssParameters | null
}

/** Whether a digest is that of this certificate. The id of a certificate is its SHA-256. */
export function hasDigest({ facts }: Certificate, { algorithm, value }: DigestFacts): boolean {
  if (algorithm === null) return false
  return algorithm === 'SHA256' ? facts.id === value : digestAsHex(algorithm, facts.encoded) === value
}

/** A certificate that cannot be read; the structure that contains it remains usable. */
export interface UnreadableCertificate {
  readonly der: Buffer
  readonly error: Asn1Error
}

/** Reads a certificate inside another structure: from its octets, or from a cache. Throws `Asn1Error`. */
export type CertificateReader = (der: Buffer) => Certificate

const noExtensions: ReadonlyMap<string, Extension> = new Map()

/**
 * Reads an X.509 certificate (RFC 5280, 4.1). Nothing is verified. The result refers to the octets that were passed.
 *
 * @throws Asn1Error for another structure, or when a bound is reached
 */
export function readCertificate(der: Uint8Array, limits: Asn1Limits): Certificate {
  const root = openSequence(der, limits, CERTIFICATE_RULES, 'a Certificate')
  const outer = new Fields(root)
  const tbs = outer.next(SEQUENCE, 'TBSCertificate')
  const signatureIdentifier = outer.next(SEQUENCE, 'signatureAlgorithm')
  const signature = outer.next(BIT_STRING, 'signatureValue')
  outer.end()

  const fields = new Fields(tbs)
  const version = fields.optional(contextTag(0))
  if (version !== null && ![0, 1, 2].includes(smallIntegerOf(explicitContent(version, INTEGER, 'version')))) {
    throw Asn1Error.finding('ASN1_VERSION', 'version of the certificate is not 1, 2 or 3', version.start)
  }
  const serialNumber = fields.next(INTEGER, 'serialNumber')
  const innerIdentifier = fields.next(SEQUENCE, 'signature')
  const issuer = fields.next(SEQUENCE, 'issuer')
  const validity = new Fields(fields.next(SEQUENCE, 'validity'))
  const notBefore = validity.required('notBefore')
  const notAfter = validity.required('notAfter')
  validity.end()
  const subject = fields.next(SEQUENCE, 'subject')
  const publicKeyInfo = fields.next(SEQUENCE, 'subjectPublicKeyInfo')
  fields.optional(contextPrimitive(1))
  fields.optional(contextPrimitive(2))
  const extensions = fields.optional(contextTag(3))
  fields.end()

  const { algorithm, pss } = agreedAlgorithmOf(signatureIdentifier, innerIdentifier)
  const keyFields = new Fields(publicKeyInfo)
  keyFields.next(SEQUENCE, 'algorithm')
  const keyBits = keyFields.next(BIT_STRING, 'subjectPublicKey')
  const keyEncoding = publicKeyInfo.encoding
  const key = readPublicKeyInfo(keyEncoding)
  const issuerDer = issuer.encoding
  const subjectDer = subject.encoding
  const issuerName = distinguishedNameOf(issuer)
  const encoding = root.encoding
  return {
    facts: {
      id: digestHex(encoding),
      encoded: encoding,
      subject: subjectDer.equals(issuerDer) ? issuerName : distinguishedNameOf(subject),
      issuer: issuerName,
      serialNumber: decimalOf(serialNumber),
      notBefore: instantOf(notBefore),
      notAfter: instantOf(notAfter),
      publicKey: { id: digestHex(keyEncoding), algorithm: key?.algorithm ?? null, size: key?.size ?? null, curve: key?.curve ?? null },
      signatureAlgorithm: algorithm,
      ...extensionFacts(extensions === null ? noExtensions : extensionsOf(explicitContent(extensions, SEQUENCE, 'extensions'))),
    },
    tbs: tbs.encoding,
    subjectDer,
    issuerDer,
    publicKeyInfo: keyEncoding,
    subjectPublicKeyBits: wholeBitsOf(keyBits),
    signature: signatureBitsOf(signature),
    pss,
  }
}

/**
 * Reads certificates that may be needed to verify something. A certificate that cannot be read is returned with its error.
 *
 * @throws Asn1Error when a bound is reached
 */
export function readHelperCertificates(
  encodings: readonly Buffer[],
  limits: X509Limits,
  read: CertificateReader,
): { certificates: Certificate[]; unreadableCertificates: UnreadableCertificate[] } {
  if (encodings.length > limits.maxCertificates) {
    throw Asn1Error.limit('ASN1_TOO_MANY_ELEMENTS', `more than ${limits.maxCertificates} certificates`, 0)
  }
  const certificates: Certificate[] = []
  const unreadableCertificates: UnreadableCertificate[] = []
  for (const der of encodings) {
    const certificate = orAsn1Error(() => read(der))
    if (certificate instanceof Asn1Error) unreadableCertificates.push({ der, error: certificate })
    else certificates.push(certificate)
  }
  return { certificates, unreadableCertificates }
}
