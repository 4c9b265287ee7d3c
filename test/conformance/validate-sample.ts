import { limits } from '#config'
import { type DocumentType, MalformedDocument, RequestError } from '#model'
import type { Siva1Report } from '#writers/siva1'
import { loadInstances } from '../../src/trust/supply/load-instances.js'
import { openDecodedCache, type ValidationContext } from '../../src/validation/validation-context.js'
import type { Sample } from '../support/samples/index.js'
import { validated } from '../support/validated.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const cache = openDecodedCache(limits)
const contexts = new Map<string, ValidationContext>()

/** The context with the trust settings of a file below `fixtures/`, and with those of X-Road instances. */
export function contextFor(trust: string, xroad: string | null = null): ValidationContext {
  const key = `${trust} ${xroad ?? ''}`
  const known = contexts.get(key)
  if (known !== undefined) return known
  const inFixtures = (path: string) => new URL(`../../fixtures/${path}`, import.meta.url).pathname
  const instances = xroad === null ? [] : loadInstances(inFixtures(xroad), limits)
  const context = createValidationContext(loadTrust(inFixtures(trust)), cache, instances)
  contexts.set(key, context)
  return context
}

export type Answer = { readonly kind: 'report'; readonly report: Siva1Report } | { readonly kind: 'refused'; readonly code: string }

/** Asks the service about a document. Anything but a report or a refusal is a fault of ours and thrown. */
export function validate(
  document: Buffer,
  trust: string,
  request: Pick<Sample, 'policy' | 'validationTime'> & { readonly documentType?: DocumentType; readonly xroad?: string },
): Answer {
  const validationTime = Date.parse(request.validationTime)
  try {
    const outcome = validated(
      { document, filename: 'document.asice', documentType: request.documentType ?? 'BDOC', policy: request.policy, validationTime },
      contextFor(trust, request.xroad),
    )
    return { kind: 'report', report: outcome.report }
  } catch (error) {
    if (error instanceof MalformedDocument) return { kind: 'refused', code: error.code }
    if (error instanceof RequestError) return { kind: 'refused', code: error.problems.map(({ code }) => code).join() }
    throw error
  }
}

const sorted = (keys: readonly (string | undefined)[]): readonly string[] => [...new Set(keys.map(String))].sort()

/** What of an answer is compared. The deciding error is told apart, the rest has no order. */
export function summaryOf(answer: Answer): unknown {
  if (answer.kind === 'refused') return 'refused'
  const { report } = answer
  return {
    signatureForm: report.signatureForm,
    signatures: report.signatures.map(({ signatureFormat, indication, subIndication, errors, warnings }) => ({
      format: signatureFormat,
      verdict: `${indication} ${subIndication}`.trim(),
      decidedBy: errors[0]?.key ?? null,
      errors: sorted(errors.map(({ key }) => key)),
      warnings: sorted(warnings.map(({ key }) => key)),
    })),
    validationWarnings: sorted(report.validationWarnings.map(({ key }) => key)),
  }
}

/** The same of an expectation. */
export function summaryOfExpected(expected: Sample['expected']): unknown {
  if (expected === 'malformed') return 'refused'
  return {
    signatureForm: expected.signatureForm ?? 'ASiC_E',
    signatures: expected.signatures.map(({ format, indication, subIndication, errors, warnings }) => ({
      format,
      verdict: `${indication} ${subIndication}`.trim(),
      decidedBy: errors[0] ?? null,
      errors: sorted(errors),
      warnings: sorted(warnings),
    })),
    validationWarnings: sorted(expected.validationWarnings),
  }
}
