import {
  type CheckResult,
  type FilesLeftOut,
  formatInstant,
  type Instant,
  type OpenedDocument,
  type PolicyName,
  type ReadSignature,
  type ReportMessage,
  type SignatureConclusion,
  type SignatureFacts,
  type SignatureReport,
  type ValidationReport,
  writtenStatus,
} from '#model'
import { messageOf } from './messages.js'
import { policyTextOf } from './policy-texts.js'
import { signatureFamilies, signatureFormatOf } from './signature-format.js'
import { writeScope } from './signature-scope.js'
import { signedByOf, signerCountryOf } from './signed-by.js'
import { writeInstant } from './write-instant.js'

export interface ReportInput {
  readonly request: { readonly filename: string; readonly validationTime: Instant }
  readonly policy: { readonly name: PolicyName }
  readonly opened: Pick<OpenedDocument, 'form'>
  /** In the order of the document. */
  readonly signatures: readonly { readonly read: ReadSignature; readonly conclusion: SignatureConclusion }[]
  readonly findings: readonly CheckResult[]
  readonly filesLeftOut: FilesLeftOut
}

/** Builds the simple report: the conclusions in the terms and formats of the interface. Does not change a verdict. */
export function buildReport({ request, policy, opened, signatures, findings, filesLeftOut }: ReportInput): ValidationReport {
  const reports = signatures.map(({ read, conclusion }) => reportSignature(read.kind === 'read' ? read.facts : null, conclusion))
  return {
    policy: { name: policy.name, ...policyTextOf(policy.name, opened.form) },
    validationTime: formatInstant(request.validationTime),
    documentName: request.filename,
    signatureForm: opened.form,
    validationWarnings: findings.map(({ key, facts }) => messageOf(key, facts)),
    filesLeftOut,
    signatures: reports,
    validSignaturesCount: reports.filter((report) => report.indication === 'TOTAL-PASSED').length,
    signaturesCount: reports.length,
  }
}

function reportSignature(facts: SignatureFacts | null, conclusion: SignatureConclusion): SignatureReport {
  const certificate = facts?.certificates.find(({ id }) => id === conclusion.signingCertificate) ?? null
  return {
    id: conclusion.id,
    signatureFormat: facts === null ? '' : signatureFormatOf(facts),
    signatureFamily: facts === null ? '' : signatureFamilies[facts.syntax.name],
    signatureLevel: conclusion.level,
    signedBy: signedByOf(certificate),
    signerCountry: signerCountryOf(certificate),
    ...writtenStatus(conclusion),
    errors: messagesOf(conclusion.errors),
    warnings: messagesOf(conclusion.warnings),
    claimedSigningTime: writeInstant(facts?.claimedSigningTime ?? null),
    bestSignatureTime: writeInstant(conclusion.bestSignatureTime),
    signatureScopes: facts === null ? [] : facts.scopes.map(writeScope),
  }
}

function messagesOf(checks: readonly CheckResult[]): readonly ReportMessage[] {
  return checks.map(({ key, facts }) => messageOf(key, facts))
}
