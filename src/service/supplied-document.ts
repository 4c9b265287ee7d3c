import { bufferOf } from '#model'
import { decodeBase64Octets } from './decode-base64.js'
import { releaseMemory } from './release-memory.js'

/**
 * A document as base64 within the octets of a request. The worker thread decodes it. Transferring the whole request to the thread costs nothing, while copying
 * the text would cost more than all other work of the interface.
 */
export interface EncodedDocument {
  /** The whole request. */
  readonly octets: Uint8Array
  /** Range of the text in `octets`, from `start`, inclusive, to `end`, exclusive. Each octet is one character. */
  readonly start: number
  readonly end: number
  /** Whether the text may contain line breaks and tabs, as in XML. */
  readonly mayHoldLineBreaks: boolean
}

/** The octets of a document, or a request that contains it as base64. */
export type SuppliedDocument = Uint8Array | EncodedDocument

/** The text is not base64. `octets` is the request, returned from the thread: reading it as a whole gives the reason. */
export class UndecodedDocument extends Error {
  override readonly name = 'UndecodedDocument'
  readonly octets: Uint8Array
  constructor(octets: Uint8Array) {
    super('The document is not base64.')
    this.octets = octets
  }
}

/** The octets of a document. Decoding frees the memory of the request. Throws `UndecodedDocument`. */
export function decodeDocument(document: SuppliedDocument): Uint8Array {
  if (document instanceof Uint8Array) return document
  const { octets, start, end, mayHoldLineBreaks } = document
  const bytes = decodeBase64Octets(bufferOf(octets).subarray(start, end), mayHoldLineBreaks ? 'any' : 'one')
  // A blank text counts as a missing document, which is reported when the request is read as a whole.
  if (bytes === null || bytes.length === 0) throw new UndecodedDocument(octets)
  releaseMemory([octets])
  return bytes
}

/** A request with its document decoded. Throws `UndecodedDocument`. */
export function decoded<Request extends { readonly document: SuppliedDocument }>(
  request: Request,
): Omit<Request, 'document'> & { readonly document: Uint8Array } {
  return { ...request, document: decodeDocument(request.document) }
}

/** Number of octets that another thread can read directly, because they are in shared memory; 0 for other memory, which is transferred or copied. */
export function sharedBytes(document: SuppliedDocument): number {
  const { buffer, byteLength } = document instanceof Uint8Array ? document : document.octets
  return buffer instanceof SharedArrayBuffer ? byteLength : 0
}

/** The buffers to transfer to another thread: the buffer of the document when it contains nothing else. Otherwise none, and the octets are copied. */
export function transferable(document: SuppliedDocument): readonly ArrayBuffer[] {
  const { buffer, byteLength } = document instanceof Uint8Array ? document : document.octets
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : []
}
