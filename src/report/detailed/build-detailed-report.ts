import type {
  DetailedReport,
  DetailedSignature,
  DetailedTrustSource,
  Instant,
  ReadSignature,
  SignatureConclusion,
  TrustSource,
  ValidationData,
} from '#model'
import { signedByOf } from '../signed-by.js'
import { writeInstant } from '../write-instant.js'
import { describeCertificates } from './describe-certificates.js'
import { nameSubjects } from './name-subjects.js'
import { timesOf } from './times-of.js'
import { writeBlock } from './write-block.js'

export interface DetailedReportInput extends Omit<DetailedReport, 'validationTime' | 'trustSources' | 'signatures'> {
  readonly validationTime: Instant
  readonly sources: readonly TrustSource[]
  readonly signatures: readonly {
    readonly read: ReadSignature
    /** Null for a signature that cannot be read. */
    readonly data: ValidationData | null
    readonly conclusion: SignatureConclusion
  }[]
}

/** Writes conclusions with everything that they rest on. Pure: the same input gives the same report. */
export function buildDetailedReport(input: DetailedReportInput): DetailedReport {
  const signatures = input.signatures.map((signature) => detailedSignature(signature, input.validationTime))
  const named = new Set(
    signatures.flatMap(({ certificates }) => certificates.flatMap(({ services }) => services.map(({ source }) => source))),
  )
  return {
    documentType: input.documentType,
    documentDigest: input.documentDigest,
    documentSize: input.documentSize,
    policy: input.policy,
    validationTime: writeInstant(input.validationTime),
    trustSnapshot: input.trustSnapshot,
    trustSources: input.sources.filter(({ id }) => named.has(id)).map(trustSource),
    signatures,
  }
}

function detailedSignature(
  { read, data, conclusion }: DetailedReportInput['signatures'][number],
  validationTime: Instant,
): DetailedSignature {
  const facts = read.kind === 'read' ? read.facts : null
  const signer = facts?.certificates.find(({ id }) => id === conclusion.signingCertificate) ?? null
  const nameOf = nameSubjects(facts, data, conclusion.id)
  return {
    id: conclusion.id,
    file: conclusion.source.file,
    index: conclusion.source.index,
    indication: conclusion.indication,
    subIndication: conclusion.subIndication ?? '',
    signatureLevel: conclusion.level,
    signedBy: signedByOf(signer),
    signingCertificate: conclusion.signingCertificate,
    certificationPath: conclusion.certificationPath?.certificates ?? [],
    anchored: conclusion.certificationPath?.anchored ?? false,
    blocks: conclusion.blocks.map((block) => writeBlock(block, nameOf)),
    proofsOfExistence: conclusion.proofsOfExistence.map(({ object, time, source }) => ({ object, time: writeInstant(time), source })),
    certificates: facts === null || data === null ? [] : describeCertificates(facts, data, conclusion),
    times: facts === null ? [] : timesOf(facts, signer, validationTime),
    changes: facts !== null && 'changes' in facts.profile ? facts.profile.changes : [],
  }
}

function trustSource(source: TrustSource): DetailedTrustSource {
  const { id, kind } = source
  if (kind === 'settings') return { id, kind, territory: '', sequenceNumber: null, issued: '', nextUpdate: '', digest: '' }
  const { territory, sequenceNumber, issued, nextUpdate, digest } = source.facts
  return { id, kind, territory, sequenceNumber, issued: writeInstant(issued), nextUpdate: writeInstant(nextUpdate), digest }
}
