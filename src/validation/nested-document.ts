import { type DocumentReport, MalformedDocument, type TokenReport, type ValidationRequest } from '#model'
import { describeContent, recogniseDocument } from '#validation/container'
import type { Holder } from '#validation/provable'
import { octetsOf } from './archive-scopes.js'
import type { ReadDocument } from './document-formats.js'
import type { ValidationContext } from './validation-context.js'

/**
 * Validates the data file of an ASiC-S container with time-stamp tokens, when it is a signed document itself, at the time of the earliest token that passes and covers
 * it: the token proves that the file existed then, so that what has expired or become weak since does not matter (EN 319 162-1, 4.3.3.2; `decisions.md#asics-time`). Null when no token does, or
 * when the file is no signed document.
 *
 * @param depth how many containers the document is in
 * @param around the container of time-stamps that this one is in; null: none
 * @param validate validates a document at a depth
 * @returns null also at the greatest depth: what is inside is not looked into
 * @throws MalformedDocument when the data file is a signed document that cannot be read
 */
export function validateNested(
  { opened }: ReadDocument,
  tokens: readonly TokenReport[],
  request: ValidationRequest,
  context: ValidationContext,
  depth: number,
  around: Holder | null,
  validate: (nested: ValidationRequest, depth: number, holder: Holder) => DocumentReport,
): DocumentReport | null {
  const [file] = opened.dataFiles
  const covering = tokens
    .flatMap(({ indication, coversDataFile, facts: { genTime }, provable }) =>
      indication === 'TOTAL-PASSED' && coversDataFile ? [{ genTime, provable }] : [],
    )
    .toSorted((a, b) => a.genTime - b.genTime)
  const [earliest] = covering
  if (file?.content == null || earliest === undefined || depth >= context.limits.container.maxNestedDepth) return null
  const document = octetsOf(file.content)
  const documentType = recogniseDocument(document, context.limits)
  // Every ZIP archive is recognised as a container, also a document of an office program.
  if (documentType === null || (documentType === 'BDOC' && describeContent(document, context.limits) !== null)) return null
  try {
    return validate(
      { ...request, document, filename: file.name, documentType, validationTime: earliest.genTime, detached: null },
      depth + 1,
      { validationTime: around?.validationTime ?? request.validationTime, tokens: covering },
    )
  } catch (error) {
    if (!(error instanceof MalformedDocument)) throw error
    throw new MalformedDocument(error.code, error.message, file.name, { cause: error })
  }
}
