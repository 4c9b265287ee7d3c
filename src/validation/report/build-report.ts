import {
  type BlockResult,
  type CertificateFacts,
  type CertificateId,
  type CheckResult,
  commitmentOf,
  type DocumentReport,
  type FilesLeftOut,
  type OpenedDocument,
  type OwnPolicy,
  type Provable,
  type ReportedRevocation,
  type ReportedTimeStamp,
  type SignatureConclusion,
  type SignatureEvidence,
  type SignatureFacts,
  type SignatureReport,
  type TokenReport,
  type TrustSource,
  type UnreadableSignature,
  type ValidationRequest,
} from '#model'
import { reportCertificates } from './report-certificates.js'
import { signatureFormOf } from './signature-form.js'

interface ReportInput {
  readonly request: Omit<ValidationRequest, 'document'>
  /** Null for a built-in policy. */
  readonly ownPolicy: OwnPolicy | null
  readonly document: {
    /** Bytes. */
    readonly size: number
    /** SHA-256, lower-case hex. Called when the report is asked for the digest. */
    readonly digest: () => string
  }
  readonly opened: Pick<OpenedDocument, 'form'>
  readonly trust: { readonly digest: string; readonly sources: readonly TrustSource[] }
  /** In the order of the document. */
  readonly signatures: readonly (SignatureEvidence | UnreadableSignature)[]
  /** Those on the signatures, in the same order. */
  readonly conclusions: readonly SignatureConclusion[]
  /** Until when the chain of proofs of a signature lasts. Called when the report is asked for it. */
  readonly provable: (evidence: SignatureEvidence, conclusion: SignatureConclusion) => Provable
  readonly findings: readonly CheckResult[]
  readonly filesLeftOut: FilesLeftOut
  /** Default: none. */
  readonly timeStampTokens?: readonly TokenReport[]
  /** Default: null. */
  readonly nested?: DocumentReport | null
}

/** Builds the report: the conclusions with the facts that they are based on. Does not change a verdict. Pure: the same input always gives the same report. */
export function buildReport({
  request,
  ownPolicy,
  document,
  opened,
  trust,
  signatures,
  conclusions,
  provable,
  findings,
  filesLeftOut,
  timeStampTokens = [],
  nested = null,
}: ReportInput): DocumentReport {
  return {
    document: new ReportedDocument(request, opened, document),
    policy: request.policy,
    ownPolicy,
    validationTime: request.validationTime,
    trust,
    findings,
    filesLeftOut,
    signatures: conclusions.map((conclusion, index) => reportSignature(signatures[index], conclusion, provable)),
    timeStampTokens,
    nested,
  }
}

/**
 * A class, because V8 gives each object literal with a getter a hidden class of its own, and that one holds what the getter refers to, the whole document,
 * until the next full collection: 45 % of the time of a DIGIDOC-XML document of 64 KB.
 */
class ReportedDocument {
  readonly name: DocumentReport['document']['name']
  readonly type: DocumentReport['document']['type']
  readonly form: DocumentReport['document']['form']
  readonly size: number
  readonly #digestOf: () => string
  #digest: string | null = null

  constructor(request: ReportInput['request'], opened: ReportInput['opened'], { size, digest }: ReportInput['document']) {
    this.name = request.filename
    this.type = request.documentType
    this.form = opened.form
    this.size = size
    this.#digestOf = digest
  }

  /** Computed on first use: most writers do not show it. */
  get digest(): string {
    this.#digest ??= this.#digestOf()
    return this.#digest
  }
}

/** The members that a signature has only when it could be read. */
const nothing: Omit<SignatureReport, keyof SignatureConclusion | 'unreadable'> = {
  form: null,
  signer: null,
  signatureAlgorithm: null,
  claimedSigningTime: null,
  scopes: [],
  claimedRoles: [],
  productionPlace: null,
  reason: null,
  certificates: [],
  timeStamps: [],
  revocations: [],
  evidence: null,
  provable: null,
}

