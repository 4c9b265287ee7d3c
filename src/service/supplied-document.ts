import { decodeBase64Octets } from './decode-base64.js'
import { releaseMemory } from './release-memory.js'

/**
 * A document as base64 in the octets of a request, which has been cut out but not decoded: that is the work of the thread that validates it. Handing the whole
 * request over costs nothing, copying its text would cost more than all the rest of the interface.
 */
export interface EncodedDocument {
  /** The whole request. */
  readonly octets: Uint8Array
  /** First octet of the text, and the one behind it. Everything in it is a character of one octet. */
  readonly start: number
  readonly end: number
  /** Whether line breaks and tabs may stand in the text as they are, as in XML. */
  readonly mayHoldLineBreaks: boolean
}

/** Octets of the document itself, or its place in a request. */
export type SuppliedDocument = Uint8Array | EncodedDocument

/** The text is no base64. The octets are back: reading the request as a whole says what is wrong with it. */
export class UndecodedDocument extends Error {
  override readonly name = 'UndecodedDocument'
  readonly octets: Uint8Array
  constructor(octets: Uint8Array) {
    super('The document is not base64.')
    this.octets = octets
  }
}

/** Throws `UndecodedDocument`. The octets of the request are given back to the system. */
export function decodeDocument(document: SuppliedDocument): Uint8Array {
  if (document instanceof Uint8Array) return document
  const { octets, start, end, mayHoldLineBreaks } = document
  const request = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength)
  const bytes = decodeBase64Octets(request.subarray(start, end), mayHoldLineBreaks ? 'any' : 'one')
  // Blank text is a document that is missing.
  if (bytes === null || bytes.length === 0) throw new UndecodedDocument(octets)
  releaseMemory([octets])
  return bytes
}

/** A request with the octets of its document. Throws `UndecodedDocument`. */
export function decoded<Request extends { readonly document: SuppliedDocument }>(
  request: Request,
): Omit<Request, 'document'> & { readonly document: Uint8Array } {
  return { ...request, document: decodeDocument(request.document) }
}

/** What can be handed to another thread, and is gone here afterwards: a buffer that holds these octets and nothing else. Any other is copied. */
export function transferable(document: SuppliedDocument): readonly ArrayBuffer[] {
  const { buffer, byteLength } = document instanceof Uint8Array ? document : document.octets
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : []
}
