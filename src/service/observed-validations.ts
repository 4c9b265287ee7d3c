import type { DocumentType, PolicyName, ValidationReport } from '#model'
import type { Caller, PrintRequest, Supplied, ValidationService } from './validation-service.js'

/** A validation that has ended, for logs and metrics. They may use counts, fixed terms and countries from its report, but no text of the document. */
export interface ValidationEvent {
  /** Null when the request does not name the type and the document was refused before the type was recognised. */
  readonly documentType: DocumentType | null
  readonly policy: PolicyName
  /** From the call to the result, including the time in the queue. */
  readonly milliseconds: number
  /** Null when there is no report: the document or the request was refused, or an internal error occurred. */
  readonly report: ValidationReport | null
}

/** Returns a service that behaves the same and calls `onValidation` of the caller with the outcome of each validation. */
export function observeValidations(service: ValidationService): ValidationService {
  return {
    ...service,
    validate: (request, options = {}) => observed(request, options, () => service.validate(request, options)),
    print: (request, order, options = {}) => observed(request, options, () => service.print(request, order, options)),
  }
}

async function observed<T extends { readonly report: ValidationReport; readonly documentType?: DocumentType }>(
  request: Supplied<PrintRequest>,
  { onValidation }: Partial<Caller>,
  run: () => Promise<T>,
): Promise<T> {
  const started = performance.now()
  const notify = (documentType: DocumentType | null, report: ValidationReport | null) => {
    onValidation?.({ documentType, policy: request.policy, milliseconds: performance.now() - started, report })
  }
  try {
    const outcome = await run()
    notify(outcome.documentType ?? request.documentType, outcome.report)
    return outcome
  } catch (error) {
    notify(request.documentType, null)
    throw error
  }
}
