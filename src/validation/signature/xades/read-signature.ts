import type {
  CertificateId,
  DigestFacts,
  RevocationFacts,
  SignatureFacts,
  SignatureSource,
  SigningCertificateReference,
  TimeMarkFacts,
  UnreadableTimeStamp,
} from '#model'
import { digestHex } from '#readers/crypto'
import type { Certificate } from '#readers/x509'
import {
  compareReferences,
  finding,
  findQualifyingProperties,
  identifySigner,
  readSignedProperties,
  type SignedProperties,
  signaturePolicyFacts,
  trimmedExcerpt,
  XADES_141_NAMESPACE,
  XADES_NAMESPACE,
  type XadesFinding,
} from '#readers/xades'
import type { XmlDocument, XmlElement } from '#readers/xml'
import {
  CanonicalForms,
  DEFAULT_CANONICALIZATION,
  type ElementIds,
  readKeyInfoCertificates,
  readXmlSignature,
  repeatedIdsWithin,
  type XmlSignature,
} from '#readers/xmldsig'
import { tellCounterSignature } from '../counter-signature.js'
import { digestDataToBeSigned } from '../data-to-be-signed.js'
import type { DocumentWork } from '../document-work.js'
import { Evidence } from '../evidence.js'
import { createImprintBudget } from '../imprint-budget.js'
import type { SignatureContext } from '../signature-context.js'
import { readTimeMark } from '../time-mark/time-mark.js'
import { addTokenEvidence, assertTimeStampsWithin } from '../time-stamp-token.js'
import { withoutExcess } from '../without-excess.js'
import { adesLevel } from './ades-level.js'
import { findUnsignedAgainstBaseline } from './baseline.js'
import { ContinuedDigests } from './continued-digests.js'
import { readCounterSignatures } from './counter-signatures.js'
import type { DataFileResolver } from './data-file-resolver.js'
import type { XadesDialect } from './dialect.js'
import {
  areSignedPropertiesCovered,
  findReferenceFlaws,
  indexFormats,
  locateReferences,
  referenceFacts,
  verifyManifests,
} from './references.js'
import { readTimeStampProperty } from './time-stamp-property.js'
import { verifyTimeStamps } from './time-stamps.js'
import { readUnsignedProperties, type UnsignedProperties, type UnsignedProperty } from './unsigned-properties.js'

/** The place of a signature, the objects that its references may designate, and the budget and dialect for reading it. */
export interface SignatureSurroundings {
  readonly source: SignatureSource
  readonly ids: ElementIds
  /** The XML document with the signature, where it is itself the data; null in a container. */
  readonly ownDocument: XmlDocument | null
  readonly dataFile: DataFileResolver
  readonly context: SignatureContext
  readonly work: DocumentWork
  readonly dialect: XadesDialect
}

/** The facts of a signature without those of the document that it is in. */
export type XadesSignature = Omit<SignatureFacts, 'profile'>

/**
 * Reads one ds:Signature. Its properties are read only from its own ds:Object, and the facts state whether the signature covers them
 * (`signingCertificateReferenceSigned`).
 *
 * @throws XmldsigError or XmlError when the element cannot be read as a signature; ReaderError with `limit` when a bound is reached
 */
