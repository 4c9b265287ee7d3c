import type { Siva1Report } from './siva1-report.js'
import { writeXml, type XmlContent } from './written-xml.js'

/** Namespace of the operations and their wrappers. The elements in the wrappers are in no namespace. */
export const SERVICE = 'http://soap.webapp.siva.openeid.ee/'

/**
 * The response to a validation, with exactly the elements of `wsdl/siva.wsdl`, in their order. Response and report are in the namespace of the service, the
 * elements in the report in none, as the schema defines.
 */
export function writeSiva1Soap(report: Siva1Report): string {
  const { policy } = report
  return writeResponse('ValidateDocument', 'ValidationReport', {
    Policy: { PolicyDescription: policy.policyDescription, PolicyName: policy.policyName, PolicyUrl: policy.policyUrl },
    ValidationTime: report.validationTime,
    ValidationWarnings: { ValidationWarning: report.validationWarnings.map(content) },
    DocumentName: report.documentName,
    SignatureForm: report.signatureForm,
    Signatures: { Signature: report.signatures.map(signatureContent) },
    ValidSignaturesCount: report.validSignaturesCount,
    SignaturesCount: report.signaturesCount,
  })
}

function signatureContent(signature: Siva1Report['signatures'][number]): XmlContent {
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
    Warnings: { Warning: signature.warnings.map(({ description }) => ({ Description: description })) },
    Info: { bestSignatureTime: signature.info.bestSignatureTime },
  }
}

function content({ content: text }: { readonly content: string }): XmlContent {
  return { Content: text }
}

/** The response element of an operation of SiVa 1. */
export function writeResponse(operation: string, wrapper: string, report: XmlContent): string {
  return writeXml({ [`ns2:${operation}Response`]: { '@xmlns:ns2': SERVICE, [`ns2:${wrapper}`]: report } })
}
