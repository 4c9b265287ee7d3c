import type { ValidationRequest } from '#model'
import { documentTypeOf } from './document-type.js'
import { validateDocument } from './validate-document.js'
import type { ValidationContext } from './validation-context.js'
import type { PrintedReport, PrintRequest, ValidationOutcome } from './validation-service.js'

/** How a report is printed: `fragment` is the part of a page that stands beside others. */
type PrintForm = 'html' | 'fragment' | 'pdf'

export interface PrintOrder {
  readonly form: PrintForm
  readonly language: 'et' | 'en'
}

/** Validates a document and lays its report out. Rejects as `validateDocument` throws. */
export async function printDocument(request: PrintRequest, order: PrintOrder, context: ValidationContext): Promise<PrintedReport> {
  const documentType = request.documentType ?? documentTypeOf(request.document)
  const typed: ValidationRequest = { ...request, documentType }
  const outcome = validateDocument(typed, context, { detailed: true })
  return { documentType, report: outcome.report, bytes: await printReport(outcome, order) }
}

/** Lays a report out. The outcome must hold the detailed report. What lays out is loaded by the first report that is printed. */
async function printReport({ report, detailed }: ValidationOutcome, { form, language }: PrintOrder): Promise<Uint8Array> {
  if (detailed === null) throw new TypeError('a report is printed with its detailed report')
  const { buildSheet, renderFragment, renderHtml, renderPdf } = await import('#print')
  const sheet = buildSheet(report, detailed, language)
  switch (form) {
    case 'html':
      return Buffer.from(renderHtml(sheet))
    case 'fragment':
      return Buffer.from(renderFragment(sheet))
    case 'pdf':
      return renderPdf(sheet, new Date(report.validationTime))
  }
}
