import type { DocumentReport, ValidationRequest } from '#model'
import { type DetailedReport, writeDetailedReport } from '#writers/detailed'
import { type Explanation, writeExplanation } from '#writers/explanation'
import { type Siva1Report, writeSiva1Report } from '#writers/siva1'
import { validateDocument } from '../../src/validation/validate-document.js'
import type { ValidationContext } from '../../src/validation/validation-context.js'

export interface Validated {
  readonly document: DocumentReport
  readonly report: Siva1Report
  readonly detailed: DetailedReport
  readonly explanation: Explanation
}

/** Validates a document and writes its report as the tests read it: in the members of SiVa 1, with the detailed report and the explanation. */
export function validated(request: ValidationRequest, context: ValidationContext): Validated {
  const document = validateDocument(request, context)
  return {
    document,
    report: writeSiva1Report(document, { strict: false }),
    get detailed() {
      return writeDetailedReport(document)
    },
    get explanation() {
      return writeExplanation(document)
    },
  }
}
