import { readFileSync } from 'node:fs'
import { xmlAttribute } from '#xml'
import { wsdlFolder } from './soap-server.js'

const schemas = ['xroad.xsd', 'identifiers.xsd'] as const

/** What the query of an address asks for: the WSDL (`?wsdl`), a schema that it imports (`?xsd=xroad.xsd`), or null for neither. */
export type FindDescription = (query: Readonly<Record<string, unknown>>, address: () => string) => string | null

/**
 * A WSDL and the schemas that it imports, which lie beside it. They are served as they are but for two things, which name the address that the
 * caller used: the address of the service, and the locations of schemas. A location relative to the WSDL would do, but Java resolves a query alone
 * by the rule of RFC 2396 and drops the end of the path.
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
