import { asSentence, MalformedDocument, ReaderError, RequestError } from '#model'

/**
 * Runs readers of a document and converts a `ReaderError` to a refusal; no other function does so. An exceeded bound refuses the amount of work
 * (`decisions.md#work`), any other error refuses the document. Internal errors pass through.
 *
 * @param explained extends the refusal of a document that cannot be read
 * @throws RequestError on `document` when a bound was exceeded
 * @throws MalformedDocument when the document cannot be read
 */
export function refusingDocument<T>(read: () => T, explained: (refusal: MalformedDocument) => MalformedDocument = asItIs): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    if (error.limit) throw tooMuchWork(error.code, error.described)
    throw explained(new MalformedDocument(error.code, error.message, error.where, { cause: error }))
  }
}

function asItIs(refusal: MalformedDocument): MalformedDocument {
  return refusal
}

/** The refusal of a document that needs more work than the bounds allow. `what` completes the sentence. */
export function tooMuchWork(code: string, what: string): RequestError {
  const message = asSentence(`The document needs more work than is allowed: ${what}`)
  return new RequestError([{ field: 'document', code, message }])
}
