import type { DocumentReport, DocumentType, Instant, PolicyName } from '#model'
import { type DetailedReport, writeDetailedReport } from '#writers/detailed'
import { leavingOut } from '../left-out.js'
import { signaturesWithNested } from '../with-nested.js'
import { type EvidenceTrust, trustOf } from './evidence-trust.js'

/** Everything that is needed to repeat a verdict, besides the document. */
export interface Evidence {
  readonly document: { readonly digest: string; readonly name: string; readonly type: DocumentType }
  readonly policy: PolicyName
  readonly validationTime: Instant
  readonly validator: string
  /** SHA-256 of the whole trust snapshot, lower-case hex. */
  readonly trustSnapshot: string
  readonly trust: EvidenceTrust
  readonly report: DetailedReport
}

type Used = 'document' | 'policy' | 'ownPolicy' | 'validationTime' | 'trust' | 'signatures' | 'timeStampTokens' | 'nested'

/** Members of the report that the repeated validation finds again. */
export const leftOutOfReport = leavingOut<DocumentReport, Used>()(['findings', 'filesLeftOut'])

export function writeEvidence(report: Pick<DocumentReport, Used>, validator: string): Evidence {
  const { document, policy, validationTime, trust } = report
  const { signatures, timeStampTokens } = signaturesWithNested(report)
  const { digest, name, type } = document
  const evidence = [...signatures, ...timeStampTokens].flatMap((each) => each.evidence ?? [])
  return {
    document: { digest, name, type },
    policy,
    validationTime,
    validator,
    trustSnapshot: trust.digest,
    trust: trustOf(evidence, trust.sources),
    report: writeDetailedReport(report),
  }
}
