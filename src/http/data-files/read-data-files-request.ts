import { compileSchema } from '#json-schema'
import type { SuppliedDocument } from '#service'
import type { RequestMembers } from '../json-body.js'
import { type DataFilesFields, dataFilesRequestSchema } from '../schemas/index.js'
import { type FieldText, type FieldTexts, readFields } from '../validation/read-fields.js'
import { documentTexts } from '../validation/read-validation-request.js'

const check = compileSchema<DataFilesFields>(dataFilesRequestSchema, 'all')

/** The message for every other document type: this operation supports DDOC only. */
const onlyDdoc = 'Data files can be returned for DDOC containers only; the document type must be DDOC.'
const withoutDataFiles: FieldText = ['DOCUMENT_TYPE_WITHOUT_DATA_FILES', onlyDdoc]

const texts = {
  document: documentTexts,
  documentType: {
    missing: ['DOCUMENT_TYPE_MISSING', onlyDdoc],
    notText: ['DOCUMENT_TYPE_NOT_TEXT', onlyDdoc],
    wrong: (text) => (/^(?:bdoc|pdf|xroad)$/i.test(text) ? withoutDataFiles : ['DOCUMENT_TYPE_UNKNOWN', onlyDdoc]),
  },
} as const satisfies Readonly<Record<keyof DataFilesFields, FieldTexts>>

/**
 * The document of a request for data files. Throws `RequestError` with one problem for each wrong field. Unknown members are ignored. A document that was cut
 * out of the request is not decoded yet.
 */
export function readDataFilesRequest(members: RequestMembers): SuppliedDocument {
  return readFields(members, check, texts).document
}
