import { attributeOf, childElement, type XmlDocument, type XmlElement, xmlAttribute } from '#xml'
import { ENVELOPE, REPRESENTATION, XROAD } from './namespaces.js'
import { shown } from './read-envelope.js'
import { SoapFault } from './soap-fault.js'

/** Entries that we understand, because all that is asked of a service is to send them back (X-Road message protocol 4.0, section 2.2). */
const understood: ReadonlyMap<string, readonly string[]> = new Map([
  [XROAD, ['client', 'service', 'centralService', 'securityServer', 'id', 'userId', 'issue', 'protocolVersion', 'requestHash']],
  [REPRESENTATION, ['representedParty']],
])

/** The actor that designates the next recipient of a message (SOAP 1.1, section 4.2.2). */
const NEXT = 'http://schemas.xmlsoap.org/soap/actor/next'

/** SOAP 1.1, section 4.2.3: an entry that must be understood, is meant for us and is not known here. Throws `SoapFault`. */
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
 * The Header of the answer: every entry of the request, in its order, character for character. The namespaces that are in scope there are
 * declared on the element around them, all of them: a prefix may be used in a value, too. Empty when the request has no entries.
 */
export function echoHeader({ root, text }: XmlDocument): string {
  const entries = entriesOf(root)
  if (entries.length === 0) return ''
  const scope = new Map([...(root.declarations ?? []), ...(entries[0]?.parent?.declarations ?? [])])
  // The answer binds `soap` to the envelope; where the request means something else by it, the Header goes by another name.
  let prefix = 'soap'
  for (let i = 1; (scope.get(prefix) ?? ENVELOPE) !== ENVELOPE; i++) prefix = `soap${i}`
  scope.set(prefix, ENVELOPE)
  const declarations = [...scope].map(([bound, uri]) => ` xmlns${bound === '' ? '' : `:${bound}`}="${xmlAttribute(uri)}"`)
  const blocks = entries.map((entry) => text.slice(entry.offset, entry.end))
  return ownText(`<${prefix}:Header${declarations.join('')}>${blocks.join('')}</${prefix}:Header>`)
}

/** Of two Headers the first; the envelope is refused in any case. */
function entriesOf(root: XmlElement): readonly XmlElement[] {
  const children = childElement(root, ENVELOPE, 'Header')?.children ?? []
  return children.filter((child) => typeof child === 'object' && child.kind === 'element')
}

/** A part of a string keeps all of it in memory: what outlives the request's text is copied out of it. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

const bodyTag = '<soap:Body>'

/** An envelope of node-soap with a Header, which stands before its Body. Nothing in it before the Body comes from a request or a document. */
export function withHeader(envelope: string, header: string): string {
  if (header === '') return envelope
  const at = envelope.indexOf(bodyTag)
  if (at < 0) throw new Error('node-soap has written an envelope without Body')
  return envelope.slice(0, at) + header + envelope.slice(at)
}
