import type { DocumentReport } from '#model'
import { writeAudit } from '#writers/audit'
import { writeBasis } from '#writers/basis'
import { paintOf, writeText, writeTree } from '#writers/cli'
import { writeDetailedReport } from '#writers/detailed'
import { writeEvidence } from '#writers/evidence'
import { writeExplanation } from '#writers/explanation'
import { writeForecast } from '#writers/forecast'
import { writeSiva1Report, writeSiva1Soap } from '#writers/siva1'
import { writeSiva3Answer } from '#writers/siva3'
import type { ReportOrder, WriterContext, Written } from './report-order.js'
import { withNested } from './with-nested.js'

/** Forms that show the document inside a container as one of its own, or in part. */
const ownPlaceForNested: ReadonlySet<ReportOrder['form']> = new Set([
  'siva1-json',
  'siva3',
  'detailed',
  'evidence',
  'html',
  'pdf',
  'page',
  'page-checks',
] as const)

/** Writes a report in the form that is ordered. The modules for printing and for XML are loaded on first use. */
export async function writeReport<Order extends ReportOrder>(
  report: DocumentReport,
  order: Order,
  context: WriterContext,
): Promise<Written<Order>> {
  return (await writeByForm(ownPlaceForNested.has(order.form) ? report : withNested(report), order, context)) as Written<Order>
}

async function writeByForm(report: DocumentReport, order: ReportOrder, { validator, files }: WriterContext): Promise<Written<ReportOrder>> {
  switch (order.form) {
    case 'siva1-json': {
      const written = writeSiva1Report(withNested(report), order)
      return order.detailed ? { ...written, detailedReport: writeDetailedReport(report) } : written
    }
    case 'siva1-soap':
      return writeSiva1Soap(writeSiva1Report(report, { strict: false }))
    case 'siva3':
      return writeSiva3Answer(report, order)
    case 'detailed':
      return writeDetailedReport(report)
    case 'text':
      return order.explain ? writeTree(order.file, report, paintOf(order.colours)) : writeText(order.file, report, paintOf(order.colours))
    case 'command-json': {
      const written = writeSiva1Report(report, order)
      const basis = order.basis ? { basis: writeBasis(report, validator) } : {}
      return order.explain ? { report: written, explanation: writeExplanation(report), ...basis } : { report: written, ...basis }
    }
    case 'audit':
      return writeAudit(report)
    case 'evidence':
      return writeEvidence(report, validator)
    case 'forecast':
      return writeForecast(report)
    case 'etsi': {
      const { writeEtsiReport } = await import('#writers/etsi')
      return Buffer.from(writeEtsiReport(report, validator))
    }
    case 'html': {
      const { buildSheet, renderHtml } = await import('#writers/print')
      return Buffer.from(renderHtml(buildSheet(report, { ...order, validator })))
    }
    case 'pdf': {
      const { buildSheet, renderPdf } = await import('#writers/print')
      return renderPdf(buildSheet(report, { ...order, validator }), new Date(report.validationTime))
    }
    case 'page': {
      const { writePageReport } = await import('#writers/page')
      return Buffer.from(JSON.stringify(writePageReport(report, { files: files(), timeZone: order.timeZone, validator })))
    }
    case 'page-checks': {
      const { writeChecks } = await import('#writers/page')
      return Buffer.from(writeChecks(report, order.language, order.signature))
    }
  }
}
