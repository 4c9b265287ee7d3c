import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MalformedDocument, RequestError } from '#model'
import { Overload } from '#threads'
import { needs } from '../../../support/needs.js'
import { serverUnderTest } from '../server-under-test.js'
import {
  dataFilesEnvelope,
  dataFilesPath,
  ENVELOPE,
  envelope,
  expectFault,
  expectReport,
  parse,
  post,
  SERVICE,
  validationPath,
} from './envelope.js'

let server: Awaited<ReturnType<typeof serverUnderTest>>
beforeAll(async () => {
  server = await serverUnderTest()
})
afterAll(() => server.app.close())

const document = '<Document>UEsDBA==</Document>'
const filename = '<Filename>leping.asice</Filename>'
const type = '<DocumentType>BDOC</DocumentType>'
const payload = `<siva:ValidateDocument><siva:ValidationRequest>${document}${filename}${type}</siva:ValidationRequest></siva:ValidateDocument>`

/** The request is refused as the caller's mistake, and the next one is served. */
async function refuses(request: string | Buffer, text: RegExp, code = 'Client', url = validationPath) {
  const before = server.received.length
  expectFault(await post(server, request, url), code, text)
  expect(server.received.length).toBe(before)
  expectReport(await post(server, envelope()))
}

describe('a request', () => {
  it.each(['/soap/validationWebService', validationPath, `${validationPath}/`, `${validationPath}?x=1`])(
    'a SOAP request is served at %s',
    async (url) => {
      const text = expectReport(await post(server, envelope(), url))
      expect(text('DocumentName')).toBe('leping.asice')
      expect(server.received.at(-1)).toMatchObject({ filename: 'leping.asice', documentType: 'BDOC', policy: 'POLv1' })
      expect(Buffer.from(server.received.at(-1)?.document ?? []).toString('base64')).toBe('UEsDBA==')
    },
  )

  it('a SOAP request may name a policy in any letter case, or leave it empty', async () => {
    for (const [written, policy] of [
      ['<SignaturePolicy>polv2</SignaturePolicy>', 'POLv2'],
      ['<SignaturePolicy/>', 'POLv1'],
      ['<SignaturePolicy xsi:nil="true"/>', 'POLv1'],
    ]) {
      expectReport(await post(server, envelope({ fields: document + filename + type + (written ?? '') })))
      expect(server.received.at(-1)?.policy).toBe(policy)
    }
  })

  it.each([
    ['line breaks and spaces in base64', { fields: `<Document>\r\n  UEsD\n\tBA==  </Document>${filename}${type}` }],
    ['CDATA', { fields: `<Document><![CDATA[UEsD]]>BA==</Document><Filename><![CDATA[leping.asice]]></Filename>${type}` }],
    ['references', { fields: `<Document>&#x55;EsDB&#65;==</Document><Filename>leping&#46;asice</Filename>${type}` }],
    ['comments', { payload: `<!-- a -->${payload.replace('UEsD', 'UE<!-- b -->sD')}<!-- c -->` }],
    [
      'types',
      { fields: `<Document xsi:type="xs:string" xmlns:xs="http://www.w3.org/2001/XMLSchema">UEsDBA==</Document>${filename}${type}` },
    ],
    [
      'other prefixes',
      { payload: payload.replaceAll('siva:', 'q:').replace('<q:ValidateDocument', `<q:ValidateDocument xmlns:q="${SERVICE}"`) },
    ],
    ['an empty header', { header: '<soapenv:Header/>' }],
    [
      'attributes of other namespaces on the parts',
      { header: '<soapenv:Header xml:lang="et"/>', body: `<soapenv:Body xmlns:u="urn:u" u:Id="x">${payload}</soapenv:Body>` },
    ],
  ])('a SOAP request with %s is harmless (decisions.md#soap-forms)', async (_what, parts) => {
    expectReport(await post(server, envelope(parts)))
    expect(server.received.at(-1)?.filename).toBe('leping.asice')
    expect(Buffer.from(server.received.at(-1)?.document ?? []).toString('base64')).toBe('UEsDBA==')
  })

  it('a SOAP request is read with a default namespace, an XML declaration and a byte order mark, in UTF-8 and UTF-16', async () => {
    const text = `<?xml version="1.0"?>\n<Envelope xmlns="${ENVELOPE}"><Body><ValidateDocument xmlns="${SERVICE}"><ValidationRequest><Document xmlns="">UEsDBA==</Document><Filename xmlns="">õ &amp; 契約.asice</Filename><DocumentType xmlns="">BDOC</DocumentType></ValidationRequest></ValidateDocument></Body></Envelope>`
    for (const body of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
      expect(expectReport(await post(server, body))('DocumentName')).toBe('õ & 契約.asice')
      expect(server.received.at(-1)?.filename).toBe('õ & 契約.asice')
    }
  })

  it('a SOAP request is read in UTF-16 of either byte order with a byte order mark, and in ISO-8859-1 when declared', async () => {
    const fields = `${document}<Filename>õ.asice</Filename>${type}`
    const text = envelope({ fields })
    for (const body of [
      Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
      Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le').swap16(),
      Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-16"?>${text}`, 'utf16le'),
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1'),
    ])
      expect(expectReport(await post(server, body))('DocumentName')).toBe('õ.asice')
  })

  it('a SOAP request has the encoding of its XML declaration, not that of its media type', async () => {
    const body = Buffer.from(envelope({ fields: `${document}<Filename>õ.asice</Filename>${type}` }))
    for (const charset of ['iso-8859-1', 'utf-16', 'us-ascii', 'unknown', '"'])
      expect(
        expectReport(await post(server, body, validationPath, { 'content-type': `text/xml; charset=${charset}` }))('DocumentName'),
      ).toBe('õ.asice')
  })

  it.each(['""', '', 'urn:x', '"http://soap.webapp.siva.openeid.ee/GetDocumentDataFiles"', '"'])(
    'a SOAP request may have the SOAPAction %j: the Body says which operation it is',
    async (soapaction) => {
      expectReport(await post(server, envelope(), validationPath, { soapaction }))
    },
  )

  it('a SOAP request may have no SOAPAction', async () => {
    const headers = { 'content-type': 'text/xml' }
    expectReport(await server.app.inject({ method: 'POST', url: validationPath, headers, payload: Buffer.from(envelope()) }))
  })

  it.each(['text/xml', 'application/xml', 'Text/XML;charset="UTF-8"'])('a SOAP request may be of the type %j', async (contentType) => {
    expectReport(await post(server, envelope(), validationPath, { 'content-type': contentType }))
  })

  it('a SOAP request may be of no type', async () => {
    expectReport(await server.app.inject({ method: 'POST', url: validationPath, payload: Buffer.from(envelope()) }))
  })
})

