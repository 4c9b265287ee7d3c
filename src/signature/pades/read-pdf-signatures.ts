import { cmsAttributes, readSignedData, readTimeStampToken, type SignedData, valuesOf, verifyTimeStampToken, withoutPadding } from '#cms'
import { digest } from '#crypto'
import type { PdfChange, ReadSignature, SignatureFacts, StructureFinding, TimeStampFacts, TimeStampKind, UnreadableTimeStamp } from '#model'
import { judgeRevisions, type PdfFile, type PdfSignature } from '#pdf'
import { Asn1Error, type Certificate, orAsn1Error } from '#x509'
import { type CmsSignature, type CoveredContent, readCmsSignature, referenceOf } from '../cades/read-cms-signature.js'
import { Evidence, type HeldEvidence, joinHeld } from '../evidence.js'
import { createImprintBudget } from '../imprint-budget.js'
import type { SignatureContext } from '../signature-context.js'
import { SignatureLimitError } from '../signature-limit-error.js'
import { addTokenEvidence } from '../token-evidence.js'
import { CoveredOctets } from './covered-octets.js'
import {
  type DocumentTimeStamp,
  type HeldInRevision,
  isCovered,
  readDocumentTimeStamp,
  unreadableOf,
  verifyDocumentTimeStamp,
} from './document-time-stamps.js'
import { findPdfFlaws } from './findings.js'
import { levelOf } from './level.js'
import { pdfFacts, scopeOf } from './pdf-facts.js'
import { readSecurityStore, type SecurityStore } from './security-store.js'
import { signatureId } from './signature-id.js'

/** What a PDF file hands over. */
export interface PdfSignatures {
  readonly file: PdfFile
  /** In the order in which they were made; document time-stamps among them. */
  readonly signatures: readonly PdfSignature[]
}

/** A message of a signature, decoded, with what it brings along; nothing is verified yet. */
interface DecodedSignature {
  readonly signature: PdfSignature
  readonly message: SignedData
  /** Whether only zeros follow the message in its place. */
  readonly isPadded: boolean
  readonly held: HeldEvidence
  readonly timeStamps: readonly DecodedToken[]
  readonly unreadableTimeStamps: readonly UnreadableTimeStamp[]
}

interface DecodedToken {
  readonly kind: TimeStampKind
  readonly token: ReturnType<typeof readTimeStampToken>
  readonly held: HeldEvidence
}

/** Everything of the file that the facts of one signature need. */
interface Reading {
  readonly document: PdfSignatures
  readonly context: SignatureContext
  readonly octets: CoveredOctets
  readonly store: SecurityStore
  readonly decoded: readonly (DecodedSignature | Asn1Error)[]
  readonly timeStamps: readonly { readonly read: DocumentTimeStamp; readonly facts: TimeStampFacts | null }[]
  readonly changes: readonly PdfChange[]
  readonly evidence: Evidence
  readonly certificates: readonly Certificate[]
  readonly usedIds: Map<string, number>
}

/**
 * Reads the signatures of a PDF file (EN 319 142-1). All share the validation data of the file; document time-stamps stand among the facts of every
 * signature that they cover. One that cannot be read becomes `unreadable`, its neighbours are read.
 *
 * @throws SignatureLimitError, PdfError or Asn1Error when a bound of the context is reached
 */
