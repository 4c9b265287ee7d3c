import { ENVELOPE, SERVICE } from './namespaces.js'
import type { Fault } from './soap-fault.js'
import { textElement } from './written-xml.js'

/**
 * An answer. No namespace is the default one, so that the elements inside of the report are in none, as the schema says.
 *
 * @param header the `Header` element, or nothing
 * @param operation local name of the operation
 * @param report the content of the response, with the prefix `ns2` for the namespace of the service
 */
export function writeResponse(header: string, operation: string, report: string): string {
  const name = `ns2:${operation}Response`
  return writeEnvelope(header, `<${name} xmlns:ns2="${SERVICE}">${report}</${name}>`)
}

/** A fault without detail element: the description knows none. */
export function writeFault(header: string, { faultCode, message }: Fault): string {
  return writeEnvelope(
    header,
    `<soap:Fault>${textElement('faultcode', `soap:${faultCode}`)}${textElement('faultstring', message)}</soap:Fault>`,
  )
}

function writeEnvelope(header: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<soap:Envelope xmlns:soap="${ENVELOPE}">${header}<soap:Body>${body}</soap:Body></soap:Envelope>`
}
