import { type Instant, type PolicyName, policiesOfInterface, siva1DocumentTypes, type ValidationRequest } from '#model'
import type { DocumentRequest } from '#threads'
import type { ReportOrder } from '#writers'
import { type PrintFields, type ReportType, reportTypes, type ValidationFields } from '../schemas/index.js'
import { type CheckedMembers, type FieldText, type FieldTexts, isBlank, type ReadFields, readFields } from './read-fields.js'

const defaultPolicy: PolicyName = 'POLv1'

export const documentTexts: FieldTexts = {
  missing: ['DOCUMENT_MISSING', 'Send the signed document, encoded in base64.'],
  notText: ['DOCUMENT_NOT_TEXT', 'The document must be a string in base64.'],
  wrong: () => ['DOCUMENT_NOT_BASE64', 'The document is not valid base64.'],
}

const typeList = `one of ${siva1DocumentTypes.join(', ')}`
const reportTypeList = `The report types are ${reportTypes.slice(0, -1).join(', ')} and ${String(reportTypes.at(-1))}.`
const policyList = `The available policies are ${policiesOfInterface.siva1.join(' and ')}.`

/** In the order in which wrong fields are reported. */
/** Where a policy of SiVa 3 is served: its clients come here first, because SiVa 3 has its interface at this path. */
function whereElse(policy: string): string {
  const isOfSiva3 = policiesOfInterface.siva3.some((name) => name.toLowerCase() === policy.toLowerCase())
  return isOfSiva3 ? ` ${policy} is one of SiVa 3, whose requests are served at /V3/validate.` : ''
}

const texts = {
  document: documentTexts,
  filename: {
    missing: ['FILENAME_MISSING', 'Send the name of the file.'],
    notText: ['FILENAME_NOT_TEXT', 'The file name must be a string.'],
    wrong: () => ['FILENAME_NOT_ALLOWED', 'The file name must not hold any of the characters * / " \\ : ?'],
  },
  documentType: {
    missing: ['DOCUMENT_TYPE_MISSING', `Send the type of the document: ${typeList}.`],
    notText: ['DOCUMENT_TYPE_NOT_TEXT', `The document type must be a string: ${typeList}.`],
    wrong: () => ['DOCUMENT_TYPE_UNKNOWN', `The document type must be ${typeList}.`],
  },
  signaturePolicy: {
    // Never used: a missing or blank policy is the default one.
    missing: ['SIGNATURE_POLICY_UNKNOWN', policyList],
    notText: ['SIGNATURE_POLICY_NOT_TEXT', `The signature policy must be a string. ${policyList}`],
    wrong: (text) =>
      /^[A-Za-z0-9_ -]*$/.test(text)
        ? ['SIGNATURE_POLICY_UNKNOWN', `There is no signature policy ${text.slice(0, 100)}. ${policyList}${whereElse(text)}`]
        : ['SIGNATURE_POLICY_NOT_ALLOWED', `The signature policy may hold letters, digits, spaces, _ and - only. ${policyList}`],
  },
  reportType: {
    // Never used: a missing or blank type is `simple`.
    missing: ['REPORT_TYPE_UNKNOWN', reportTypeList],
    notText: ['REPORT_TYPE_NOT_TEXT', `The report type must be a string. ${reportTypeList}`],
    wrong: () => ['REPORT_TYPE_UNKNOWN', reportTypeList],
  },
} as const satisfies Readonly<Record<keyof ValidationFields, FieldTexts>>

const wrongFormat: FieldText = ['REPORT_FORMAT_UNKNOWN', 'Write pdf or html as the format.']
const wrongLanguage: FieldText = ['LANGUAGE_UNKNOWN', 'Write en or et as the language.']
const printTexts = {
  ...texts,
  format: { missing: wrongFormat, notText: wrongFormat, wrong: () => wrongFormat },
  language: { missing: wrongLanguage, notText: wrongLanguage, wrong: () => wrongLanguage },
} as const satisfies Readonly<Record<keyof PrintFields, FieldTexts>>

/** Reads a validation request from the members of a body. Unknown members are ignored. Throws `RequestError` with one problem for each wrong field. */
export function readValidationRequest(members: CheckedMembers, validationTime: Instant): ValidationRequest {
  return requestOf(readFields<ValidationFields>(members, texts), validationTime)
}

/** A validation request, whose type may be left out where the content shows it, and the type of its report. */
export interface ReportRequest {
  readonly request: DocumentRequest
  readonly reportType: ReportType
}

/** Reads a validation request and its report type. Throws as `readValidationRequest`. */
export function readReportRequest(members: CheckedMembers, validationTime: Instant): ReportRequest {
  const read = readFields<Partial<Pick<ValidationFields, 'documentType'>> & Omit<ValidationFields, 'documentType'>>(members, texts)
  const { reportType = null, documentType } = read.fields
  const typed = { document: read.document, fields: { ...read.fields, documentType: documentType ?? 'BDOC' } }
  return {
    request: { ...requestOf(typed, validationTime), ...(documentType === undefined ? { documentType: null } : {}) },
    reportType: reportType === null || isBlank(reportType) ? 'simple' : named(reportTypes, reportType),
  }
}

/** Reads a request for a printed report. Defaults are PDF and English. Throws as `readValidationRequest`. */
export function readPrintRequest(members: CheckedMembers, validationTime: Instant) {
  const read = readFields<PrintFields>(members, printTexts)
  const { format: form = 'pdf', language = 'en' } = read.fields
  const order = { form, language } satisfies ReportOrder
  return { request: requestOf(read, validationTime), order }
}

function requestOf({ document, fields }: ReadFields<ValidationFields>, validationTime: Instant): ValidationRequest {
  const { filename, documentType, signaturePolicy = null } = fields
  const policy = signaturePolicy === null || isBlank(signaturePolicy) ? defaultPolicy : named(policiesOfInterface.siva1, signaturePolicy)
  return { document, filename, documentType: named(siva1DocumentTypes, documentType), policy, validationTime }
}

/** The name that equals the text in any letter case. Throws an internal error when there is none, because the schema allows only these names. */
function named<T extends string>(names: readonly T[], text: string): T {
  const found = names.find((name) => name.toLowerCase() === text.toLowerCase())
  if (found === undefined) throw new Error(`the schema must allow only ${names.join(' and ')}`)
  return found
}
