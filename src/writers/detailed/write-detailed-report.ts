import {
  type CertificateFacts,
  commonLevelOf,
  type DocumentReport,
  type Instant,
  type SignatureFacts,
  type SignatureReport,
  shownName,
  type TrustSource,
  type Verdict,
} from '#model'
import { coveredText, signerNameOf, writeInstant } from '#validation/report'
import { leavingOut } from '../left-out.js'
import { signaturesWithNested } from '../with-nested.js'
import type {
  DetailedNestedDocument,
  DetailedReport,
  DetailedSignature,
  DetailedTrustSource,
  TimedEvent,
  WrittenCoveredOctets,
} from './detailed-report.js'
import { writeBlock } from './write-block.js'
import { writeCertificates } from './write-certificates.js'
import { writeProvable } from './write-provable.js'
import { writeToken } from './write-token.js'
import { writtenStatus } from './written-status.js'

/** Writes the detailed report: the conclusions with everything that they are based on. Signatures and tokens of documents inside stand behind those of the container. */
export function writeDetailedReport(report: Pick<DocumentReport, Used>): DetailedReport {
  const { document, policy, ownPolicy, validationTime, trust } = report
  const { signatures, timeStampTokens } = signaturesWithNested(report)
  const written = signatures.map(writeSignature)
  const tokens = timeStampTokens.map(writeToken)
  const named = new Set(
    [...written, ...tokens].flatMap(({ certificates }) => certificates.flatMap(({ services }) => services.map(({ source }) => source))),
  )
  return {
    documentType: document.type,
    documentDigest: document.digest,
    documentSize: document.size,
    policy,
    policyFile: ownPolicy === null ? null : { basis: ownPolicy.basis, digest: ownPolicy.digest },
    validationTime: writeInstant(validationTime),
    trustSnapshot: trust.digest,
    trustSources: trust.sources.filter(({ id }) => named.has(id)).map(trustSource),
    signatures: written,
    timeStampTokens: tokens,
    nestedDocuments: documentsInside(report.nested),
  }
}

function documentsInside(nested: DocumentReport | null): readonly DetailedNestedDocument[] {
  if (nested === null) return []
  const { document, validationTime } = nested
  const { name, type, digest, size } = document
  const inside = documentsInside(nested.nested).map((each) => ({ ...each, name: `${name}/${each.name}` }))
  const written = { name, documentType: type, documentDigest: digest, documentSize: size, validationTime: writeInstant(validationTime) }
  return [written, ...inside]
}

type Used = 'document' | 'policy' | 'ownPolicy' | 'validationTime' | 'trust' | 'signatures' | 'timeStampTokens' | 'nested'

/** Members of the report that stand in the report around the detailed one. */
export const leftOutOfReport = leavingOut<DocumentReport, Used>()(['findings', 'filesLeftOut'])

function writeSignature(signature: Verdict & Pick<SignatureReport, UsedOfSignature>): DetailedSignature {
  const { id, source, signer, certificationPath, evidence, level, leastLevel } = signature
  const nameOf = nameSubjects(signature)
  const known = level ?? leastLevel
  return {
    id,
    file: source.file,
    index: source.index,
    ...writtenStatus(signature),
    signatureLevel: known === null ? '' : commonLevelOf(known),
    signedBy: signerNameOf(signer) ?? '',
    signingCertificate: signature.signingCertificate,
    certificationPath: certificationPath?.certificates ?? [],
    anchored: certificationPath?.anchored ?? false,
    blocks: signature.blocks.map((block) => writeBlock(block, nameOf)),
    proofsOfExistence: signature.proofsOfExistence.map(({ object, time, source }) => ({ object, time: writeInstant(time), source })),
    certificates: writeCertificates(signature.certificates),
    times: timesOf(signature),
    provable: signature.provable === null ? null : writeProvable(signature.provable),
    coveredOctets: evidence === null ? null : writeCoveredOctets(evidence.facts),
    changes: evidence !== null && 'changes' in evidence.facts.profile ? evidence.facts.profile.changes : [],
  }
}

function writeCoveredOctets({ profile }: SignatureFacts): WrittenCoveredOctets | null {
  if (profile.name !== 'pdf') return null
  const { byteRange, revision, revisions, followedBy, octetsBehind } = profile
  return { byteRange, revision, revisions, followedBy, octetsBehind, content: coveredText(profile) ?? '' }
}

type UsedOfSignature =
  | 'id'
  | 'source'
  | 'indication'
  | 'subIndication'
  | 'level'
  | 'leastLevel'
  | 'signer'
  | 'signingCertificate'
  | 'certificationPath'
  | 'blocks'
  | 'proofsOfExistence'
  | 'certificates'
  | 'claimedSigningTime'
  | 'form'
  | 'timeStamps'
  | 'revocations'
  | 'evidence'
  | 'provable'
  | 'validationTime'

/** Members of a signature that stand in the report around the detailed one, or inside its blocks. */
export const leftOutOfSignature = leavingOut<SignatureReport, UsedOfSignature>()([
  'policy',
  'bestSignatureTime',
  'errors',
  'warnings',
  'signatureAlgorithm',
  'scopes',
  'claimedRoles',
  'productionPlace',
  'reason',
  'unreadable',
])

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
function nameSubjects({
  id: signatureId,
  evidence,
  timeStamps,
  revocations,
}: Pick<SignatureReport, 'id' | 'evidence' | 'timeStamps' | 'revocations'>): (subject: string) => string {
  const names = new Map<string, string>()
  const certificates = [...(evidence?.data.certificates ?? []), ...(evidence?.facts.certificates ?? [])]
  for (const certificate of certificates) names.set(certificate.id, shownName(certificate))
  for (const { facts, unit } of timeStamps) names.set(facts.id, withName(`${facts.kind} time-stamp`, unit))
  for (const { facts, signer } of revocations)
    names.set(facts.id, withName(facts.kind === 'ocsp' ? 'OCSP response' : 'certificate revocation list', signer))
  return (subject) => (subject === signatureId ? 'signature' : (names.get(subject) ?? subject))
}

function withName(what: string, certificate: CertificateFacts | null): string {
  return certificate === null ? what : `${what} of ${shownName(certificate)}`
}

/** The timeline of a signature, from the earliest to the latest event. It includes times that are not proven; `proofsOfExistence` lists what is proven. */
function timesOf({
  form,
  signer,
  claimedSigningTime,
  timeStamps,
  revocations,
  validationTime,
}: Pick<SignatureReport, UsedOfSignature>): readonly TimedEvent[] {
  if (form === null) return []
  const events: { readonly at: Instant; readonly event: TimedEvent['event']; readonly about: string }[] = []
  if (signer !== null) {
    const about = shownName(signer)
    events.push({ at: signer.notBefore, event: 'certificate-valid-from', about })
    events.push({ at: signer.notAfter, event: 'certificate-valid-until', about })
  }
  if (claimedSigningTime !== null) events.push({ at: claimedSigningTime, event: 'claimed-signing-time', about: '' })
  for (const { facts } of timeStamps) events.push({ at: facts.genTime, event: 'time-stamp', about: facts.kind })
  for (const { facts, isTimeMark } of revocations) {
    const at = facts.kind === 'ocsp' ? facts.producedAt : facts.thisUpdate
    events.push({ at, event: isTimeMark ? 'time-mark' : 'revocation-data', about: facts.kind === 'ocsp' ? 'OCSP' : 'CRL' })
  }
  events.push({ at: validationTime, event: 'validation', about: '' })
  return events.toSorted((a, b) => a.at - b.at).map(({ at, event, about }) => ({ time: writeInstant(at), event, about }))
}
