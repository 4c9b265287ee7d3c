import { isUtf8 } from 'node:buffer'
import { type CheckFacts, findingOf, ReaderError, type StructureFinding, type XroadFindingKey, type XroadMessage } from '#model'
import type { XmlLimits } from '#readers/xml'
import { bufferOf } from '#std'
import { readRestMessage } from './read-rest-message.js'
import { messageError, readSoapMessage } from './read-soap-message.js'

export interface MessageLimits {
  /** Octets of a textual message, which consists of header lines only: the payload is an attachment. */
  readonly maxRestBytes: number
  readonly maxRestHeaders: number
}

interface MessageReadingLimits {
  readonly xml: XmlLimits
  readonly xroad: MessageLimits
}

/** Collects the findings about a message. The reader continues after a finding where it can, so that the sender is known as often as possible. */
export class MessageFindings {
  readonly list: StructureFinding[] = []

  add(key: XroadFindingKey, facts: CheckFacts = {}): void {
    this.list.push(findingOf(key, facts))
  }
}

/**
 * Reads the sender of a message from its own header: a SOAP envelope with the header fields of X-Road (Message Protocol 4.0), or a textual message of request
 * or status lines and header lines (Message Protocol for REST 1.0). Only the header is read, and the name of the element in the body. A message that cannot be
 * read is a finding.
 *
 * @throws ReaderError when a bound is reached
 */
export function readXroadMessage(octets: Uint8Array, limits: MessageReadingLimits): XroadMessage {
  const findings = new MessageFindings()
  try {
    if (!isUtf8(octets)) throw messageError('MESSAGE_ENCODING', 'The message is not text in UTF-8')
    const read = beginsWithMarkup(octets) ? readSoapMessage(octets, limits.xml, findings) : readRestMessage(octets, limits.xroad, findings)
    return { ...read, findings: findings.list }
  } catch (error) {
    if (!(error instanceof ReaderError) || error.limit) throw error
    findings.add('xroad-message-readable', { problem: error.message.slice(0, 200), element: null })
    return { protocol: null, kind: null, sender: null, service: null, findings: findings.list }
  }
}

/** Whether the message is XML: a textual message begins with a method or a status code, never with a byte-order mark or white space. */
function beginsWithMarkup(octets: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?[\t\n\r ]*</.test(bufferOf(octets).toString('latin1', 0, 1_000))
}