describe('fields', () => {
  it.each([
    ['an empty document', `<Document/>${filename}${type}`, /Send the signed document/],
    ['a document that is no base64', `<Document>,:</Document>${filename}${type}`, /not valid base64/],
    ['an empty file name', `${document}<Filename/>${type}`, /name of the file/],
    ['a file name with a path', `${document}<Filename>a/b</Filename>${type}`, /must not hold/],
    ['an unknown type', `${document}${filename}<DocumentType>CDOC</DocumentType>`, /one of BDOC, DDOC, PDF, XROAD/],
    ['a type in small letters', `${document}${filename}<DocumentType>bdoC</DocumentType>`, /capital letters: BDOC/],
    ['an empty type', `${document}${filename}<DocumentType/>`, /type of the document/],
    ['an unknown policy', `${document}${filename}${type}<SignaturePolicy>RUS</SignaturePolicy>`, /no signature policy RUS/],
    ['a policy of other characters', `${document}${filename}${type}<SignaturePolicy>/</SignaturePolicy>`, /letters, digits/],
    ['all empty: the first is named', '<Document/><Filename/><DocumentType/><SignaturePolicy/>', /Send the signed document/],
  ])('a field of a SOAP request is checked: %s', (_what, fields, text) => refuses(envelope({ fields }), text))

  it('a SOAP request for data files refuses any type but DDOC', async () => {
    for (const other of ['BDOC', 'PDF', 'XROAD', 'JPG', 'ddoc', ''])
      await refuses(dataFilesEnvelope(`${document}<DocumentType>${other}</DocumentType>`), /type/, 'Client', dataFilesPath)
  })
})

