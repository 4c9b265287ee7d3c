import type { ValidationOutcome } from './validation-service.js'

/** How a report is printed: `fragment` is the part of a page that stands beside others. */
export type PrintForm = 'html' | 'fragment' | 'pdf'

export interface PrintOrder {
  readonly form: PrintForm
  readonly language: 'et' | 'en'
}

/** Lays a report out. The outcome must hold the detailed report. What lays out is loaded by the first report that is printed. */
export async function printReport({ report, detailed }: ValidationOutcome, { form, language }: PrintOrder): Promise<Uint8Array> {
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