/** Until when the chain of proofs lasts, computed on first use: most writers do not show it. A class for the reason that `ReportedDocument` is one. */
export class LateProvable implements Provable {
  readonly #compute: () => Provable
  #known: Provable | null = null

  constructor(compute: () => Provable) {
    this.#compute = compute
  }

  get #value(): Provable {
    this.#known ??= this.#compute()
    return this.#known
  }

  get state(): Provable['state'] {
    return this.#value.state
  }

  get ends(): Provable['ends'] {
    return this.#value.ends
  }

  get until(): Provable['until'] {
    return this.#value.until
  }

  get cause(): Provable['cause'] {
    return this.#value.cause
  }

  get reason(): Provable['reason'] {
    return this.#value.reason
  }

  get extension(): Provable['extension'] {
    return this.#value.extension
  }
}

function reportSignature(
  signature: SignatureEvidence | UnreadableSignature | undefined,
  conclusion: SignatureConclusion,
  provableUntil: ReportInput['provable'],
): SignatureReport {
  if (signature === undefined) throw new TypeError('a conclusion without its signature')
  return signature.kind === 'read'
    ? reportRead(signature, conclusion, new LateProvable(() => provableUntil(signature, conclusion)))
    : { unreadable: signature, ...conclusion, ...nothing }
}

function reportRead(evidence: SignatureEvidence, conclusion: SignatureConclusion, provable: Provable): SignatureReport {
  const { facts, data } = evidence
  const known = new Map<CertificateId, CertificateFacts>()
  for (const certificate of [...data.certificates, ...facts.certificates]) known.set(certificate.id, certificate)
  const certificate = (id: CertificateId | null) => (id === null ? null : (known.get(id) ?? null))
  return {
    form: signatureFormOf(facts),
    signer: facts.certificates.find(({ id }) => id === conclusion.signingCertificate) ?? null,
    signatureAlgorithm: facts.signatureAlgorithm,
    claimedSigningTime: facts.claimedSigningTime,
    scopes: facts.scopes,
    claimedRoles: facts.claimedRoles,
    productionPlace: facts.productionPlace,
    reason: facts.reason ?? (facts.commitmentTypes.map(commitmentOf).join(', ') || null),
    certificates: reportCertificates(evidence, conclusion),
    timeStamps: reportTimeStamps(facts, conclusion.blocks, certificate),
    revocations: reportRevocations(evidence, conclusion, certificate),
    evidence,
    provable,
    unreadable: null,
    ...conclusion,
  }
}

type KnownCertificate = (id: CertificateId | null) => CertificateFacts | null

function reportTimeStamps(facts: SignatureFacts, blocks: readonly BlockResult[], known: KnownCertificate): readonly ReportedTimeStamp[] {
  const status = new Map(blocks.filter(({ name }) => name === 'time-stamp').map((block) => [block.subject, block.status]))
  return facts.timeStamps.map((timeStamp) => ({
    facts: timeStamp,
    status: status.get(timeStamp.id) ?? null,
    unit: known(timeStamp.signingCertificate),
  }))
}

function reportRevocations(
  { facts, data }: SignatureEvidence,
  { signingCertificate }: SignatureConclusion,
  known: KnownCertificate,
): readonly ReportedRevocation[] {
  const signers = new Map(data.revocationSigners.map(({ revocation, signer }) => [revocation, signer]))
  const aboutSigner = new Set(
    data.revocations.filter(({ certificate }) => certificate === signingCertificate).map(({ revocation }) => revocation),
  )
  const marks = new Set(facts.timeMarks.filter(({ nonce }) => nonce === 'match').map(({ revocation }) => revocation))
  return facts.revocations.map((revocation) => ({
    facts: revocation,
    signer: known(signers.get(revocation.id) ?? null),
    isAboutSigner: aboutSigner.has(revocation.id),
    isTimeMark: marks.has(revocation.id),
  }))
}
