import type { PdfChange, ProductionPlace, ReadSignature, SignatureFacts, StructureFinding, TimeStampFacts } from '#model'
import { judgeRevisions, type PdfFile, type PdfSignature } from '#readers/pdf'
import { Asn1Error, type Certificate } from '#readers/x509'
import { type TimeStampedContent, verifyMessageTimeStamps } from '../cms/message-time-stamps.js'
import { findOtherSigners, readCmsSignature } from '../cms/read-cms-signature.js'
import { readSignerStatements } from '../cms/signer-statements.js'
import { findUnsignedAttributes } from '../cms/unsigned-attributes.js'
import { DocumentWork } from '../document-work.js'
import { Evidence, joinHeld } from '../evidence.js'
import { createImprintBudget } from '../imprint-budget.js'
import type { SignatureContext } from '../signature-context.js'
import { signatureLimit } from '../signature-limit-error.js'
import { findBaselineDeviations } from './baseline-deviations.js'
import { ambiguousTime, farFromProof } from './claimed-time.js'
import { CoveredOctets } from './covered-octets.js'
import { type DecodedSignature, decodeMessage } from './decode-message.js'
import { readSecurityStore, type SecurityStore } from './document-security-store.js'
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
import { signatureId } from './signature-id.js'
import { contentOf } from './signed-content.js'

/** A PDF file and its signature dictionaries. */
interface PdfSignatures {
  readonly file: PdfFile
  /** In the order in which they were made, with the document time-stamps. */
  readonly signatures: readonly PdfSignature[]
}

/** A signature, and its message or the reason why that cannot be decoded. */
interface ReadMessage {
  readonly signature: PdfSignature
  readonly decoded: DecodedSignature | Asn1Error
}

/** The data of the file from which the facts of one signature follow. */
interface Reading {
  readonly document: PdfSignatures
  readonly context: SignatureContext
  readonly octets: CoveredOctets
  readonly store: SecurityStore
  readonly timeStamps: readonly { readonly read: DocumentTimeStamp; readonly facts: TimeStampFacts | null }[]
  readonly changes: readonly PdfChange[]
  readonly evidence: Evidence
  readonly certificates: readonly Certificate[]
  readonly usedIds: Map<string, number>
  readonly work: DocumentWork
}

/**
 * Reads the signatures of a PDF file (EN 319 142-1). All share the validation data of the file. Document time-stamps are part of the facts of every
 * signature that they cover. A signature that cannot be read becomes `unreadable`; the other signatures are read.
 *
 * @throws ReaderError with `limit` when a bound of the context is reached
 */
export function readPdfSignatures(document: PdfSignatures, context: SignatureContext): readonly ReadSignature[] {
  const { file, signatures } = document
  const { maxSignatures } = context.limits.signature
  if (signatures.length > maxSignatures) throw signatureLimit('SIGNATURE_TOO_MANY_SIGNATURES', `More than ${maxSignatures} signatures`)
  const own = signatures.filter(isSignature)
  if (own.length === 0) return []
  const evidence = new Evidence(documentContext(context))
  const read = own.map((signature) => ({
    signature,
    decoded: withAcceptedPadding(file, decodeMessage(signature, evidence, context)),
  }))
  const timeStamps = signatures
    .filter(({ kind }) => kind === 'document-time-stamp')
    .map((timeStamp) => readDocumentTimeStamp(timeStamp, evidence, context))
    .map((read) => withAcceptedPadding(file, read))
  const store = readSecurityStore(file, evidence, context)
  const ranges = signatures.flatMap(({ range }) => range ?? [])
  const octets = new CoveredOctets(file.bytes, ranges, context.limits.signature.maxFileDigestBytes)
  const { certificates } = evidence
  const held = heldInRevisions(read, timeStamps, store)
  const reading: Reading = {
    document,
    context,
    octets,
    store,
    timeStamps: timeStamps.map((read) => ({ read, facts: verifyDocumentTimeStamp(read, held, octets, certificates, context) })),
    changes: changesOf(file, own),
    evidence,
    certificates,
    usedIds: new Map(),
    work: new DocumentWork(context.limits.signature),
  }
  const shared = sharedFacts(evidence)
  return read.map((one, index) => readOne(one, index, reading, shared))
}

/**
 * Accepts any padding in an encrypted file: PDFBox encrypts the reserved place of a signature, with its zeros, and then writes the signature over its start.
 */
function withAcceptedPadding<Read extends object>({ isEncrypted }: PdfFile, read: Read): Read {
  return isEncrypted && 'isPadded' in read ? { ...read, isPadded: true } : read
}

/** A dictionary whose Type and SubFilter contradict each other is read as a signature, unless its SubFilter is that of a time-stamp token. */
function isSignature({ kind, subFilter }: PdfSignature): boolean {
  return kind === 'signature' || (kind === 'neither' && subFilter !== 'ETSI.RFC3161')
}

/** The signatures of a file share its evidence, so the bounds of the file apply to it. */
function documentContext(context: SignatureContext): SignatureContext {
  const { maxCertificates, maxRevocations } = context.limits.pdf
  return { ...context, limits: { ...context.limits, signature: { ...context.limits.signature, maxCertificates, maxRevocations } } }
}