export function readXadesSignature(element: XmlElement, surroundings: SignatureSurroundings): XadesSignature {
  const { context, source, dialect } = surroundings
  const signature = readXmlSignature(element, context.limits.signature)
  const forms = new CanonicalForms(surroundings.work.elements)
  const properties = findQualifyingProperties(signature)
  const signed = readSignedProperties(properties.signedProperties)
  const references = locateReferences(signature, properties, surroundings, forms)
  const covered = areSignedPropertiesCovered(references, properties)

  const evidence = new Evidence(context)
  const keyInfo = readKeyInfo(signature, evidence)
  const signer = identifySigner(signature, keyInfo, signed.signingCertificates, forms, context.limits.signature)
  const content = readContentTimeStamps(signed, evidence, context)
  const unsigned = readUnsignedProperties(properties.unsignedSignatureProperties, evidence, context, dialect)
  surroundings.work.countTimeStamps(
    signed.contentTimeStamps.length + unsigned.properties.filter(({ timeStamp }) => timeStamp !== null).length,
  )
  const { containerTimeStamp } = dialect
  if (containerTimeStamp?.readable === true) addTokenEvidence(containerTimeStamp.token, evidence)
  const { certificates } = evidence
  const { revocations, unreadable } = evidence.readRevocations()
  const compared = compareReferences(signed.signingCertificates, certificates, signer.certificate, context.limits)
  const signingCertificateReferences = signer.certificate === null ? compared.map((each) => withPlace(each, evidence)) : compared
  const signingCertificate = signer.certificate?.facts.id ?? null
  const isReferenced = covered && signingCertificateReferences.some(({ certificate }) => certificate === signingCertificate)

  const imprintBudget = createImprintBudget(context.limits.signature.maxImprintBytes)
  const archived = new ContinuedDigests(imprintBudget)
  const timeStamps = verifyTimeStamps({
    parts: { signature, references, propertiesObject: properties.object, forms, dialect, archived },
    contentTimeStamps: content.properties,
    unsignedProperties: unsigned.properties,
    containerTimeStamp: containerTimeStamp?.readable === true ? containerTimeStamp : null,
    keyInfoCertificates: keyInfo.map(({ facts }) => facts.id),
    referencedCertificate: isReferenced ? signingCertificate : null,
    certificates,
    budget: imprintBudget,
  })
  const formats = indexFormats(signed.dataObjectFormats)
  const pointers = dialect.formatsNameUris ? 'id-or-uri' : 'id'
  const { level, proofOfTime } = levelOf(signed, unsigned, revocations, dialect)
  const { policy } = signed
  const statements = [
    ...references.map((located) => referenceFacts(located, formats, pointers)),
    ...verifyManifests(references, surroundings, forms, context.limits.signature),
  ]
  surroundings.work.countStatements(statements)
  return {
    source,
    id: signature.id,
    contentDigest: contentDigestOf(signature, forms),
    identifier: { signatureValue: signature.value?.toString('base64') ?? '', dataToBeSigned: digestOfSigned(signature, forms) },
    syntax: { name: 'xades', canonicalization: signature.signedInfo.canonicalizationIdentifier },
    level,
    proofOfTime,
    scopes: references.flatMap(({ scope }) => scope ?? []),
    claimedSigningTime: signed.claimedSigningTime,
    unreadableSigningTime: signed.unreadableSigningTime,
    signatureAlgorithm: signature.signedInfo.method.algorithm,
    signatureValue: signer.verification,
    references: statements,
    signingCertificate,
    signingCertificateReferences,
    signingCertificateReferenceSigned: covered && signingCertificateReferences.length > 0,
    policy: policy === null ? null : signaturePolicyFacts(policy, unsigned.policyDocument),
    timeStamps,
    unreadableTimeStamps: [
      ...content.unreadable,
      ...unsigned.unreadableTimeStamps,
      ...(containerTimeStamp?.readable === false ? [{ kind: containerTimeStamp.kind, problem: containerTimeStamp.problem }] : []),
    ],
    revocations,
    unreadableRevocations: unreadable,
    timeMarks: timeMarksOf(revocations, signature, unsigned),
    certificates: certificates.map(({ facts }) => facts),
    claimedRoles: signed.claimedRoles.slice(0, context.limits.signature.maxStatedTexts),
    commitmentTypes: signed.commitmentTypes.slice(0, context.limits.signature.maxStatedTexts),
    productionPlace: signed.productionPlace,
    reason: null,
    structure: withoutExcess(
      [
        ...findSignatureFlaws(signature, keyInfo, surroundings.ids),
        ...properties.findings,
        ...findReferenceFlaws(references, signed.dataObjectFormats, formats, pointers),
        ...signed.findings,
        ...unsigned.findings,
        ...findUnsignedAgainstBaseline(unsigned, level),
        ...readCounterSignatures(unsigned.counterSignatures, signature.signatureValue, forms, surroundings).map(tellCounterSignature),
        ...evidence.unreadableCertificates.map(({ place, problem }) => finding('CERTIFICATE_UNREADABLE', { where: place, problem })),
        ...evidence.blanks.map((blanks) => finding('BLANKS_BEHIND_VALUE', { ...blanks })),
      ],
      context.limits.signature.maxFindingsOfCode,
    ),
  }
}

/** A reference to a certificate that is not where that of the signer has to be, with the place where it is. */
function withPlace(reference: SigningCertificateReference, evidence: Evidence): SigningCertificateReference {
  const place = reference.certificate === null ? null : evidence.placeOf(reference.certificate)
  return place === null ? reference : { ...reference, place }
}

/** What each OCSP response says as a time-mark: its responder may be among the certificates of the response, or of the property CertificateValues. */
function timeMarksOf(
  revocations: readonly RevocationFacts[],
  { value }: XmlSignature,
  unsigned: UnsignedProperties,
): readonly TimeMarkFacts[] {
  const certificateValues = certificateValuesOf(unsigned)
  return revocations.flatMap((ocsp) => {
    if (ocsp.kind !== 'ocsp') return []
    const { revocation, producedAt, nonce, digest } = readTimeMark(ocsp, value)
    return [{ revocation, producedAt, nonce, digest, responderCertificates: [...ocsp.certificates, ...certificateValues] }]
  })
}

