import type { ReportMessage, SignatureReport, ValidationReport } from '#model'
import type { DataFileReport } from '#service'
import { textElement } from './written-xml.js'

/** The report in the order of `wsdl/siva.wsdl`, and nothing that the WSDL does not name (ruling 9). Empty texts are empty elements. */
export function writeValidationReport(report: ValidationReport): string {
  const { policy } = report
  return element(
    'ns2:ValidationReport',
    element(
      'Policy',
      textElement('PolicyDescription', policy.description),
      textElement('PolicyName', policy.name),
      textElement('PolicyUrl', policy.url),
    ),
    textElement('ValidationTime', report.validationTime),
    element('ValidationWarnings', ...messages('ValidationWarning', 'Content', report.validationWarnings)),
    textElement('DocumentName', report.documentName),
    textElement('SignatureForm', report.signatureForm),
    element('Signatures', ...report.signatures.map(writeSignature)),
    textElement('ValidSignaturesCount', String(report.validSignaturesCount)),
    textElement('SignaturesCount', String(report.signaturesCount)),
  )
}

function writeSignature(signature: SignatureReport): string {
  const scopes = signature.signatureScopes.map(({ name, scope, content }) =>
    element('SignatureScope', textElement('Name', name), textElement('Scope', scope), textElement('Content', content)),
  )
  return element(
    'Signature',
    textElement('Id', signature.id),
    textElement('SignatureFormat', signature.signatureFormat),
    textElement('SignatureLevel', signature.signatureLevel),
    textElement('SignedBy', signature.signedBy),
    textElement('Indication', signature.indication),
    textElement('SubIndication', signature.subIndication),
    element('Errors', ...messages('Error', 'Content', signature.errors)),
    element('SignatureScopes', ...scopes),
    textElement('ClaimedSigningTime', signature.claimedSigningTime),
    element('Warnings', ...messages('Warning', 'Description', signature.warnings)),
    element('Info', textElement('bestSignatureTime', signature.bestSignatureTime)),
  )
}

/** The data files in the order of `wsdl/siva-datafiles.wsdl`. Where a hashcode stands for the content, `Base64` is left out (rulings 50 and 52). */
export function writeDataFilesReport(dataFiles: readonly DataFileReport[]): string {
  const files = dataFiles.map(({ base64, fileName, mimeType, size }) =>
    element(
      'DataFile',
      // Our own base64: it holds nothing to escape, and may be large.
      base64 === null ? '' : element('Base64', base64),
      textElement('FileName', fileName),
      textElement('MimeType', mimeType),
      textElement('Size', String(size)),
    ),
  )
  return element('ns2:DataFilesReport', element('DataFiles', ...files))
}

function messages(name: string, inner: 'Content' | 'Description', list: readonly ReportMessage[]): readonly string[] {
  return list.map(({ text }) => element(name, textElement(inner, text)))
}

function element(name: string, ...content: readonly string[]): string {
  return `<${name}>${content.join('')}</${name}>`
}
