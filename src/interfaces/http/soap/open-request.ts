import { resultOrNull } from '#model'
import type { XmlDocument, XmlLimits } from '#readers/xml'
import type { Members } from '../json-body.js'
import { minCut, type Range, readAroundDocument } from '../plain-document.js'
import { assertUnderstood } from './header.js'
import { openEnvelope, payloadOf } from './read-envelope.js'
import { type RequestShape, readFields } from './read-request.js'
import { SoapFault } from './soap-fault.js'

/** The texts of a request's fields. */
interface SoapRequest {
  readonly members: Members
}

/**
 * Reads a request: its envelope, then its fields. A large document is cut out of the octets first. Throws `SoapFault`.
 *
 * @param onEnvelope called with the envelope before its fields are read, also when they are then refused
 */
export function openRequest(
  body: Buffer,
  shape: RequestShape,
  limits: XmlLimits,
  onEnvelope: (envelope: XmlDocument) => void,
): SoapRequest {
  const read = (octets: Buffer) => {
    const envelope = openEnvelope(octets, limits)
    onEnvelope(envelope)
    assertUnderstood(envelope)
    return { members: readFields(payloadOf(envelope.root), shape) }
  }
  const text = body.length > limits.maxBytes ? null : documentText(body)
  // A refusal of the rest is not used: it would name other positions than those in the body.
  const around = text === null ? null : readAroundDocument(body, text, (rest) => resultOrNull(SoapFault, () => read(rest)))
  return around ?? read(body)
}

const opening = Buffer.from('<Document>')
const LESS = 0x3c

/** The octets between the first `<Document>` and the next `<`; null when there are few. */
function documentText(body: Buffer): Range | null {
  const at = body.indexOf(opening)
  if (at < 0) return null
  const start = at + opening.length
  const end = body.indexOf(LESS, start)
  return end - start < minCut ? null : { start, end }
}
