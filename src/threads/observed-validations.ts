import type { DocumentType, PolicyName } from '#model'
import type { ReportOrder } from '#writers'
import type { ReportSummary } from '#writers/statistics'
import type { Caller, DocumentRequest, ValidationOutcome, ValidationService } from './validation-service.js'

/** A validation that has ended, for logs and metrics. The summary has counts, fixed terms and countries, but no text of the document. */
export interface ValidationEvent {
  /** Null when the request does not name the type and the document was refused before the type was recognised. */
  readonly documentType: DocumentType | null
  readonly policy: PolicyName
  /** From the call to the result, including the time in the queue. */
  readonly milliseconds: number
  /** Null when there is no report: the document or the request was refused, or an internal error occurred. */
  readonly summary: ReportSummary | null
}

/** Returns a service that behaves the same and calls `onValidation` of the caller with the outcome of each validation. */
export function observeValidations(service: ValidationService): ValidationService {
  return {
    ...service,
    validate: (request, order, caller = {}) => observed(request, caller, () => service.validate(request, order, caller)),
  }
}

async function observed<Order extends ReportOrder>(
  request: DocumentRequest,
  { onValidation }: Partial<Caller>,
  run: () => Promise<ValidationOutcome<Order>>,
): Promise<ValidationOutcome<Order>> {
  const started = performance.now()
  const notify = (documentType: DocumentType | null, summary: ReportSummary | null) => {
    onValidation?.({ documentType, policy: request.policy, milliseconds: performance.now() - started, summary })
  }
  try {
    const outcome = await run()
    notify(outcome.documentType, outcome.summary)
    return outcome
  } catch (error) {
    notify(request.documentType, null)
    throw error
  }
}