/** The certificates of the property CertificateValues, without those of KeyInfo, of time-stamps and of their validation data. */
function certificateValuesOf({ properties }: UnsignedProperties): readonly CertificateId[] {
  const values = properties.filter(({ element }) => element.localName === 'CertificateValues' && element.namespace === XADES_NAMESPACE)
  return values.flatMap(({ held }) => held.certificates)
}

function readKeyInfo({ keyInfo }: XmlSignature, evidence: Evidence): readonly Certificate[] {
  const encoded = keyInfo === null ? [] : readKeyInfoCertificates(keyInfo)
  return encoded.map((der) => evidence.addEncodedCertificate(der, 'key-info')).filter((certificate) => certificate !== null)
}

/** Reads the content time-stamps, which are signed properties, and adds the evidence in their tokens. */
function readContentTimeStamps(
  { contentTimeStamps }: SignedProperties,
  evidence: Evidence,
  context: SignatureContext,
): { readonly properties: readonly UnsignedProperty[]; readonly unreadable: readonly UnreadableTimeStamp[] } {
  assertTimeStampsWithin(contentTimeStamps.length, context)
  const properties: UnsignedProperty[] = []
  const unreadable: UnreadableTimeStamp[] = []
  for (const element of contentTimeStamps) {
    const timeStamp = readTimeStampProperty(element, 'content', context)
    if (timeStamp.readable) properties.push({ element, kind: 'content', timeStamp, held: addTokenEvidence(timeStamp.token, evidence) })
    else unreadable.push({ kind: timeStamp.kind, problem: timeStamp.problem })
  }
  return { properties, unreadable }
}

function levelOf(
  { policy }: SignedProperties,
  unsigned: UnsignedProperties,
  revocations: readonly RevocationFacts[],
  { timeMarks, containerTimeStamp }: XadesDialect,
) {
  // Revocation data only about time-stamping units do not result in level LT.
  const ofSigner = revocations.filter(({ origin }) => origin === 'revocation-values')
  return adesLevel({
    policyIdentifier: timeMarks && policy?.facts.kind === 'explicit' ? policy.facts.identifier : null,
    signatureTimeStamp: containerTimeStamp !== null || hasTimeStamp(unsigned, 'signature'),
    archiveTimeStamp: hasTimeStamp(unsigned, 'archive'),
    ocspResponse: ofSigner.some(({ kind }) => kind === 'ocsp'),
    revocationData: ofSigner.length > 0,
  })
}

/** Whether the signature has a time-stamp property of a kind, readable or not. An ArchiveTimeStamp of XAdES 1.3.2 never counts. */
function hasTimeStamp({ properties }: UnsignedProperties, kind: 'signature' | 'archive'): boolean {
  return properties.some(
    (property) => property.kind === kind && (kind === 'signature' || property.element.namespace === XADES_141_NAMESPACE),
  )
}

/**
 * A digest that identifies repeated signatures: the same SignedInfo with the same value is the same signature, whatever its unsigned properties are. The
 * canonical form of SignedInfo is needed anyway; that of the whole signature would double the work.
 */
function contentDigestOf(signature: XmlSignature, forms: CanonicalForms): string {
  const { element, canonicalization } = signature.signedInfo
  const signedInfo = forms.of(element, canonicalization ?? DEFAULT_CANONICALIZATION)
  return digestHex(Buffer.concat([signedInfo, signature.value ?? Buffer.alloc(0)]))
}

function digestOfSigned({ signedInfo: { element, canonicalization, method } }: XmlSignature, forms: CanonicalForms): DigestFacts | null {
  return digestDataToBeSigned(method.algorithm.digest, canonicalization === null ? null : forms.of(element, canonicalization))
}

function findSignatureFlaws(signature: XmlSignature, keyInfo: readonly Certificate[], ids: ElementIds): readonly XadesFinding[] {
  const findings: XadesFinding[] = []
  if (signature.id === '') findings.push(finding('SIGNATURE_ID_MISSING'))
  for (const id of repeatedIdsWithin(signature.element, ids)) {
    const code = ids.isReferredTo(id) ? 'DUPLICATE_ID' : 'DUPLICATE_UNUSED_ID'
    findings.push(finding(code, { id: trimmedExcerpt(id), count: ids.find(id).length }))
  }
  for (const { name, parent } of signature.unexpected) {
    findings.push(finding('UNEXPECTED_ELEMENT', { parent: parent?.localName ?? '', name: trimmedExcerpt(name) }))
  }
  if (signature.value === null) findings.push(finding('SIGNATURE_VALUE_NOT_BASE64'))
  if (keyInfo.length === 0) findings.push(finding('KEY_INFO_MISSING'))
  return findings
}
