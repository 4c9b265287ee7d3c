import type { ReportMessage, SignatureReport, ValidationReport } from '#model'
import type { DataFileReport } from '#service'
import { SERVICE } from './namespaces.js'
import { writeXml, type XmlContent } from './written-xml.js'

/**
 * The response to a validation, with exactly the elements of `wsdl/siva.wsdl`, in their order. Response and report are in the namespace of the service, the
 * elements in the report in none, as the schema defines.
 */
export function writeValidationReport(report: ValidationReport): string {
  const { policy } = report
  return writeResponse('ValidateDocument', 'ValidationReport', {
    Policy: { PolicyDescription: policy.description, PolicyName: policy.name, PolicyUrl: policy.url },
    ValidationTime: report.validationTime,
    ValidationWarnings: { ValidationWarning: report.validationWarnings.map(content) },
    DocumentName: report.documentName,
    SignatureForm: report.signatureForm,
    Signatures: { Signature: report.signatures.map(signatureContent) },
    ValidSignaturesCount: report.validSignaturesCount,
    SignaturesCount: report.signaturesCount,
  })
}

function signatureContent(signature: SignatureReport): XmlContent {
  return {
    Id: signature.id,
    SignatureFormat: signature.signatureFormat,
    SignatureLevel: signature.signatureLevel,
    SignedBy: signature.signedBy,
    Indication: signature.indication,
    SubIndication: signature.subIndication,
    Errors: { Error: signature.errors.map(content) },
    SignatureScopes: {
      SignatureScope: signature.signatureScopes.map(({ name, scope, content }) => ({ Name: name, Scope: scope, Content: content })),
    },
    ClaimedSigningTime: signature.claimedSigningTime,
    Warnings: { Warning: signature.warnings.map(({ text }) => ({ Description: text })) },
    Info: { bestSignatureTime: signature.bestSignatureTime },
  }
}

/** The response with data files, in the order of `wsdl/siva-datafiles.wsdl`. `Base64` is omitted for a data file of which the container has only a hash. */
export function writeDataFilesReport(dataFiles: readonly DataFileReport[]): string {
  const files = dataFiles.map(({ base64, fileName, mimeType, size }) => ({
    ...(base64 === null ? {} : { Base64: base64 }),
    FileName: fileName,
    MimeType: mimeType,
    Size: size,
  }))
  return writeResponse('GetDocumentDataFiles', 'DataFilesReport', { DataFiles: { DataFile: files } })
}

function content({ text }: ReportMessage): XmlContent {
  return { Content: text }
}

function writeResponse(operation: string, wrapper: string, report: XmlContent): string {
  return writeXml({ [`ns2:${operation}Response`]: { '@xmlns:ns2': SERVICE, [`ns2:${wrapper}`]: report } })
}
