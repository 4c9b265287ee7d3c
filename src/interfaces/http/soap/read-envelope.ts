import { parseXml, type XmlDocument, type XmlElement, XmlError, type XmlLimits } from '#readers/xml'
import { ENVELOPE } from './namespaces.js'
import { SoapFault } from './soap-fault.js'

/** Parses a request and checks that it is an envelope of SOAP 1.1. Throws `SoapFault`. */
export function openEnvelope(body: Buffer, limits: XmlLimits): XmlDocument {
  const envelope = parse(body, limits)
  const { root } = envelope
  if (root.localName !== 'Envelope')
    throw new SoapFault('Client', 'SOAP_NOT_AN_ENVELOPE', `The request is not a SOAP envelope, its outermost element is ${shown(root)}.`)
  if (root.namespace !== ENVELOPE)
    throw new SoapFault(
      'VersionMismatch',
      'SOAP_VERSION',
      `The envelope must be one of SOAP 1.1 (namespace ${ENVELOPE}), the only version that this service supports.`,
    )
  return envelope
}

function parse(body: Buffer, limits: XmlLimits): XmlDocument {
  if (body.length === 0) throw new SoapFault('Client', 'SOAP_NOT_AN_ENVELOPE', 'The request has no body, it must be a SOAP envelope.')
  try {
    return parseXml(body, limits)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const place = error.offset === null ? '' : ` at character ${error.offset}`
    throw new SoapFault('Client', error.code, `The request is not the XML of a SOAP envelope${place}: ${error.message}`)
  }
}

/** The only child element of the Body. The envelope must have an optional Header, one Body (SOAP 1.1, section 4) and nothing after it. Throws `SoapFault`. */
export function payloadOf(root: XmlElement): XmlElement {
  const parts = elementsIn(root)
  const header = asPart(parts[0], 'Header')
  const [next, ...more] = header === null ? parts : parts.slice(1)
  const body = asPart(next, 'Body')
  if (body === null) throw structure(`A Body is expected in the envelope${next === undefined ? '' : ` in place of ${shown(next)}`}.`)
  if (more[0] !== undefined) throw structure(`An envelope holds one Body and nothing after it, this one also holds ${shown(more[0])}.`)
  for (const part of header === null ? [root, body] : [root, header, body]) assertQualifiedAttributes(part)
  if (header !== null) elementsIn(header)
  const [payload, second] = elementsIn(body)
  if (payload === undefined) throw structure('The Body of the envelope is empty.')
  if (second !== undefined) throw structure(`The Body holds one request, this one also holds ${shown(second)}.`)
  return payload
}

function asPart(element: XmlElement | undefined, localName: 'Header' | 'Body'): XmlElement | null {
  return element?.namespace === ENVELOPE && element.localName === localName ? element : null
}

/** Attributes of the parts of an envelope must be namespace-qualified (SOAP 1.1, section 4). */
function assertQualifiedAttributes(part: XmlElement): void {
  const bare = part.attributes.find((attribute) => attribute.namespace === '')
  if (bare !== undefined) throw structure(`${part.localName} has the attribute ${shown(bare)}, which is in no namespace.`)
}

function structure(message: string): SoapFault {
  return new SoapFault('Client', 'SOAP_ENVELOPE_STRUCTURE', message)
}

/**
 * The child elements of an element with element content. Comments are ignored. Throws `SoapFault` for text, and for processing instructions (SOAP 1.1, section 3).
 */
export function elementsIn(element: XmlElement): readonly XmlElement[] {
  const elements: XmlElement[] = []
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (/[^ \t\n\r]/.test(child)) throw structure(`${shown(element)} contains text, but may contain only elements.`)
    } else if (child.kind === 'element') elements.push(child)
    else if (child.kind === 'instruction') throw structure(`${shown(element)} holds a processing instruction, which SOAP does not allow.`)
  }
  return elements
}

/** A name from the request for use in a message, cut to 60 characters. */
export function shown({ name }: { readonly name: string }): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}
