import type { DdocFacts, DigestFacts, SignatureAlgorithm, SignatureFacts, StructureFinding } from '#model'
import { excerpt } from '#model'
import { digest, digestIdentifiers, openRsaSignature, signatureAlgorithmOfUri, verifySignature } from '#readers/crypto'
import { encode, encodeObjectIdentifier, NULL, OCTET_STRING, SEQUENCE } from '#readers/der'
import type { Certificate } from '#readers/x509'
import type { XmlElement } from '#readers/xml'
import { base64Of } from '#readers/xmldsig'
import { digestDataToBeSigned } from '../data-to-be-signed.js'
import { attributeAt, childNamed } from './elements.js'
import { flaw } from './flaws.js'
import { canonicalForms } from './fragment.js'
import type { DdocSignatureRules } from './rules.js'

const canonicalizations: ReadonlySet<string> = new Set([
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2006/12/xml-c14n11',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
])
const signatureMethods: ReadonlySet<string> = new Set([
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1',
])

/** Minimum octets of an RSA value: no RSA key below 1024 bits ever signed a DIGIDOC-XML document. */
const MIN_RSA_VALUE_BYTES = 128

/** The methods and the signature value of a signature, with the result of its verification. */
interface ReadSignatureValue {
  readonly algorithm: SignatureAlgorithm
  readonly canonicalization: string
  /** Null when it is not base64. */
  readonly value: Buffer | null
  readonly verification: SignatureFacts['signatureValue']
  /** The digest of the canonical form of SignedInfo that verifies, otherwise of the first form; null for a signature method that is not accepted. */
  readonly dataToBeSigned: DigestFacts | null
  readonly digestInfo: DdocFacts['digestInfo']
  readonly methodFlaws: readonly StructureFinding[]
  readonly valueFlaws: readonly StructureFinding[]
}

/** Reads the methods and SignatureValue, and verifies the value with the certificate of KeyInfo over the canonical forms of SignedInfo of the version. */
export function readSignatureValue(
  signature: XmlElement,
  signedInfo: XmlElement,
  certificate: Certificate | null,
  rules: DdocSignatureRules,
): ReadSignatureValue {
  const canonicalization = attributeAt(childNamed(signedInfo, 'CanonicalizationMethod'), 'Algorithm')
  const algorithm = signatureAlgorithmOfUri(attributeAt(childNamed(signedInfo, 'SignatureMethod'), 'Algorithm'))
  const element = childNamed(signature, 'SignatureValue')
  const value = element === null ? null : base64Of(element)
  const methodFlaws: StructureFinding[] = []
  if (!canonicalizations.has(canonicalization)) methodFlaws.push(flaw('CANONICALIZATION_METHOD', { algorithm: excerpt(canonicalization) }))
  const accepted = signatureMethods.has(algorithm.identifier)
  if (!accepted) methodFlaws.push(flaw('SIGNATURE_METHOD', { algorithm: excerpt(algorithm.identifier) }))
  const short = value === null || (algorithm.encryption === 'RSA' && value.length < MIN_RSA_VALUE_BYTES)
  const { verification, dataToBeSigned, digestInfo } = accepted
    ? verify(value, canonicalForms(signedInfo, rules), certificate, algorithm)
    : { verification: { status: 'algorithm-unknown', digestInfoWithoutNull: false } as const, dataToBeSigned: null, digestInfo: null }
  return {
    algorithm: { ...algorithm, identifier: excerpt(algorithm.identifier) },
    canonicalization: excerpt(canonicalization),
    value,
    verification,
    dataToBeSigned,
    digestInfo,
    methodFlaws,
    valueFlaws: short ? [flaw('SIGNATURE_VALUE', { bytes: value?.length ?? null })] : [],
  }
}

function verify(
  value: Buffer | null,
  forms: Iterable<Buffer>,
  certificate: Certificate | null,
  algorithm: SignatureAlgorithm,
): Pick<ReadSignatureValue, 'verification' | 'dataToBeSigned' | 'digestInfo'> {
  const unverified = (status: 'no-certificate' | 'mismatch', digestInfo: DdocFacts['digestInfo'] = null) => ({
    verification: { status, digestInfoWithoutNull: false },
    dataToBeSigned: first,
    digestInfo,
  })
  let first: DigestFacts | null = null
  let digestInfo: DdocFacts['digestInfo'] = null
  for (const data of forms) {
    const dataToBeSigned = digestDataToBeSigned(algorithm.digest, data)
    first ??= dataToBeSigned
    if (certificate === null) return unverified('no-certificate')
    if (value === null) return unverified('mismatch')
    const { publicKeyInfo } = certificate
    const verification = verifySignature({ algorithm, pss: null, publicKeyInfo, data, signature: value, ecdsaEncoding: 'ieee-p1363' })
    if (verification.status !== 'mismatch') return { verification, dataToBeSigned, digestInfo: null }
    digestInfo ??= digestInfoFlaw(value, data, publicKeyInfo)
  }
  return unverified('mismatch', digestInfo)
}

/**
 * The reason why an RSA value does not verify: it has no DigestInfo (error 166), or a zero octet before or after it (174). Only for the message of the error.
 */
function digestInfoFlaw(value: Buffer, data: Buffer, publicKeyInfo: Uint8Array): DdocFacts['digestInfo'] {
  const block = openRsaSignature(publicKeyInfo, value)
  const sha1 = digest('SHA1', data)
  if (block === null || sha1 === null) return null
  if (block.equals(sha1)) return 'missing'
  const zero = Buffer.of(0)
  // RFC 8017, 9.2, note 1: with and without the NULL parameters of the algorithm.
  const infos = [[encode(NULL)], []].map((parameters) => {
    const algorithm = encode(SEQUENCE, encodeObjectIdentifier(digestIdentifiers.SHA1), ...parameters)
    return encode(SEQUENCE, algorithm, encode(OCTET_STRING, sha1))
  })
  const withZero = infos.flatMap((info) => [Buffer.concat([zero, info]), Buffer.concat([info, zero])])
  return withZero.some((form) => form.equals(block)) ? 'extra-zero' : null
}

/** The DER encoding of the certificate in KeyInfo; null when it is missing or not base64. */
export function readKeyInfoCertificate(signature: XmlElement): Buffer | null {
  const element = childNamed(signature, 'KeyInfo', 'X509Data', 'X509Certificate')
  const octets = element === null ? null : base64Of(element)
  return octets === null || octets.length === 0 ? null : octets
}
