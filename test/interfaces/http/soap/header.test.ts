import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childElements } from '#readers/xml'
import { serverUnderTest } from '../server-under-test.js'
import {
  bodyOf,
  dataFilesEnvelope,
  dataFilesPath,
  ENVELOPE,
  entriesOf,
  envelope,
  expectFault,
  expectReport,
  parse,
  post,
  validationPath,
} from './envelope.js'

let server: Awaited<ReturnType<typeof serverUnderTest>>
beforeAll(async () => {
  server = await serverUnderTest()
})
afterAll(() => server.app.close())

const XROAD = 'http://x-road.eu/xsd/xroad.xsd'
const header = (entries: string, declarations = ` xmlns:xrd="${XROAD}"`) => `<soapenv:Header${declarations}>${entries}</soapenv:Header>`

describe('X-Road headers (decisions.md#soap-forms)', () => {
  const recorded = readFileSync(new URL('recorded/security-server-request.xml', import.meta.url))

  it('X-Road headers of a request as a security server sends it are returned character for character, in their order', async () => {
    const answer = await post(server, recorded)
    expectReport(answer)
    const written = [...recorded.toString().matchAll(/^ {4}<(xro:\w+|repr:\w+)[\s\S]*?<\/\1>$/gm)].map(([block]) => block.trim())
    expect(written).toHaveLength(8)
    expect(entriesOf(answer)).toEqual(written)
    // Where they came from they meant the same.
    const names = (text: string) => {
      const { root } = parse(text)
      const all = (element: typeof root): unknown[] => [
        element.namespace,
        element.localName,
        element.attributes.map(({ namespace, localName, value }) => [namespace, localName, value]),
        ...childElements(element).map(all),
      ]
      return childElements(childElements(root, ENVELOPE, 'Header')[0] ?? root).map(all)
    }
    expect(names(answer.body)).toEqual(names(recorded.toString()))
  })

  it('X-Road headers are returned in faults, of both services', async () => {
    const entry = '<xrd:id>4894e35d</xrd:id>'
    const fields = '<Document/><Filename/><DocumentType/>'
    const wrongOrder = await post(server, envelope({ header: header(entry), fields: '<Filename/>' }))
    expectFault(wrongOrder, 'Client', /Document is expected/)
    const wrongField = await post(server, envelope({ header: header(entry), fields }))
    expectFault(wrongField, 'Client', /Send the signed document/)
    const twoBodies = await post(server, envelope({ header: header(entry), body: '<soapenv:Body/><soapenv:Body/>' }))
    expectFault(twoBodies, 'Client', /one Body/)
    const dataFiles = await post(
      server,
      dataFilesEnvelope('<Document/>').replace('<soapenv:Body', `${header(entry)}<soapenv:Body`),
      dataFilesPath,
    )
    expectFault(dataFiles, 'Client', /DocumentType is missing/)
    for (const answer of [wrongOrder, wrongField, twoBodies, dataFiles]) expect(entriesOf(answer)).toEqual([entry])
  })

  it('X-Road headers are never required: without them the answer has no Header', async () => {
    for (const request of [
      envelope(),
      envelope({ header: '<soapenv:Header/>' }),
      envelope({ header: '<soapenv:Header> <!-- --> </soapenv:Header>' }),
    ]) {
      const answer = await post(server, request)
      expectReport(answer)
      expect(answer.body).not.toContain('Header')
    }
  })

  it('X-Road headers are never interpreted: any entry and any content is sent back as it is written', async () => {
    const entries = [
      `<xrd:client  iden:objectType = 'X'\n xmlns:iden="urn:i"><iden:a/>\r\n\t&#x41;&amp;<![CDATA[<b>]]><!-- c --></xrd:client >`,
      '<wsse:Security xmlns:wsse="urn:w"><ds:Signature xmlns:ds="urn:d" Id="s"/></wsse:Security>',
      '<plain/>',
      '<xrd:issue>õ 契約 𝄞</xrd:issue>',
    ]
    const answer = await post(server, envelope({ header: header(` ${entries.join('\n<!-- between -->')} `) }))
    expectReport(answer)
    expect(entriesOf(answer)).toEqual(entries)
    const utf16 = await post(server, Buffer.from(`\uFEFF${envelope({ header: header(entries.join('')) })}`, 'utf16le'))
    expect(entriesOf(utf16)).toEqual(entries)
  })
})

