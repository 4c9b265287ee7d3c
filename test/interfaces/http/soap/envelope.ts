import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { childElements, parseXml, textOf, type XmlElement } from '#readers/xml'
import type { serverUnderTest } from '../server-under-test.js'

export const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
export const SERVICE = 'http://soap.webapp.siva.openeid.ee/'
export const validationPath = '/soap/validationWebService/validateDocument'
export const dataFilesPath = '/soap/dataFilesWebService/getDocumentDataFiles'

type Server = Pick<Awaited<ReturnType<typeof serverUnderTest>>, 'app'>

interface EnvelopeParts {
  readonly fields?: string
  readonly payload?: string
  readonly header?: string
  readonly body?: string
}

/** A request for validation in the words of a usual client. Each part can be replaced by any XML. */
export function envelope({
  fields = '<Document>UEsDBA==</Document><Filename>leping.asice</Filename><DocumentType>BDOC</DocumentType>',
  payload = `<siva:ValidateDocument><siva:ValidationRequest>${fields}</siva:ValidationRequest></siva:ValidateDocument>`,
  header = '',
  body = `<soapenv:Body>${payload}</soapenv:Body>`,
}: EnvelopeParts = {}): string {
  return `<soapenv:Envelope xmlns:soapenv="${ENVELOPE}" xmlns:siva="${SERVICE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${header}${body}</soapenv:Envelope>`
}

export function dataFilesEnvelope(fields = '<Document>PFNpZ25lZERvYy8+</Document><DocumentType>DDOC</DocumentType>'): string {
  return envelope({
    payload: `<siva:GetDocumentDataFiles><siva:DataFilesRequest>${fields}</siva:DataFilesRequest></siva:GetDocumentDataFiles>`,
  })
}

export function post({ app }: Server, payload: string | Buffer, url = validationPath, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url, headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""', ...headers }, payload })
}

const limits = { maxBytes: 1e8, maxDepth: 100, maxAttributes: 100, maxAttributeLength: 10_000_000, maxNodes: 1e6, maxNamespaces: 100 }
export const parse = (text: string) => parseXml(Buffer.from(text), limits)

/** The one element in the Body of an answer. */
export function bodyOf(answer: LightMyRequestResponse): XmlElement {
  expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8')
  const { root } = parse(answer.body)
  expect([root.namespace, root.localName]).toEqual([ENVELOPE, 'Envelope'])
  const parts = childElements(root)
  expect(parts.every(({ namespace }) => namespace === ENVELOPE)).toBe(true)
  expect(['Body', 'Header,Body']).toContain(parts.map(({ localName }) => localName).join())
  const [element, ...more] = childElements(parts.at(-1) ?? root)
  if (element === undefined || more.length > 0) throw new Error('not one element in the Body')
  return element
}

/** The header entries of an answer as they are written. */
export function entriesOf(answer: LightMyRequestResponse): readonly string[] {
  const { root, text } = parse(answer.body)
  const [header] = childElements(root, ENVELOPE, 'Header')
  return header === undefined ? [] : childElements(header).map(({ offset, end }) => text.slice(offset, end))
}

/** Exactly a fault of SOAP 1.1 with a code of it, one sentence and nothing else. */
export function expectFault(answer: LightMyRequestResponse, code: string, text: RegExp, status = 500): void {
  const fault = bodyOf(answer)
  expect([fault.namespace, fault.localName]).toEqual([ENVELOPE, 'Fault'])
  const [faultCode, faultString, ...more] = childElements(fault)
  expect(more).toEqual([])
  expect([faultCode?.name, faultCode && textOf(faultCode)]).toEqual(['faultcode', `soap:${code}`])
  expect(faultString?.name).toBe('faultstring')
  const message = faultString === undefined ? '' : textOf(faultString)
  expect(message).toMatch(text)
  expect(message).toMatch(/^\S.*[.?)]$/s)
  expect(message).not.toMatch(/\.ts|\.js|node_modules|\n\s+at /)
  expect(answer.statusCode).toBe(status)
}

/** A report of validation, whose texts are found by their path. */
export function expectReport(answer: LightMyRequestResponse): (...path: readonly string[]) => string {
  const response = bodyOf(answer)
  expect([response.namespace, response.localName, answer.statusCode]).toEqual([SERVICE, 'ValidateDocumentResponse', 200])
  const [report] = childElements(response, SERVICE, 'ValidationReport')
  return (...path) => {
    let element = report
    for (const name of path) element = element && childElements(element, '', name)[0]
    if (element === undefined) throw new Error(`no ${path.join('/')} in the report`)
    return textOf(element)
  }
}
