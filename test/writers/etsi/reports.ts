import { join } from 'node:path'
import { childElement, elementsNamed, parseXml, textOf, type XmlElement } from '#readers/xml'
import type { ValidationOutcome } from '#threads'
import { writeValidated } from '../../../src/threads/write-validated.js'
import { everyDocument, orRefused } from '../../support/every-document.js'
import { validated } from '../../support/validated.js'

export const VR = 'http://uri.etsi.org/19102/v1.4.1#'
export const DS = 'http://www.w3.org/2000/09/xmldsig#'
export const shared = new URL('../../../../shared/', import.meta.url).pathname
export const schemas = join(shared, 'vectors/xsd')
export const limits = {
  maxBytes: 50_000_000,
  maxDepth: 50,
  maxAttributes: 50,
  maxAttributeLength: 10_000_000,
  maxNodes: 1_000_000,
  maxNamespaces: 50,
}
export const documents = everyDocument()

export const named = (id: string) => {
  const found = documents.find((document) => document.id === id)
  if (found === undefined) throw new Error(`no document ${id}`)
  return found
}
type EtsiOutcome = ValidationOutcome<{ readonly form: 'etsi' }>
const written = new Map<string, Promise<EtsiOutcome | null>>()

/** The report of a document, written once; null for one that is refused. */
export function write(document: (typeof documents)[number]): Promise<EtsiOutcome | null> {
  const known = written.get(document.id) ?? orRefused(() => writeValidated(document.request(), { form: 'etsi' }, document.context()))
  written.set(document.id, known)
  return known
}
export const forgetReports = () => written.clear()

export async function read(id: string) {
  const document = named(id)
  const printed = await write(document)
  if (printed === null) throw new Error(`${id} is refused`)
  const { root } = parseXml(printed.written, limits)
  return {
    root,
    text: Buffer.from(printed.written).toString(),
    report: validated(document.request(), document.context()),
  }
}

/** The one element at the end of the names; throws where there is none. */
export function at(element: XmlElement, ...names: readonly string[]): XmlElement {
  return names.reduce((from, name) => {
    const found = childElement(from, VR, name)
    if (found === null) throw new Error(`no ${name} in ${from.localName}`)
    return found
  }, element)
}
export const all = (element: XmlElement, name: string, namespace = VR) => [...elementsNamed(element, namespace, name)]
export const says = (element: XmlElement, ...names: readonly string[]) => textOf(at(element, ...names))
