import { asSentence, type DetachedData, MalformedDocument, ReaderError, RequestError } from '#model'

/** Codes of refusals of a whole document, beside those of the readers, with the status. A code is never reused after removal. */
export type DocumentRefusalCode =
  /** 400. The document has no octets. */
  | 'DOCUMENT_EMPTY'
  /** 400. The content is that of no type that is read. */
  | 'DOCUMENT_TYPE_NOT_RECOGNISED'
  /** 400. The content is of another type than the request states. */
  | 'DOCUMENT_TYPE_DIFFERS'
  /** 400. Files are given beside a document that contains what its signatures cover. */
  | 'CONTENT_NOT_EXPECTED'
  /** 400. A data file is asked for out of another document than was validated. */
  | 'DOCUMENT_CHANGED'
  /** 400. The document has no such data file. */
  | 'DATA_FILE_UNKNOWN'
  /** 400. The document holds only the digest of the data file. */
  | 'DATA_FILE_WITHOUT_CONTENT'
  /** 400. The data files unpack to more than is handed out. */
  | 'DATA_FILES_TOO_LARGE'
  /** 400. The content of a data file is no base64. */
  | 'DDOC_DATA_FILE_NOT_BASE64'
  /** 400. The validation did not end within its time. */
  | 'VALIDATION_TIME_USED_UP'
  /** 400. The validation needed more memory than a thread has. */
  | 'VALIDATION_MEMORY_USED_UP'

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

/**
 * Refuses files beside a document whose format contains what its signatures cover: unread, they would seem to be signed.
 *
 * @param what the kind of the document, for the message
 * @throws RequestError on `dataFiles`
 */
export function refuseFilesBeside(detached: DetachedData | null, what: string): void {
  if (detached?.kind !== 'files') return
  const message = `Files are given beside the document (dataFiles of a request, --content on the command line), but it is ${what}, which contains what its signatures cover. Leave them out; only CMS messages (.p7s, .p7m) and signed XML have files beside them.`
  throw new RequestError([{ field: 'dataFiles', code: 'CONTENT_NOT_EXPECTED', message }])
}

/** The refusal of a document that needs more work than the bounds allow. `what` completes the sentence. */
export function tooMuchWork(code: string, what: string): RequestError {
  const message = asSentence(`The document needs more work than is allowed: ${what}`)
  return new RequestError([{ field: 'document', code, message }])
}