export function readPdfSignatures(document: PdfSignatures, context: SignatureContext): readonly ReadSignature[] {
  const { file, signatures } = document
  const { maxSignatures } = context.limits.signature
  if (signatures.length > maxSignatures)
    throw new SignatureLimitError('SIGNATURE_TOO_MANY_SIGNATURES', `More than ${maxSignatures} signatures`)
  const own = signatures.filter(isSignature)
  if (own.length === 0) return []
  const evidence = new Evidence(documentContext(context))
  const decoded = own.map((signature) => decode(signature, evidence, context))
  const timeStamps = signatures
    .filter(({ kind }) => kind === 'document-time-stamp')
    .map((each) => readDocumentTimeStamp(each, evidence, context))
  const store = readSecurityStore(file, evidence, context)
  const octets = new CoveredOctets(file.bytes, context.limits.signature.maxFileDigestBytes)
  const { certificates } = evidence
  const held = heldInRevisions(decoded, timeStamps, store)
  const reading: Reading = {
    document,
    context,
    octets,
    store,
    decoded,
    timeStamps: timeStamps.map((read) => ({ read, facts: verifyDocumentTimeStamp(read, held, octets, certificates, context) })),
    changes: changesOf(file, own),
    evidence,
    certificates,
    usedIds: new Map(),
  }
  const shared = sharedFacts(evidence)
  return own.map((signature, index) => readOne(signature, index, reading, shared))
}

/** A dictionary that says signature and time-stamp at once is judged as the signature that it may be, unless its token is one of RFC 3161. */
function isSignature({ kind, subFilter }: PdfSignature): boolean {
  return kind === 'signature' || (kind === 'neither' && subFilter !== 'ETSI.RFC3161')
}

/** The evidence of a file is that of all its signatures, so its bounds are those of a file. */
function documentContext(context: SignatureContext): SignatureContext {
  const { maxCertificates, maxRevocations } = context.limits.pdf
  return { ...context, limits: { ...context.limits, signature: { ...context.limits.signature, maxCertificates, maxRevocations } } }
}

function decode(signature: PdfSignature, evidence: Evidence, { limits, cache }: SignatureContext): DecodedSignature | Asn1Error {
  const read = orAsn1Error(() => {
    const { encoding, onlyZerosFollow } = withoutPadding(signature.contents, limits.asn1)
    return { message: readSignedData(encoding, limits.asn1, (der) => cache.certificate(der)), isPadded: onlyZerosFollow }
  })
  if (read instanceof Asn1Error) return read
  const { message, isPadded } = read
  const [signer] = message.signers
  if (signer === undefined) return Asn1Error.finding('ASN1_SIGNER_COUNT', 'the message has no signer', 0)
  const held = joinHeld([
    { certificates: evidence.addCertificates(message, 'cms-signed-data'), revocations: [] },
    ...message.ocspResponses.map((der) => evidence.addOcspResponse(der, 'cms-signed-data')),
    ...message.crls.map((der) => evidence.addCrl(der, 'cms-signed-data')),
  ])
  const tokens = [
    ...valuesOf(signer.signedAttributes, cmsAttributes.contentTimeStamp).map((value) => ({ kind: 'content', value }) as const),
    ...valuesOf(signer.unsignedAttributes, cmsAttributes.signatureTimeStamp).map((value) => ({ kind: 'signature', value }) as const),
  ]
  if (tokens.length > limits.signature.maxTimeStamps) {
    throw new SignatureLimitError(
      'SIGNATURE_TOO_MANY_TIME_STAMPS',
      `A signature has more than ${limits.signature.maxTimeStamps} time-stamps`,
    )
  }
  const timeStamps: DecodedToken[] = []
  const unreadableTimeStamps: UnreadableTimeStamp[] = []
  for (const { kind, value } of tokens) {
    const token = orAsn1Error(() => readTimeStampToken(value, limits.asn1, (der) => cache.certificate(der)))
    if (token instanceof Asn1Error) unreadableTimeStamps.push({ kind, problem: token.code })
    else if (token.unknownCriticalExtensions.length > 0) unreadableTimeStamps.push({ kind, problem: 'TIME_STAMP_CRITICAL_EXTENSION' })
    else timeStamps.push({ kind, token, held: addTokenEvidence(token, evidence) })
  }
  return { signature, message, isPadded, held, timeStamps, unreadableTimeStamps }
}

