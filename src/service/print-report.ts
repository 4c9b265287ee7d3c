import { readBuildInformation } from '#config'
import { type DocumentType, type Instant, MalformedDocument, resultOrNull, type ValidationRequest } from '#model'
import type { PrintedFile } from '#print'
import { documentTypeOf } from './document-type.js'
import { listDataFiles } from './extract-data-files.js'
import { distinctFileNames } from './safe-file-name.js'
import { validateDocument } from './validate-document.js'
import type { ValidationContext } from './validation-context.js'
import type { PrintedReport, PrintRequest, ValidationOutcome } from './validation-service.js'

/** Form of a report for people: `fragment` is HTML to be inserted into a page. */
type PrintForm = 'html' | 'fragment' | 'pdf'

/** A report for people in a language, or `etsi`: the validation report of TS 119 102-2 in XML. */
export type PrintOrder = { readonly form: PrintForm; readonly language: 'et' | 'en' } | { readonly form: 'etsi' }

/** Validates a document and renders its report. Rejects with the errors that `validateDocument` throws. */
export async function printDocument(request: PrintRequest, order: PrintOrder, context: ValidationContext): Promise<PrintedReport> {
  const documentType = request.documentType ?? documentTypeOf(request.document, context.limits)
  const typed: ValidationRequest = { ...request, documentType }
  const outcome = validateDocument(typed, context, { detailed: true, explain: order.form === 'etsi' })
  const files = order.form === 'fragment' ? filesOf(request.document, documentType, context) : []
  return {
    documentType,
    report: outcome.report,
    bytes: await printReport(outcome, order, request.validationTime, files),
  }
}

/** The data files, for the page, which offers them; none when they cannot be read, which the report states. */
function filesOf(document: Uint8Array, type: DocumentType, { limits }: ValidationContext): readonly PrintedFile[] {
  const found = resultOrNull(MalformedDocument, () => {
    const files = listDataFiles(document, type, limits)
    const names = distinctFileNames(files.map(({ name }) => name))
    return files.map(({ name, size, content }, index) => ({ name, size, safeName: content === null ? null : (names[index] ?? null) }))
  })
  return found ?? []
}

/** Renders a report. The outcome must have the detailed report, and for `etsi` the explanation. The modules for rendering are loaded on first use. */
async function printReport(
  { report, detailed, explanation }: ValidationOutcome,
  order: PrintOrder,
  validationTime: Instant,
  files: readonly PrintedFile[],
): Promise<Uint8Array> {
  if (detailed === null) throw new TypeError('a report is printed with its detailed report')
  if (order.form === 'etsi') {
    if (explanation === null) throw new TypeError('a report of TS 119 102-2 is written with the explanation')
    const { writeEtsiReport } = await import('#etsi')
    const { name, version } = readBuildInformation()
    return Buffer.from(
      writeEtsiReport({ report, detailed, signatures: explanation.signatures, validationTime, validator: `${name} ${version}` }),
    )
  }
  const { buildSheet, renderFragment, renderHtml, renderPdf } = await import('#print')
  const sheet = buildSheet(report, detailed, order.language, files)
  switch (order.form) {
    case 'html':
      return Buffer.from(renderHtml(sheet))
    case 'fragment':
      return Buffer.from(renderFragment(sheet))
    case 'pdf':
      return renderPdf(sheet, new Date(validationTime))
  }
}
