import { readFileSync } from 'node:fs'
import { xmlAttribute } from '#xml'
import { wsdlFolder } from './soap-server.js'

const schemas = ['xroad.xsd', 'identifiers.xsd'] as const

/** The text that a query requests: the WSDL (`?wsdl`) or a schema that it imports (`?xsd=xroad.xsd`); null for any other query. `address` is the public address. */
export type FindDescription = (query: Readonly<Record<string, unknown>>, address: () => string) => string | null

/**
 * Serves a WSDL and the schemas that it imports. Two parts are replaced by the address that the caller used: the address of the service and the locations of the
 * schemas. These must be absolute, because Java resolves a reference that is only a query by RFC 2396, which drops the last segment of the path.
 */
export function openDescriptions(wsdl: string): FindDescription {
  const files = new Map<unknown, string>(schemas.map((name) => [name, readFileSync(wsdlFolder + name, 'utf8')]))
  return (query, address) => {
    const asked = new Map(Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]))
    const text = asked.has('wsdl') ? wsdl : files.get(asked.get('xsd'))
    if (text === undefined) return null
    const here = xmlAttribute(address())
    return text
      .replace(/(?<=<soap:address location=")[^"]*/, () => here)
      .replace(/(?<=schemaLocation=")[a-z]+\.xsd/g, (name) => `${here}?xsd=${name}`)
  }
}
