import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { XmlBufferInputProvider, XmlDocument, XsdValidator, xmlCleanupInputProvider, xmlRegisterInputProvider } from 'libxml2-wasm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#config'
import { createServer } from '#interfaces/http'
import { childElements, elementsNamed } from '#readers/xml'
import { openInProcessService } from '#threads'
import { type Siva1Report, writeSiva1Report, writeSiva1Soap } from '#writers/siva1'
import { writeDataFilesReport } from '../../../../src/interfaces/http/soap/write-data-files.js'
import { settingsWith } from '../../../support/settings.js'
import { fixedTrust, loadTrust } from '../../../support/validation-context.js'
import { report } from '../server-under-test.js'
import { dataFilesEnvelope, dataFilesPath, ENVELOPE, envelope, parse, post } from './envelope.js'

const wsdlFolder = new URL('../../../../wsdl/', import.meta.url)
const fixtures = new URL('../../../../fixtures/', import.meta.url)
const readText = (name: string) => readFileSync(new URL(name, wsdlFolder), 'utf8')

/** The schema inside of a WSDL, with the prefixes that are declared around it. */
function schemaOf(wsdl: string): string {
  const text = readText(wsdl)
  const [schema] = elementsNamed(parse(text).root, 'http://www.w3.org/2001/XMLSchema', 'schema')
  if (schema === undefined) throw new Error(`no schema in ${wsdl}`)
  return text
    .slice(schema.offset, schema.end)
    .replace('<xs:schema', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:siva="http://soap.webapp.siva.openeid.ee/"')
}

describe('answers and the schemas of the WSDLs', () => {
  const validators = new Map<string, XsdValidator>()
  let server: { app: FastifyInstance }
  beforeAll(async () => {
    xmlRegisterInputProvider(
      new XmlBufferInputProvider(
        Object.fromEntries(
          ['xroad.xsd', 'identifiers.xsd'].map((name) => [`file:///wsdl/${name}`, readFileSync(new URL(name, wsdlFolder))]),
        ),
      ),
    )
    for (const [name, text] of [
      ['siva.wsdl', schemaOf('siva.wsdl')],
      ['siva-datafiles.wsdl', schemaOf('siva-datafiles.wsdl')],
      ['xroad.xsd', readText('xroad.xsd')],
    ] as const)
      validators.set(name, XsdValidator.fromDoc(XmlDocument.fromString(text, { url: `file:///wsdl/${name}` })))
    const service = openInProcessService({
      settings: readSettings({ ALLKIRI_CLOCK: '2026-06-01T12:00:00Z' }),
      trust: fixedTrust(loadTrust(fileURLToPath(new URL('trust/standard.json', fixtures)))),
      now: () => 0,
      onFault: () => undefined,
    })
    const settings = settingsWith({ strict: false })
    server = { app: await createServer({ settings, service, capsules: null, logger: pino({ level: 'silent' }) }) }
  })
  afterAll(async () => {
    for (const validator of validators.values()) validator.dispose()
    xmlCleanupInputProvider()
    await server.app.close()
  })

  /** Validates the one element in the Body, or each entry of the Header. */
  function validate(schema: string, text: string, part: 'Body' | 'Header' = 'Body') {
    const { root, text: all } = parse(text)
    const [found] = childElements(root, ENVELOPE, part)
    const elements = found === undefined ? [] : childElements(found)
    expect(elements.length).toBeGreaterThan(0)
    const scope = [...new Map([...(root.declarations ?? []), ...(found?.declarations ?? [])])]
      .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
      .join('')
    for (const { name, offset, end } of elements) {
      const document = XmlDocument.fromString(`<${name}${scope}${all.slice(offset + 1 + name.length, end)}`)
      try {
        validators.get(schema)?.validate(document)
      } finally {
        document.dispose()
      }
    }
  }
  const enveloped = (response: string) => `<soap:Envelope xmlns:soap="${ENVELOPE}"><soap:Body>${response}</soap:Body></soap:Envelope>`

  const documents = JSON.parse(readFileSync(new URL('manifest.json', fixtures), 'utf8')) as {
    id: string
    file: string
    documentType: string
  }[]
  it.each(documents)('an answer conforms to the schemas of the WSDLs: $id', async ({ file, documentType: type }) => {
    const bytes = readFileSync(new URL(file, fixtures)).toString('base64')
    const request = envelope({
      fields: `<Document>${bytes}</Document><Filename>leping.asice</Filename><DocumentType>${type}</DocumentType>`,
    })
    const answer = await post(server, request)
    if (answer.statusCode === 500)
      expect(answer.body).toContain('<soap:Fault><faultcode>soap:Server</faultcode><faultstring>The document is malformed')
    else expect(() => validate('siva.wsdl', answer.body)).not.toThrow()
    expect(() => validate('siva.wsdl', request)).not.toThrow()
    if (type !== 'DDOC') return
    const files = await post(server, dataFilesEnvelope(`<Document>${bytes}</Document><DocumentType>DDOC</DocumentType>`), dataFilesPath)
    if (files.statusCode === 500) expect(files.body).toContain('The document is malformed')
    else expect(() => validate('siva-datafiles.wsdl', files.body)).not.toThrow()
  })

  const siva1 = writeSiva1Report(report, { strict: false })
  const [signature] = siva1.signatures
  it.each<[string, Partial<Siva1Report>]>([
    ['no signatures', { signatures: [], validationWarnings: [], signaturesCount: 0 }],
    ['empty texts', { documentName: '', validationTime: '', policy: { policyName: 'POLv1', policyDescription: '', policyUrl: '' } }],
    ['texts that XML cannot hold', { documentName: '<a> & ]]> "\' \u0000\u000B\uFFFE\uD800 õ 𝄞\r\n\t' }],
    [
      'a signature without scopes',
      { signatures: signature === undefined ? [] : [{ ...signature, signatureScopes: [], errors: [], warnings: [] }] },
    ],
    [
      'two of everything',
      { signatures: signature === undefined ? [] : [signature, { ...signature, errors: [...signature.errors, ...signature.errors] }] },
    ],
  ])('a report with %s conforms to the schema of the WSDL', (_what, changed) => {
    const text = enveloped(writeSiva1Soap({ ...siva1, ...changed }))
    expect(() => validate('siva.wsdl', text)).not.toThrow()
    if (changed.documentName?.startsWith('<a>') === true) {
      const [name] = elementsNamed(parse(text).root, '', 'DocumentName')
      expect(name?.children).toEqual(['<a> & ]]> "\' \uFFFD\uFFFD\uFFFD\uFFFD õ 𝄞\r\n\t'])
    }
  })

  it('data files with content, without it, and none conform to the schema of the WSDL', () => {
    const file = { fileName: 'a.txt', mimeType: 'text/plain', size: 3, base64: 'QUJD' }
    for (const files of [[], [file], [file, { ...file, base64: null, size: Number.MAX_SAFE_INTEGER }], [{ ...file, base64: '' }]]) {
      const text = enveloped(writeDataFilesReport(files))
      expect(() => validate('siva-datafiles.wsdl', text)).not.toThrow()
      expect(text.split('<Base64>').length - 1).toBe(files.filter(({ base64 }) => base64 !== null).length)
    }
  })

  it('headers of X-Road, as recorded and as returned, conform to their schema', async () => {
    const recorded = readFileSync(new URL('recorded/security-server-request.xml', import.meta.url), 'utf8')
      .replace(/<repr:representedParty>.*<\/repr:representedParty>/, '')
      .replace(/<xro:requestHash.*<\/xro:requestHash>/, '')
    const { body } = await post(server, recorded)
    for (const text of [recorded, body]) expect(() => validate('xroad.xsd', text, 'Header')).not.toThrow()
  })

  it('the schemas of the WSDLs would notice a wrong order, a missing and an unknown element', () => {
    const sound = enveloped(writeSiva1Soap(siva1))
    for (const wrong of [
      sound.replace(/(<Id>.*?<\/Id>)(<SignatureFormat>.*?<\/SignatureFormat>)/, '$2$1'),
      sound.replace(/<SignatureForm>.*?<\/SignatureForm>/, ''),
      sound.replace('<Info>', '<Key/><Info>'),
      sound.replace('INDETERMINATE', 'PASSED'),
      sound.replaceAll('ValidationReport', 'ValidationReports'),
    ]) {
      expect(wrong).not.toBe(sound)
      expect(() => validate('siva.wsdl', wrong)).toThrow()
    }
  })
})
