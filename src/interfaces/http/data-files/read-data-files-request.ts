import type { DataFilesFields } from '../schemas/index.js'
import { type CheckedMembers, type FieldText, type FieldTexts, readFields } from '../validation/read-fields.js'
import { documentTexts } from '../validation/read-validation-request.js'

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
 * The document of a request for data files. Throws `RequestError` with one problem for each wrong field. Unknown members are ignored.
 */
export function readDataFilesRequest(members: CheckedMembers): Uint8Array {
  return readFields<DataFilesFields>(members, texts).document
}
