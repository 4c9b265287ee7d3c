import {
  type CertificateFacts,
  type DetailedReport,
  type DetailedSignature,
  type DetailedTrustSource,
  type Instant,
  type ReadSignature,
  type SignatureConclusion,
  type SignatureFacts,
  shownName,
  type TimedEvent,
  type TrustSource,
  type ValidationData,
  writtenStatus,
} from '#model'
import { signedByOf } from '../signed-by.js'
import { writeInstant } from '../write-instant.js'
import { describeCertificates } from './describe-certificates.js'
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

/** Builds the detailed report: the conclusions with everything that they are based on. Pure: the same input always gives the same report. */
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
    ...writtenStatus(conclusion),
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

/**
 * Returns a function that gives the display name of a block's subject: the signature, a time-stamp by kind and unit (`signature time-stamp of DEMO TSA`),
 * revocation data by kind and signer, a certificate by its name. Any other subject is returned unchanged.
 */
function nameSubjects(facts: SignatureFacts | null, data: ValidationData | null, signatureId: string): (subject: string) => string {
  const names = new Map<string, string>()
  const certificates = [...(data?.certificates ?? []), ...(facts?.certificates ?? [])]
  for (const certificate of certificates) names.set(certificate.id, shownName(certificate))
  for (const { id, kind, signingCertificate } of facts?.timeStamps ?? [])
    names.set(id, withName(`${kind} time-stamp`, names.get(signingCertificate ?? '')))
  for (const { id, kind } of facts?.revocations ?? []) {
    const signer = data?.revocationSigners.find(({ revocation }) => revocation === id)?.signer ?? null
    names.set(
      id,
      withName(kind === 'ocsp' ? 'OCSP response' : 'certificate revocation list', signer === null ? undefined : names.get(signer)),
    )
  }
  return (subject) => (subject === signatureId ? 'signature' : (names.get(subject) ?? subject))
}

function withName(what: string, name: string | undefined): string {
  return name === undefined ? what : `${what} of ${name}`
}

/** The timeline of a signature, from the earliest to the latest event. It includes times that are not proven; `proofsOfExistence` lists what is proven. */
function timesOf(facts: SignatureFacts, signer: CertificateFacts | null, validationTime: Instant): readonly TimedEvent[] {
  const events: { readonly at: Instant; readonly event: TimedEvent['event']; readonly about: string }[] = []
  if (signer !== null) {
    const about = shownName(signer)
    events.push({ at: signer.notBefore, event: 'certificate-valid-from', about })
    events.push({ at: signer.notAfter, event: 'certificate-valid-until', about })
  }
  if (facts.claimedSigningTime !== null) events.push({ at: facts.claimedSigningTime, event: 'claimed-signing-time', about: '' })
  for (const { genTime, kind } of facts.timeStamps) events.push({ at: genTime, event: 'time-stamp', about: kind })
  const marks = new Set(facts.timeMarks.filter(({ nonce }) => nonce === 'match').map(({ revocation }) => revocation))
  for (const revocation of facts.revocations) {
    const at = revocation.kind === 'ocsp' ? revocation.producedAt : revocation.thisUpdate
    events.push({
      at,
      event: marks.has(revocation.id) ? 'time-mark' : 'revocation-data',
      about: revocation.kind === 'ocsp' ? 'OCSP' : 'CRL',
    })
  }
  events.push({ at: validationTime, event: 'validation', about: '' })
  return events.toSorted((a, b) => a.at - b.at).map(({ at, event, about }) => ({ time: writeInstant(at), event, about }))
}
