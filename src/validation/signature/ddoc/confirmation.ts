import { type DdocConfirmationFacts, excerpt, type OcspFacts, type StructureFinding, type TimeMarkFacts } from '#model'
import { digest, digestAsHex, digestIdentifiers } from '#readers/crypto'
import { Asn1Error, type Certificate, encodeNonce, type OcspResponse, orAsn1Error } from '#readers/x509'
import { textOf, type XmlElement } from '#readers/xml'
import { base64Of } from '#readers/xmldsig'
import type { Evidence } from '../evidence.js'
import type { SignatureContext } from '../signature-context.js'
import { readDdocTime } from './date-time.js'
import { readDigest } from './digest-value.js'
import { attributeAt, childNamed, childrenNamed, textAt } from './elements.js'
import { flaw } from './flaws.js'
import { nameInOrder } from './issuer-name.js'
import type { DdocSignatureRules } from './rules.js'
import { readSerialNumber } from './signed-properties.js'

/** The confirmation (the OCSP response) in the unsigned properties, and the references to it. */
export interface DdocConfirmation {
  readonly facts: DdocConfirmationFacts | null
  readonly timeMarks: readonly TimeMarkFacts[]
  readonly flaws: readonly StructureFinding[]
}

/**
 * Reads the OCSP response of a signature, and the references to it in CompleteCertificateRefs and CompleteRevocationRefs. `facts` is null without a
 * response. The signer does not sign these properties; the signature of the responder protects the response.
 *
 * @param signatureValue null when it is not base64
 * @throws ReaderError with `limit` when a bound is reached
 */
export function readConfirmation(
  signature: XmlElement,
  signatureValue: Buffer | null,
  evidence: Evidence,
  rules: DdocSignatureRules,
  { cache }: SignatureContext,
): DdocConfirmation {
  const properties = childNamed(signature, 'Object', 'QualifyingProperties', 'UnsignedProperties', 'UnsignedSignatureProperties')
  const certificates = childrenNamed(childNamed(properties, 'CertificateValues'), 'EncapsulatedX509Certificate').map((element) => ({
    id: attributeAt(element, 'Id'),
    certificate: evidence.addEncodedCertificate(base64Of(element), 'certificate-values'),
  }))
  const flaws = certificates
    .filter(({ certificate }) => certificate === null)
    .map(({ id }) => flaw('CERTIFICATE_VALUE', { id: excerpt(id) }))
  const values = childNamed(properties, 'RevocationValues')
  const responses = [
    ...childrenNamed(childNamed(values, 'OCSPValues'), 'EncapsulatedOCSPValue'),
    ...childrenNamed(values, 'EncapsulatedOCSPValue'),
  ]
  const [element] = responses
  if (element === undefined) return { facts: null, timeMarks: [], flaws }
  const id = attributeAt(element, 'Id')
  const der = base64Of(element)
  // Only the first response is used; several responses are an error of the signature.
  const { revocations } = evidence.addOcspResponse(der, 'revocation-values')
  const revocation = revocations[0] ?? null
  const read = der === null ? null : orAsn1Error(() => cache.ocspResponse(der))
  const response = read instanceof Asn1Error ? null : read
  const basic = response?.kind === 'basic' ? response : null
  const responder = basic === null ? null : responderAmong(certificates, basic.facts)
  return {
    facts: {
      count: responses.length,
      id: excerpt(id),
      empty: textOf(element).trim() === '',
      revocation,
      problem: revocation === null ? (evidence.readRevocations().unreadable.at(-1)?.problem ?? null) : null,
      refused: response?.kind === 'refused',
      responder: basic === null ? '' : responderText(basic.facts),
      singleResponses: basic?.facts.responses.length ?? 0,
      reference: readOcspReference(properties, id, der, basic, rules),
      responderCertificate: responder?.facts.id ?? null,
      responderReference: responder === null ? null : compareCertificateReferences(properties, responder, rules),
    },
    timeMarks:
      basic === null
        ? []
        : [
            {
              revocation: basic.facts.id,
              producedAt: basic.facts.producedAt,
              ...compareNonce(basic.facts, signatureValue),
              responderCertificates: [
                ...basic.facts.certificates,
                ...certificates.flatMap(({ certificate }) => (certificate === null ? [] : [certificate.facts.id])),
              ],
            },
          ],
    flaws,
  }
}