/** What stands in which revision, for the document time-stamps that prove it. */
function heldInRevisions(
  decoded: readonly (DecodedSignature | Asn1Error)[],
  timeStamps: readonly DocumentTimeStamp[],
  store: SecurityStore,
): readonly HeldInRevision[] {
  return [
    ...store.added.map(({ revision, held }) => ({ revision, held, timeStamps: [], holder: null })),
    ...decoded.flatMap((each) => {
      if (each instanceof Asn1Error) return []
      const held = joinHeld([each.held, ...each.timeStamps.map((timeStamp) => timeStamp.held)])
      return [
        { revision: each.signature.addedRevision, held, timeStamps: each.timeStamps.map(({ token }) => token.id), holder: each.signature },
      ]
    }),
    ...timeStamps.map(({ signature, token, held }) => ({
      revision: signature.addedRevision,
      held,
      timeStamps: token === null ? [] : [token.id],
      holder: signature,
    })),
  ]
}

/** Of the revisions behind the first one that a signature covers; of a file that was put together there is nothing to compare. */
function changesOf(file: PdfFile, signatures: readonly PdfSignature[]): readonly PdfChange[] {
  if (file.rebuiltBecause !== null) return []
  const first = Math.min(...signatures.map(({ coveredRevision, addedRevision }) => coveredRevision ?? addedRevision))
  return judgeRevisions(file, first).map((change) => ({ ...change, revision: change.revision + 1 }))
}

type SharedFacts = Pick<SignatureFacts, 'revocations' | 'unreadableRevocations' | 'certificates'> & {
  readonly structure: readonly StructureFinding[]
}

function sharedFacts(evidence: Evidence): SharedFacts {
  const { revocations, unreadable } = evidence.readRevocations()
  return {
    revocations,
    unreadableRevocations: unreadable,
    certificates: evidence.certificates.map(({ facts }) => facts),
    structure: evidence.unreadableCertificates
      .slice(0, 20)
      .map(({ place, problem }) => ({ key: 'certificate-readable', code: 'CERTIFICATE_UNREADABLE', facts: { where: place, problem } })),
  }
}

function readOne(signature: PdfSignature, index: number, reading: Reading, shared: SharedFacts): ReadSignature {
  const source = { file: '', index }
  const decoded = reading.decoded[index]
  if (decoded === undefined || decoded instanceof Asn1Error) {
    const id = signatureId(signature.claimedTime, null, signature.range, reading.usedIds)
    const { code, message } = decoded ?? Asn1Error.finding('ASN1_SIGNER_COUNT', 'there is no signature', 0)
    return { kind: 'unreadable', signature: { source, id, code, message, offset: null } }
  }
  const candidates = [...decoded.message.certificates, ...reading.certificates]
  const content = contentOf(decoded, reading.octets)
  const cms = readCmsSignature(decoded.message, content.covered, candidates, reading.context)
  const later = reading.timeStamps.filter(({ read }) => isCovered(signature, read.signature))
  const level = levelOf({
    hasSignatureTimeStamp: [...decoded.timeStamps, ...decoded.unreadableTimeStamps].some(({ kind }) => kind === 'signature'),
    laterTimeStamps: later.map(({ read }) => read.signature),
    store: reading.store,
  })
  const changes = reading.changes.filter(({ revision }) => revision > (signature.coveredRevision ?? signature.addedRevision) + 1)
  const { references, ...ofCms } = cms.facts
  return {
    kind: 'read',
    facts: {
      source,
      id: signatureId(signature.claimedTime, ofCms.signingCertificate, signature.range, reading.usedIds),
      profile: pdfFacts(reading.document.file, signature, changes),
      level,
      proofOfTime: level === 'B' ? 'none' : 'time-stamp',
      scopes: scopeOf(signature, reading.document.signatures, changes),
      claimedSigningTime: signature.claimedTime,
      unreadableSigningTime: signature.unreadableClaimedTime,
      ...ofCms,
      references: [...references, ...content.references],
      timeStamps: [...timeStampsOf(decoded, cms, reading), ...later.flatMap(({ facts }) => facts ?? [])],
      unreadableTimeStamps: [...decoded.unreadableTimeStamps, ...later.flatMap(({ read }) => unreadableOf(read))],
      ...shared,
      timeMarks: [],
      claimedRoles: [],
      structure: [
        ...findPdfFlaws(reading.document.file, signature, reading.document.signatures),
        ...(decoded.isPadded ? [] : [{ key: 'pdf-contents-exact', code: 'padding-not-zero', facts: {} } as const]),
        ...content.structure,
        ...cms.structure,
        ...shared.structure,
      ],
    },
  }
}