/** The evidence and time-stamps of each revision, for the document time-stamps that prove their existence. */
function heldInRevisions(
  signatures: readonly ReadMessage[],
  timeStamps: readonly DocumentTimeStamp[],
  store: SecurityStore,
): readonly HeldInRevision[] {
  return [
    ...store.added.map(({ revision, held }) => ({ revision, held, timeStamps: [], holder: null })),
    ...signatures.flatMap(({ signature, decoded }) => {
      if (decoded instanceof Asn1Error) return []
      const held = joinHeld([decoded.held, ...decoded.timeStamps.map((timeStamp) => timeStamp.held)])
      return [{ revision: signature.addedRevision, held, timeStamps: decoded.timeStamps.map(({ token }) => token.id), holder: signature }]
    }),
    ...timeStamps.map(({ signature, token, held }) => ({
      revision: signature.addedRevision,
      held,
      timeStamps: token === null ? [] : [token.id],
      holder: signature,
    })),
  ]
}

/** The changes of the revisions after the first one that a signature covers, with revisions counted from 1. A rebuilt file has no revisions to compare. */
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
    structure: [
      ...evidence.unreadableCertificates
        .slice(0, 20)
        .map(
          ({ place, problem }) =>
            ({ key: 'certificate-readable', code: 'CERTIFICATE_UNREADABLE', facts: { where: place, problem } }) as const,
        ),
      ...evidence.blanks
        .slice(0, 20)
        .map((blanks) => ({ key: 'encoding-without-blanks', code: 'BLANKS_BEHIND_VALUE', facts: { ...blanks } }) as const),
    ],
  }
}

function placeOf(signature: PdfSignature): ProductionPlace | null {
  const location = textOrNull(signature.location)
  return location === null ? null : { city: null, stateOrProvince: null, postalCode: null, country: null, location }
}

/** A text of the signature dictionary; null when it is missing or blank. */
function textOrNull(text: string | null): string | null {
  return text?.trim() || null
}

function readOne({ signature, decoded }: ReadMessage, index: number, reading: Reading, shared: SharedFacts): ReadSignature {
  const source = { file: '', index }
  if (decoded instanceof Asn1Error) {
    const id = signatureId(signature, null, reading.usedIds)
    const { code, message } = decoded
    return { kind: 'unreadable', source, id, code, message, offset: null }
  }
  const candidates = [...decoded.message.certificates, ...reading.certificates]
  const content = contentOf(decoded, reading.octets)
  const cms = readCmsSignature(decoded, content.covered, candidates, reading.context)
  const later = reading.timeStamps.filter(({ read }) => isCovered(signature, read.signature))
  const level = levelOf({
    hasSignatureTimeStamp: [...decoded.timeStamps, ...decoded.unreadableTimeStamps].some(({ kind }) => kind === 'signature'),
    laterTimeStamps: later.map(({ read }) => read.signature),
    store: reading.store,
  })
  const changes = reading.changes.filter(({ revision }) => revision > (signature.coveredRevision ?? signature.addedRevision) + 1)
  const { references, ...ofCms } = cms.facts
  const stated = readSignerStatements(decoded.signer, reading.context)
  return {
    kind: 'read',
    facts: {
      source,
      id: signatureId(signature, ofCms.signingCertificate, reading.usedIds),
      profile: pdfFacts(reading.document.file, signature, changes),
      level,
      proofOfTime: level === 'B' ? 'none' : 'time-stamp',
      scopes: scopeOf(signature, reading.document.signatures, changes),
      claimedSigningTime: signature.claimedTime,
      unreadableSigningTime: signature.unreadableClaimedTime,
      ...ofCms,
      references: [...references, ...content.references],
      timeStamps: [
        ...verifyMessageTimeStamps(decoded, cms, timeStampedContent(signature, reading)),
        ...later.flatMap(({ facts }) => facts ?? []),
      ],
      unreadableTimeStamps: [...decoded.unreadableTimeStamps, ...later.flatMap(({ read }) => unreadableOf(read))],
      ...shared,
      timeMarks: [],
      ...stated,
      // The attribute says which part is the city and which the country; Location is one text. SiVa shows the attribute, too.
      productionPlace: stated.productionPlace ?? placeOf(signature),
      reason: textOrNull(signature.reason),
      structure: [
        ...findPdfFlaws(reading.document.file, signature, reading.document.signatures),
        ...(decoded.isPadded ? [] : [{ key: 'pdf-contents-exact', code: 'padding-not-zero', facts: {} } as const]),
        ...findBaselineDeviations(signature, decoded, ofCms.signingCertificate),
        ...ambiguousTime(signature),
        ...farFromProof(signature, [
          ...decoded.timeStamps,
          ...later.flatMap(({ read }) => (read.token === null ? [] : [{ token: read.token }])),
        ]),
        ...content.structure,
        ...findOtherSigners(decoded),
        ...cms.structure,
        ...findUnsignedAttributes(decoded.signer, candidates, reading.work, reading.context),
        ...shared.structure,
      ],
    },
  }
}

/** What content time-stamps of the message cover: the byte ranges. */
function timeStampedContent({ range }: PdfSignature, { octets, certificates, context }: Reading): TimeStampedContent {
  return {
    content: range === null ? null : { digestBy: (algorithm) => octets.digest(range, algorithm) },
    certificates,
    budget: createImprintBudget(context.limits.signature.maxImprintBytes),
  }
}