describe('the structure of a request', () => {
  const request = (fields: string) => envelope({ fields })
  it.each([
    ['no element in the Body', envelope({ payload: '' }), /Body of the envelope is empty/],
    ['no Body', envelope({ body: '' }), /A Body is expected/],
    [
      'a Header after the Body',
      envelope({ body: `<soapenv:Body>${payload}</soapenv:Body><soapenv:Header/>` }),
      /one Body and nothing after it/,
    ],
    ['two Bodies', envelope({ body: `<soapenv:Body>${payload}</soapenv:Body><soapenv:Body>${payload}</soapenv:Body>` }), /one Body/],
    ['two Headers', envelope({ header: '<soapenv:Header/><soapenv:Header/>' }), /in place of soapenv:Header/],
    ['two requests in the Body', envelope({ payload: payload + payload }), /holds one request/],
    [
      'two requests in the operation',
      envelope({ payload: payload.replace(/(<siva:ValidationRequest>.*<\/siva:ValidationRequest>)/, '$1$1') }),
      /must hold one/,
    ],
    ['a second document', request(document + document + filename + type), /Filename is expected in place of Document:/],
    ['a second type', request(document + filename + type + type), /DocumentType is not expected/],
    ['no document', request(filename + type), /Document is expected in place of Filename/],
    ['no type', request(document + filename), /DocumentType is missing/],
    ['no fields', request(''), /Document is missing/],
    ['another order', request(filename + document + type), /in this order/],
    [
      'the policy before the type',
      request(`${document}${filename}<SignaturePolicy/>${type}`),
      /DocumentType is expected in place of SignaturePolicy/,
    ],
    [
      'an unknown element between',
      request(`${document}${filename}${type}<DocumentVersion>1</DocumentVersion>`),
      /DocumentVersion is not expected/,
    ],
    [
      'an unknown element at the end',
      request(`${document}${filename}${type}<SignaturePolicy/><ReportType/>`),
      /ReportType is not expected/,
    ],
    ['a field in a namespace', request(`<siva:Document>UEsDBA==</siva:Document>${filename}${type}`), /must be in no namespace/],
    ['elements in the document', request(`<Document>UE<b/>sDBA==</Document>${filename}${type}`), /must hold text only/],
    [
      'a document that is attached (XOP)',
      request(`<Document><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:a"/></Document>${filename}${type}`),
      /must hold text only/,
    ],
    ['elements in the file name', request(`${document}<Filename>a<b/></Filename>${type}`), /must hold text only/],
    ['an instruction in the document', request(`<Document>UE<?x y?>sDBA==</Document>${filename}${type}`), /must hold text only/],
    ['an instruction in the Body', envelope({ payload: `<?x y?>${payload}` }), /processing instruction/],
    ['text in the request', request(`${document}x${filename}${type}`), /contains text/],
    ['text in the envelope', envelope({ header: 'x' }), /contains text/],
    ['a foreign attribute of a field', request(document.replace('>', ' a="b">') + filename + type), /attribute a/],
    [
      'a foreign attribute of the request',
      envelope({ payload: payload.replace('Request>', 'Request soapenv:encodingStyle="">') }),
      /soapenv:encodingStyle/,
    ],
    ['a bare attribute of the Body', envelope({ body: `<soapenv:Body id="b">${payload}</soapenv:Body>` }), /in no namespace/],
    [
      'a wrapper without namespace',
      envelope({ payload: payload.replaceAll('siva:ValidationRequest', 'ValidationRequest') }),
      /must hold one ValidationRequest/,
    ],
  ])('a SOAP request with %s is refused', (_what, text, message) => refuses(text, message))

  it.each([
    ['another operation', envelope({ payload: '<siva:DeleteDocument/>' }), /no operation siva:DeleteDocument/],
    [
      'another namespace',
      envelope({ payload: payload.replaceAll('siva:', 'o:').replace('<o:V', '<o:V').replace('Document>', 'Document xmlns:o="urn:o">') }),
      /another namespace/,
    ],
    ['no namespace', envelope({ payload: payload.replaceAll('siva:', '') }), /no namespace/],
    ['the other service', dataFilesEnvelope(), /this address is for ValidateDocument/],
    [
      'a response that is sent as a request',
      envelope({ payload: '<siva:ValidateDocumentResponse><siva:ValidationReport/></siva:ValidateDocumentResponse>' }),
      /no operation siva:ValidateDocumentResponse/,
    ],
    [
      'a fault that is sent as a request',
      envelope({ payload: '<soapenv:Fault><faultcode>soapenv:Server</faultcode></soapenv:Fault>' }),
      /no operation soapenv:Fault/,
    ],
  ])('a SOAP request of %s is an unknown operation', (_what, text, message) => refuses(text, message))

  it('a SOAP request of an answer of ours, sent back, is refused', async () => {
    await refuses((await post(server, envelope())).body, /no operation ns2:ValidateDocumentResponse/)
  })

  it('a SOAP request of SOAP 1.2 is a VersionMismatch', async () => {
    const text = envelope().replaceAll(ENVELOPE, 'http://www.w3.org/2003/05/soap-envelope')
    await refuses(text, /SOAP 1\.1/, 'VersionMismatch')
    expectFault(await post(server, text, validationPath, { 'content-type': 'application/soap+xml' }), 'VersionMismatch', /SOAP 1\.1/)
  })

  it('a SOAP request that is no envelope is refused', async () => {
    await refuses(payload.replace('<siva:V', `<siva:V`).replace('Document>', `Document xmlns:siva="${SERVICE}">`), /not a SOAP envelope/)
    await refuses('', /no body/)
    await refuses('{"document":""}', /not the XML of a SOAP envelope/)
  })
})

