import { readBuildInformation } from '#config'
import { type DocumentType, MalformedDocument, resultOrNull } from '#model'
import { distinctFileNames } from '#std'
import type { ValidationContext } from '#validation'
import { documentTypeOf, listDataFiles, validateDocument } from '#validation'
import { type ReportOrder, withNested, writeReport } from '#writers'
import type { PrintedFile } from '#writers/print'
import { summarise } from '#writers/statistics'
import type { DocumentRequest, ValidationOutcome } from './validation-service.js'

/** Validates a document and writes its report. Rejects with the errors that `validateDocument` throws. */
export async function writeValidated<Order extends ReportOrder>(
  request: DocumentRequest,
  order: Order,
  context: ValidationContext,
): Promise<ValidationOutcome<Order>> {
  const { acceptedTypes = null, otherwiseType = null, ...rest } = request
  const documentType = request.documentType ?? documentTypeOf(request.document, context.limits, acceptedTypes, otherwiseType)
  const report = validateDocument({ ...rest, documentType }, context)
  const written = await writeReport(report, order, { validator, files: () => filesOf(request.document, documentType, context) })
  return { documentType, summary: summarise(withNested(report)), written }
}

const { name, version } = readBuildInformation()
const validator = `${name} ${version}`

/** The data files, for the page, which offers them; none when they cannot be read, which the report states. */
function filesOf(document: Uint8Array, type: DocumentType, { limits }: ValidationContext): readonly PrintedFile[] {
  const found = resultOrNull(MalformedDocument, () => {
    const files = listDataFiles(document, type, limits)
    const names = distinctFileNames(files.map(({ name }) => name))
    return files.map(({ name, size, content }, index) => ({ name, size, safeName: content === null ? null : (names[index] ?? null) }))
  })
  return found ?? []
}