interface SignedContent {
  readonly covered: CoveredContent
  readonly references: SignatureFacts['references']
  readonly structure: readonly StructureFinding[]
}

/** SubFilter adbe.pkcs7.sha1: the message holds the SHA-1 of the ranges, and signs that (ISO 32000-1, 12.8.3.3.1). */
const DIGEST_AS_CONTENT = 'adbe.pkcs7.sha1'

/** What the message has to cover: the octets of the ranges, never content that it brings along. */
function contentOf({ signature, message }: DecodedSignature, octets: CoveredOctets): SignedContent {
  const { range, subFilter } = signature
  const name = 'PDF'
  const ranges: CoveredContent = {
    name,
    isFound: range !== null,
    digest: (algorithm) => (range === null ? null : octets.digest(range, algorithm)),
    octets: () => (range === null ? Buffer.alloc(0) : octets.octets(range)),
  }
  const { content } = message
  if (subFilter !== DIGEST_AS_CONTENT) {
    const attached =
      content === null ? [] : [{ key: 'cms-content-detached', code: 'CONTENT_ATTACHED', facts: { octets: content.length } } as const]
    return { covered: ranges, references: [], structure: attached }
  }
  const actual = ranges.digest('SHA1')
  const stated = { identifier: '1.3.14.3.2.26', algorithm: 'SHA1', value: content?.toString('hex') ?? '' } as const
  const status = actual === null ? 'not-found' : content?.equals(actual) === true ? 'intact' : 'mismatch'
  const held = content ?? Buffer.alloc(0)
  return {
    covered: { name: 'SHA-1', isFound: content !== null, digest: (algorithm) => digest(algorithm, held), octets: () => held },
    references: [referenceOf(name, stated, status)],
    structure: [],
  }
}

/** Content time-stamps over the ranges, signature time-stamps over the value (EN 319 122-1, 5.2.8 and 5.3). */
function timeStampsOf(decoded: DecodedSignature, cms: CmsSignature, { octets, certificates, context }: Reading): readonly TimeStampFacts[] {
  const { range } = decoded.signature
  const signer = cms.facts.signingCertificateReferences.some((reference) => reference.certificate === cms.facts.signingCertificate)
  const ofContent = decoded.timeStamps.filter(({ kind }) => kind === 'content')
  const contentEvidence = joinHeld(ofContent.map(({ held }) => held))
  const budget = createImprintBudget(context.limits.signature.maxImprintBytes)
  return decoded.timeStamps.map(({ kind, token }) => {
    const isContent = kind === 'content'
    return verifyTimeStampToken(token, {
      kind,
      covered: !isContent ? [cms.signer.signature] : range === null ? null : { digestBy: (algorithm) => octets.digest(range, algorithm) },
      coverage: {
        signatureValue: !isContent,
        signedData: true,
        certificates: isContent
          ? []
          : [...contentEvidence.certificates, ...(signer && cms.certificate !== null ? [cms.certificate.facts.id] : [])],
        revocations: isContent ? [] : contentEvidence.revocations,
        timeStamps: isContent ? [] : ofContent.map((each) => each.token.id),
      },
      certificates,
      budget,
    })
  })
}
