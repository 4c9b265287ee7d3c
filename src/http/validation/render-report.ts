import type { ReportMessage, SignatureReport, ValidationReport } from '#model'

/**
 * The JSON form of a report. No member is ever omitted (`decisions.md#empty-members`). The file name is in two members (`decisions.md#file-name`).
 * `strict` omits the keys of messages, which the interface description does not have (`decisions.md#extra-members`).
 */
export function renderReport(report: ValidationReport, strict: boolean) {
  const content = strict
    ? (message: ReportMessage) => ({ content: message.text })
    : (message: ReportMessage) => ({ content: message.text, key: message.key })
  const description = strict
    ? (message: ReportMessage) => ({ description: message.text })
    : (message: ReportMessage) => ({ description: message.text, key: message.key })
  const signature = (signature: SignatureReport) => ({
    id: signature.id,
    signatureFormat: signature.signatureFormat,
    signatureLevel: signature.signatureLevel,
    signedBy: signature.signedBy,
    indication: signature.indication,
    subIndication: signature.subIndication,
    errors: signature.errors.map(content),
    signatureScopes: signature.signatureScopes.map(({ name, scope, content }) => ({ name, scope, content })),
    claimedSigningTime: signature.claimedSigningTime,
    warnings: signature.warnings.map(description),
    info: { bestSignatureTime: signature.bestSignatureTime },
  })
  return {
    policy: {
      policyDescription: report.policy.description,
      policyName: report.policy.name,
      policyUrl: report.policy.url,
    },
    validationTime: report.validationTime,
    filename: report.documentName,
    documentName: report.documentName,
    signatureForm: report.signatureForm,
    validationWarnings: report.validationWarnings.map(content),
    signatures: report.signatures.map(signature),
    validSignaturesCount: report.validSignaturesCount,
    signaturesCount: report.signaturesCount,
  }
}