describe('hostile XML', () => {
  it.each([
    ['a document type declaration', `<!DOCTYPE x SYSTEM "http://127.0.0.1/x">${envelope()}`, /document type declaration/],
    ['one inside of the envelope', envelope({ header: '<!DOCTYPE x [<!ENTITY a "b">]>' }), /document type declaration/],
    ['an entity', envelope({ fields: `${document}<Filename>&a;</Filename>${type}` }), /at character \d+/],
    ['a control character', envelope({ fields: `${document}<Filename>a\u0001</Filename>${type}` }), /character/],
    ['a reference to one', envelope({ fields: `${document}<Filename>a&#0;</Filename>${type}` }), /character/],
    ['the end missing', envelope().slice(0, -5), /at character/],
    ['a second envelope', envelope() + envelope(), /root/],
    ['an undeclared prefix', envelope({ payload: '<other:ValidateDocument/>' }), /prefix/i],
    ['depth', envelope({ header: `<soapenv:Header>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</soapenv:Header>` }), /deeper than 64/],
    ['many elements', envelope({ header: `<soapenv:Header>${'<a/>'.repeat(10_001)}</soapenv:Header>` }), /More than 10000/],
  ])('hostile XML over SOAP with %s is refused', (_what, text, message) => refuses(text, message))

  it('hostile XML over SOAP that is not the encoding it declares is refused', async () => {
    await refuses(Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${envelope()}`), /encoding/i)
    await refuses(Buffer.from(envelope({ fields: `${document}<Filename>õ</Filename>${type}` }), 'latin1'), /UTF-8/)
    await refuses(Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>${envelope()}`, 'utf16le'), /encoding UTF-8/)
  })

  it.each<[string, Buffer, RegExp]>([
    ['UTF-16 without a byte order mark', Buffer.from(envelope(), 'utf16le'), /without a byte order mark/],
    [
      'UTF-16 that ends within a character',
      Buffer.concat([Buffer.from(`\uFEFF${envelope()}`, 'utf16le'), Buffer.of(0)]),
      /half a character/,
    ],
    [
      'UTF-16 with half a pair',
      Buffer.from(`\uFEFF${envelope({ header: '<soapenv:Header>\uD800</soapenv:Header>' })}`, 'utf16le'),
      /character/,
    ],
    ['UTF-32', Buffer.concat([Buffer.of(0xff, 0xfe, 0, 0), Buffer.from(envelope(), 'utf16le')]), /character/],
    ['UTF-7', Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${envelope()}`), /encoding UTF-7 is not supported/],
    ['windows-1253', Buffer.from(`<?xml version="1.0" encoding="windows-1253"?>${envelope()}`), /encoding windows-1253 is not supported/],
    ['no encoding at all', Buffer.from(`<?xml version="1.0" encoding=""?>${envelope()}`), /declaration is malformed/],
    ['two byte order marks', Buffer.from(`\uFEFF\uFEFF${envelope()}`), /outside the root/],
    ['text behind the envelope', Buffer.from(`${envelope()}x`), /outside the root/],
  ])('hostile XML over SOAP in %s is refused', (_what, body, message) => refuses(body, message))

  it('hostile XML over SOAP of any kind, made by changing or cutting a sound request, ends in a report or a fault of the client', async () => {
    const sound = Buffer.from(envelope({ header: '<soapenv:Header><u:x xmlns:u="urn:u">õ</u:x></soapenv:Header>' }))
    for (let i = 0; i < sound.length; i += 1) {
      const changed = Buffer.from(sound)
      changed.writeUInt8([0x3c, 0x3e, 0x22, 0x26, 0x00, 0x41, 0xff][i % 7] ?? 0, i)
      for (const body of i % 5 === 0 ? [changed, sound.subarray(0, i)] : [changed]) {
        const answer = await post(server, body)
        if (answer.statusCode !== 200) expectFault(answer, answer.body.includes('soap:VersionMismatch') ? 'VersionMismatch' : 'Client', /./)
        parse(answer.body)
      }
    }
    expect(server.logged()).not.toContain('"fault"')
  })

  const vectors = new URL('../../../../../shared/vectors/xml/bad/', import.meta.url)
  describe(
    'of the shared vectors, wrapped in an envelope',
    needs({ 'published vectors beside the repository': existsSync(vectors) }),
    () => {
      const files = existsSync(vectors) ? readdirSync(vectors) : []
      let large: typeof server
      beforeAll(async () => {
        large = await serverUnderTest({ settings: { maxBodyBytes: 28_000_000, maxBytesInFlight: 28_000_000 } })
      })
      afterAll(() => large.app.close())

      it.each(files)(
        'the hostile vector %s over SOAP gets an answer, in the header, in the Body and in the document, and is never served',
        async (file) => {
          const text = readFileSync(new URL(file, vectors))
            .toString('latin1')
            .replace(/^<\?xml[^>]*\?>/, '')
          for (const [place, parts] of [
            ['Body', { payload: text }],
            ['request', { payload: payload.replace(document, document + text) }],
            ['document', { payload: payload.replace(document, `<Document>UEsDBA==${text}</Document>`) }],
            ['header', { header: `<soapenv:Header>${text}</soapenv:Header>` }],
          ] as const) {
            const before = large.received.length
            const answer = await post(large, Buffer.from(envelope(parts), 'latin1'))
            // A header entry that is well-formed after all is sent back and decides nothing.
            if (place === 'header' && answer.statusCode === 200) expectReport(answer)
            else {
              expectFault(answer, 'Client', /./)
              expect(large.received.length).toBe(before)
            }
          }
          expectReport(await post(large, envelope()))
        },
      )
    },
  )
})

describe('the HTTP request', () => {
  it('an HTTP request with SOAP with compression is refused before its body is read', async () => {
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, identity']) {
      const answer = await server.app.inject({
        method: 'POST',
        url: validationPath,
        headers: { 'content-type': 'text/xml', 'content-encoding': encoding },
        payload: gzipSync(envelope()),
      })
      expectFault(answer, 'Client', /without compression/)
    }
    expectFault(await post(server, gzipSync(envelope())), 'Client', /not the XML/)
  })

  it('an HTTP request with SOAP with attachments or another type is refused with what to send instead', async () => {
    const type = (contentType: string) => post(server, envelope(), validationPath, { 'content-type': contentType })
    for (const attached of ['text/xml', 'application/xop+xml'])
      expectFault(await type(`multipart/related; boundary=x; type="${attached}"`), 'Client', /base64 inside the envelope/)
    expectFault(await type('Multipart/Form-Data; boundary=x'), 'Client', /base64 inside the envelope/)
    for (const other of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      expectFault(await type(other), 'Client', /text\/xml/)
  })

  it('an HTTP request with SOAP with a body over the limit is answered by 413, and the next one is served (decisions.md#largest-body)', async () => {
    const fields = `<Document>${'A'.repeat(100_000)}</Document>${filename}${type}`
    expectFault(await post(server, envelope({ fields })), 'Client', /larger than 100000 bytes/, 413)
    expectReport(await post(server, envelope()))
  })

  it('an HTTP request with SOAP by GET is refused with the address of the description', async () => {
    const answer = await server.app.inject({ method: 'GET', url: validationPath })
    expectFault(answer, 'Client', /\?wsdl/, 405)
    expect(answer.headers.allow).toBe('POST')
  })
})

describe('what the service throws', () => {
  async function faultFor(error: unknown) {
    const failing = await serverUnderTest({
      validate: () => Promise.reject(error as Error),
      dataFiles: () => Promise.reject(error as Error),
    })
    const answers = [await post(failing, envelope()), await post(failing, dataFilesEnvelope(), dataFilesPath)]
    await failing.app.close()
    return { answers, logged: failing.logged() }
  }

  it('a SOAP fault for a malformed document is blamed on the server, as the description says (decisions.md#refusals)', async () => {
    const { answers, logged } = await faultFor(new MalformedDocument('ZIP_CRC', 'An entry is damaged.', 'a\u0000b<&'))
    for (const answer of answers) expectFault(answer, 'Server', /does not match the document type: An entry is damaged\. \(a\uFFFDb<&\)/)
    expect(logged).toContain('ZIP_CRC')
  })

  it('a SOAP fault for a request field is blamed on the client', async () => {
    const { answers } = await faultFor(
      new RequestError([{ field: 'document', code: 'TOO_MUCH', message: 'It asks for more work than is allowed.' }]),
    )
    for (const answer of answers) expectFault(answer, 'Client', /more work/)
  })

  it('a SOAP fault for overload is a 503 with Retry-After', async () => {
    const { answers } = await faultFor(new Overload('Try again.'))
    for (const answer of answers) {
      expectFault(answer, 'Server', /Try again/, 503)
      expect(answer.headers['retry-after']).toBe('2')
    }
  })

  it.each([new TypeError('secret of MAASIKAS,MARI'), 'text', undefined])(
    'a SOAP fault for a fault of ours names nothing of the cause',
    async (error) => {
      const { answers, logged } = await faultFor(error)
      for (const answer of answers) {
        expectFault(answer, 'Server', /quote [0-9a-f-]{36} /)
        expect(answer.body).not.toMatch(/secret|TypeError|MAASIKAS/)
      }
      expect(logged).not.toContain('MAASIKAS')
    },
  )
})

describe('the log', () => {
  it('the log of SOAP holds route, status and code, and nothing that the caller says', async () => {
    const own = await serverUnderTest()
    await post(
      own,
      envelope({ header: '<soapenv:Header><u:x xmlns:u="urn:u">48001010000</u:x></soapenv:Header>', payload: '<siva:Maasikas/>' }),
    )
    await own.app.close()
    expect(own.logged()).toContain('SOAP_OPERATION_UNKNOWN')
    expect(own.logged()).toContain(validationPath)
    expect(own.logged()).not.toMatch(/48001010000|Maasikas/)
  })
})
