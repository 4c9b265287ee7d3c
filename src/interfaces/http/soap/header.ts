import { attributeOf, childElement, childElements, type XmlDocument, type XmlElement, xmlAttribute } from '#readers/xml'
import { ENVELOPE, REPRESENTATION, XROAD } from './namespaces.js'
import { shown } from './read-envelope.js'
import { SoapFault } from './soap-fault.js'

/** Header entries that are understood. A service only has to return them (X-Road message protocol 4.0, section 2.2). */
const understood: ReadonlyMap<string, readonly string[]> = new Map([
  [XROAD, ['client', 'service', 'centralService', 'securityServer', 'id', 'userId', 'issue', 'protocolVersion', 'requestHash']],
  [REPRESENTATION, ['representedParty']],
])

/** The actor that designates the next recipient of a message (SOAP 1.1, section 4.2.2). */
const NEXT = 'http://schemas.xmlsoap.org/soap/actor/next'

/** Throws `SoapFault` for an entry with `mustUnderstand` that addresses this node and is not understood (SOAP 1.1, section 4.2.3). */
export function assertUnderstood({ root }: XmlDocument): void {
  for (const entry of entriesOf(root)) {
    const must = attributeOf(entry, 'mustUnderstand', ENVELOPE)?.trim() ?? '0'
    const actor = attributeOf(entry, 'actor', ENVELOPE)?.trim() ?? ''
    if (must === '0' || must === 'false' || (actor !== '' && actor !== NEXT)) continue
    if (understood.get(entry.namespace)?.includes(entry.localName) !== true)
      throw new SoapFault(
        'MustUnderstand',
        'SOAP_MUST_UNDERSTAND',
        `The header entry ${shown(entry)} must be understood, but is not known here.`,
      )
  }
}

/**
 * The Header of the answer: every header entry of the request, in its order, character for character. The Header element declares all namespaces that were in
 * scope, because a prefix may also be used in a value. Empty when the request has no header entries.
 */
export function echoHeader({ root, text }: XmlDocument): string {
  const entries = entriesOf(root)
  if (entries.length === 0) return ''
  const scope = new Map([...(root.declarations ?? []), ...(entries[0]?.parent?.declarations ?? [])])
  // The answer binds the prefix `soap` to the envelope namespace. When the request binds it to another namespace, the Header element gets another prefix.
  let prefix = 'soap'
  for (let i = 1; (scope.get(prefix) ?? ENVELOPE) !== ENVELOPE; i++) prefix = `soap${i}`
  scope.set(prefix, ENVELOPE)
  const declarations = [...scope].map(([bound, uri]) => ` xmlns${bound === '' ? '' : `:${bound}`}="${xmlAttribute(uri)}"`)
  const blocks = entries.map((entry) => text.slice(entry.offset, entry.end))
  return ownText(`<${prefix}:Header${declarations.join('')}>${blocks.join('')}</${prefix}:Header>`)
}

/** The entries of the first Header; `payloadOf` refuses an envelope with two. */
function entriesOf(root: XmlElement): readonly XmlElement[] {
  const header = childElement(root, ENVELOPE, 'Header')
  return header === null ? [] : childElements(header)
}

/** A copy of a substring: V8 keeps the whole string in memory as long as a substring of it is referenced. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

const bodyTag = '<soap:Body>'

/**
 * Inserts a Header before the Body of an envelope that node-soap wrote. The first match is the Body, because no text of a request or a document precedes it.
 */
export function withHeader(envelope: string, header: string): string {
  if (header === '') return envelope
  const at = envelope.indexOf(bodyTag)
  if (at < 0) throw new Error('node-soap has written an envelope without Body')
  return envelope.slice(0, at) + header + envelope.slice(at)
}
