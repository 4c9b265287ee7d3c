import { limits } from '#config'
import type { DocumentReport } from '#model'
import { documentTypeOf, validateDocument } from '#validation'
import { openDecodedCache, type ValidationContext } from '../../src/validation/validation-context.js'
import { agreement } from '../support/asice.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const trust = loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname)

/** The trust of the fixtures, and a cache of its own for each file of tests. */
export const looseContext = (): ValidationContext => createValidationContext(trust, openDecodedCache(limits))

/** Validates a document of any kind under POLv1 on 1 June 2026. An XML signature alone gets the agreement beside it. */
export function validateLoose(document: Uint8Array, context: ValidationContext): DocumentReport {
  const documentType = documentTypeOf(document, limits)
  const detached =
    documentType === 'XADES' ? ({ kind: 'files', files: [{ name: agreement.name, bytes: agreement.content }] } as const) : null
  const request = {
    document,
    filename: 'leping',
    documentType,
    policy: 'POLv1',
    validationTime: Date.UTC(2026, 5, 1, 12),
    detached,
  } as const
  return validateDocument(request, context)
}