describe('namespaces of a header', () => {
  it('namespaces of a SOAP header are those of its place in the request, also for prefixes that only values use', async () => {
    const entry = '<a:x xsi:type="v:T">v:y</a:x>'
    const answer = await post(server, envelope({ header: header(entry, ' xmlns:a="urn:a&amp;&quot;b" xmlns:v="urn:v"') }))
    expect(entriesOf(answer)).toEqual([entry])
    const { root } = parse(answer.body)
    const [echoed] = childElements(root, ENVELOPE, 'Header')
    expect(echoed?.declarations?.get('v')).toBe('urn:v')
    expect(echoed?.declarations?.get('xsi')).toBe('http://www.w3.org/2001/XMLSchema-instance')
    expect(echoed && childElements(echoed)[0]?.namespace).toBe('urn:a&"b')
  })

  it.each([
    ['soap means the service', ' xmlns:soap="http://soap.webapp.siva.openeid.ee/"', 'soap1'],
    ['soap and soap1 mean other things', ' xmlns:soap="urn:a" xmlns:soap1="urn:b"', 'soap2'],
    ['soap means the envelope', ` xmlns:soap="${ENVELOPE}"`, 'soap'],
    ['a default is declared', ' xmlns="urn:default"', 'soap'],
  ])('namespaces of a SOAP header keep their meaning where %s', async (_what, declarations, prefix) => {
    const entry = '<soap:x xmlns:soap="urn:x"/>'
    const plain = '<y/>'
    const answer = await post(server, envelope({ header: header(entry + plain, declarations) }))
    // The report is found where it belongs: nothing of the Header reaches the Body.
    expect(expectReport(answer)('DocumentName')).toBe('leping.asice')
    expect(entriesOf(answer)).toEqual([entry, plain])
    const [echoed] = childElements(parse(answer.body).root, ENVELOPE, 'Header')
    expect(echoed?.prefix).toBe(prefix)
    expect(echoed && childElements(echoed)[1]?.namespace).toBe(declarations.includes('xmlns=') ? 'urn:default' : '')
  })
})

describe('an entry whose meaning depends on its surroundings', () => {
  it('an entry of a SOAP header whose meaning depends on its surroundings keeps it: prefixes of Envelope and Header, one that is declared again, and a default that is taken back', async () => {
    const entries = [
      '<a:x soapenv:actor="urn:other" b:y="b"/>',
      '<inner/>',
      '<a:z xmlns:a="urn:own"><a:w/></a:z>',
      '<none xmlns=""><deep/></none>',
      '<b:e>&lt;&#x10FFFF;&quot;&apos;&gt;</b:e>',
    ]
    const text = envelope({ header: header(entries.join(' '), ' xmlns="urn:default" xmlns:b="urn:b2"') }).replace(
      '<soapenv:Envelope',
      '<soapenv:Envelope xmlns:a="urn:a" xmlns:b="urn:b1" xml:lang="et"',
    )
    const answer = await post(server, text)
    expectReport(answer)
    expect(entriesOf(answer)).toEqual(entries)
    const meaning = (xml: string) => {
      const [found] = childElements(parse(xml).root, ENVELOPE, 'Header')
      return (found === undefined ? [] : childElements(found)).map((entry) => [
        entry.namespace,
        entry.attributes.map(({ namespace, value }) => [namespace, value]),
        childElements(entry).map(({ namespace }) => namespace),
      ])
    }
    expect(meaning(answer.body)).toEqual(meaning(text))
    expect(meaning(answer.body).map(([namespace]) => namespace)).toEqual(['urn:a', 'urn:default', 'urn:own', '', 'urn:b2'])
  })

  it('an entry of a SOAP header whose meaning depends on its surroundings is returned in every fault after it was read, and in no fault before', async () => {
    const entry = '<xrd:id>4894e35d</xrd:id>'
    const must = '<u:x xmlns:u="urn:u" soapenv:mustUnderstand="1"/>'
    const of = (parts: Parameters<typeof envelope>[0]) => post(server, envelope({ header: header(entry), ...parts }))
    expect(entriesOf(await of({ payload: '<siva:Other/>' }))).toEqual([entry])
    expect(entriesOf(await of({ header: header(entry + must) }))).toEqual([entry, must])
    const other = await post(server, envelope({ header: header(entry) }).replaceAll(ENVELOPE, 'http://www.w3.org/2003/05/soap-envelope'))
    expectFault(other, 'VersionMismatch', /SOAP 1\.1/)
    const broken = await post(server, envelope({ header: header(entry) }).slice(0, -3))
    expectFault(broken, 'Client', /not the XML/)
    for (const answer of [other, broken]) expect(entriesOf(answer)).toEqual([])
    const failing = await serverUnderTest({ validate: () => Promise.reject(new TypeError('ours')) })
    const fault = await post(failing, envelope({ header: header(entry) }))
    expectFault(fault, 'Server', /quote/)
    expect(entriesOf(fault)).toEqual([entry])
    await failing.app.close()
  })
})