function responderText({ responderId }: Pick<OcspFacts, 'responderId'>): string {
  return 'byName' in responderId ? `byName: ${nameInOrder(responderId.byName)}` : `byKey: ${responderId.byKeyHash}`
}

/** The certificate in CertificateValues that the response names, by name or key; otherwise the one whose Id is that of a responder, otherwise the first. */
function responderAmong(
  certificates: readonly { readonly id: string; readonly certificate: Certificate | null }[],
  { responderId }: Pick<OcspFacts, 'responderId'>,
): Certificate | null {
  const designated = certificates.find(({ certificate }) => {
    if (certificate === null) return false
    return 'byName' in responderId
      ? certificate.facts.subject.canonical === responderId.byName.canonical
      : digestAsHex('SHA1', certificate.subjectPublicKeyBits) === responderId.byKeyHash
  })
  const chosen = designated ?? certificates.find(({ id }) => id.endsWith('-RESPONDER_CERT')) ?? certificates[0]
  return chosen?.certificate ?? null
}

/** Reads the OCSPRef that names the response. In 1.0 its digest is that of the BasicOCSPResponse inside. */
function readOcspReference(
  properties: XmlElement | null,
  id: string,
  der: Buffer | null,
  basic: Extract<OcspResponse, { kind: 'basic' }> | null,
  rules: DdocSignatureRules,
): DdocConfirmationFacts['reference'] {
  const references = childrenNamed(childNamed(properties, 'CompleteRevocationRefs', 'OCSPRefs'), 'OCSPRef')
  const reference = references.find((candidate) => attributeAt(childNamed(candidate, 'OCSPIdentifier'), 'URI') === `#${id}`)
  if (reference === undefined) return null
  const stated = readDigest(childNamed(reference, 'DigestAlgAndValue'), 'OCSPRef')
  const covered = rules.ocspReferenceOver === 'response' ? der : (basic?.basicDer ?? null)
  const actual = covered === null ? null : digestAsHex('SHA1', covered)
  const producedAtText = textAt(reference, 'OCSPIdentifier', 'ProducedAt')
  return {
    digest: actual !== null && stated.sha1 === actual ? 'match' : 'mismatch',
    producedAtText: excerpt(producedAtText),
    producedAt: readDdocTime(producedAtText, rules),
  }
}

/** Whether some Cert of CompleteCertificateRefs has the serial number of the responder's certificate, and some Cert its digest (error 53). */
function compareCertificateReferences(
  properties: XmlElement | null,
  responder: Certificate,
  rules: DdocSignatureRules,
): DdocConfirmationFacts['responderReference'] {
  const complete = childNamed(properties, 'CompleteCertificateRefs')
  const certs = [...childrenNamed(childNamed(complete, 'CertRefs'), 'Cert'), ...childrenNamed(complete, 'Cert')]
  const serials = certs.map((cert) => {
    const issuerSerial = childNamed(cert, 'IssuerSerial')
    return rules.bareSerialNumber ? textAt(issuerSerial) : textAt(issuerSerial, 'X509SerialNumber')
  })
  const expected = digestAsHex('SHA1', responder.facts.encoded)
  const digests = certs.map((cert) => readDigest(childNamed(cert, 'CertDigest'), 'CompleteCertificateRefs').sha1)
  return {
    serialNumber: serials.some((text) => readSerialNumber(text) === responder.facts.serialNumber) ? 'match' : 'mismatch',
    digest: expected !== null && digests.includes(expected) ? 'match' : 'mismatch',
    certificateSerialNumber: responder.facts.serialNumber,
    referencedSerialNumber: excerpt(serials[0] ?? ''),
  }
}

/**
 * Compares the nonce, which binds the response to the signature: it is the SHA-1 of the decoded signature value, bare or in an OCTET STRING of its own. Both
 * forms are frequent, and no other form is accepted.
 */
function compareNonce({ nonce }: Pick<OcspFacts, 'nonce'>, signatureValue: Buffer | null): Pick<TimeMarkFacts, 'nonce' | 'digest'> {
  if (nonce === null) return { nonce: 'absent', digest: null }
  const expected = signatureValue === null ? null : digest('SHA1', signatureValue)
  const isMatch = expected !== null && [expected, encodeNonce(expected)].some((octets) => octets.toString('hex') === nonce)
  if (!isMatch) return { nonce: 'mismatch', digest: null }
  return { nonce: 'match', digest: { identifier: digestIdentifiers.SHA1, algorithm: 'SHA1', value: expected.toString('hex') } }
}
