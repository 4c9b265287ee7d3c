import type { DocumentType, PolicyName, ValidationReport } from '#model'
import type { ValidationService } from './validation-service.js'

/** A validation that is over, for logs and metrics. Of the report only counts, words of ours and countries are told to anybody. */
export interface ValidationEvent {
  readonly documentType: DocumentType
  readonly policy: PolicyName
  /** From the request to the report, waiting included. */
  readonly milliseconds: number
  /** Null when there is none: the document or the request was refused, or the service is at fault. */
  readonly report: ValidationReport | null
}

/** The same service, which tells each caller of `onValidation` how its validation ended. */
export function observeValidations(service: ValidationService): ValidationService {
  return {
    ...service,
    validate: async (request, options = {}) => {
      const { documentType, policy } = request
      const started = performance.now()
      const tell = (report: ValidationReport | null) =>
        options.onValidation?.({ documentType, policy, milliseconds: performance.now() - started, report })
      try {
        const outcome = await service.validate(request, options)
        tell(outcome.report)
        return outcome
      } catch (error) {
        tell(null)
        throw error
      }
    },
  }
}