describe('mustUnderstand (SOAP 1.1, section 4.2.3)', () => {
  const entry = (attributes: string) => header(`<u:x xmlns:u="urn:u" ${attributes}/>`)

  it('mustUnderstand of an entry that is not known here is answered by that fault, with the header, before anything is done', async () => {
    for (const value of ['1', 'true']) {
      const before = server.received.length
      const answer = await post(server, envelope({ header: entry(`soapenv:mustUnderstand="${value}"`), fields: '' }))
      expectFault(answer, 'MustUnderstand', /u:x/)
      expect(entriesOf(answer)).toHaveLength(1)
      expect(server.received.length).toBe(before)
    }
    const next = entry('soapenv:mustUnderstand="1" soapenv:actor="http://schemas.xmlsoap.org/soap/actor/next"')
    expectFault(await post(server, envelope({ header: next })), 'MustUnderstand', /u:x/)
  })

  it.each(['soapenv:mustUnderstand="0"', 'mustUnderstand="1"', 'soapenv:mustUnderstand="1" soapenv:actor="urn:someone-else"', ''])(
    'mustUnderstand does not concern us with %j',
    async (attributes) => {
      expectReport(await post(server, envelope({ header: entry(attributes) })))
    },
  )

  it('mustUnderstand is satisfied by the entries of X-Road', async () => {
    const names = ['client', 'service', 'id', 'userId', 'issue', 'protocolVersion']
    expectReport(
      await post(server, envelope({ header: header(names.map((name) => `<xrd:${name} soapenv:mustUnderstand="1"/>`).join('')) })),
    )
    const foreign = header('<xrd:other soapenv:mustUnderstand="1"/>')
    expectFault(await post(server, envelope({ header: foreign })), 'MustUnderstand', /xrd:other/)
  })
})

describe('a header before a document that is read apart from its envelope', () => {
  it('a SOAP header before a document that is read apart is returned character for character, in answers and in faults', async () => {
    const entries = [
      '<xrd:id>a&#x20;b</xrd:id>',
      '<Document>QUJD</Document>',
      `<xrd:issue><![CDATA[<Document>${'QUJD'.repeat(400)}]]></xrd:issue>`,
    ]
    const document = `<Document>${'UEsD'.repeat(1_000)}</Document>`
    const rest = '<Filename>leping.asice</Filename><DocumentType>BDOC</DocumentType>'
    for (const some of [entries.slice(0, 1), entries]) {
      const sound = await post(server, envelope({ header: header(some.join('\n')), fields: document + rest }))
      expectReport(sound)
      expect(server.received.at(-1)?.document.length).toBe(3_000)
      const refused = await post(server, envelope({ header: header(some.join('\n')), fields: document }))
      expectFault(refused, 'Client', /Filename is missing/)
      for (const answer of [sound, refused]) expect(entriesOf(answer)).toEqual(some)
    }
  })
})

describe('a large header', () => {
  it('a large SOAP header is returned completely', async () => {
    const entry = `<xrd:note>${'õ'.repeat(30_000)}</xrd:note>`
    const answer = await post(server, envelope({ header: header(entry) }), validationPath)
    expect(entriesOf(answer)).toEqual([entry])
    expect(bodyOf(answer).localName).toBe('ValidateDocumentResponse')
  })
})
