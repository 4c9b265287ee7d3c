import { readFileSync } from 'node:fs'
import { xmlAttribute } from '#readers/xml'
import { wsdlFolder } from './soap-server.js'

const schemas = ['xroad.xsd', 'identifiers.xsd'] as const

/**
 * The text that a query requests: the WSDL (`?wsdl`) or a schema that it imports (`?xsd=xroad.xsd`); null for any other query. `address` returns the public
 * address.
 */
export type FindDescription = (query: Readonly<Record<string, unknown>>, address: () => string) => string | null

/**
 * Returns the lookup of a WSDL and of the schemas that it imports. In their texts, the address of the service and the locations of the schemas are replaced, so
 * that they begin with the address that the client used. The locations must be absolute: Java resolves a reference that consists only of a query according to
 * RFC 2396, which drops the last segment of the path.
 */
export function openDescriptions(wsdl: string): FindDescription {
  const files = new Map<unknown, string>(schemas.map((name) => [name, readFileSync(wsdlFolder + name, 'utf8')]))
  return (query, address) => {
    const parameters = new Map(Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]))
    const text = parameters.has('wsdl') ? wsdl : files.get(parameters.get('xsd'))
    if (text === undefined) return null
    const here = xmlAttribute(address())
    return text
      .replace(/(?<=<soap:address location=")[^"]*/, () => here)
      .replace(/(?<=schemaLocation=")[a-z]+\.xsd/g, (name) => `${here}?xsd=${name}`)
  }
}
