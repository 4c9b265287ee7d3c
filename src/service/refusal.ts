import { MalformedDocument, ReaderError, RequestError } from '#model'

/**
 * Runs readers of a document and makes the refusal of the request of what they throw; the only place that does. A bound that was reached is about the work
 * that the document asks for (`decisions.md#work`), anything else about the document. Other errors are ours and pass through.
 *
 * @param explained says more about a document that cannot be read
 * @throws RequestError on `document` when a bound was reached
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

/** The document is refused for the work that it would cost. `what` completes the sentence. */
export function tooMuchWork(code: string, what: string): RequestError {
  const message = `The document asks for more work than is allowed: ${what}${what.endsWith('.') ? '' : '.'}`
  return new RequestError([{ field: 'document', code, message }])
}
