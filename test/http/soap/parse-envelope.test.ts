import { describe, expect, it } from 'vitest'
import { childElements, parseXml, textOf, type XmlElement, XmlError } from '#xml'
import { parseEnvelope } from '../../../src/http/soap/parse-envelope.js'
import { envelope } from './envelope.js'

const limits = { maxBytes: 1_000_000, maxDepth: 20, maxAttributes: 20, maxAttributeLength: 10_000_000, maxNodes: 100, maxNamespaces: 20 }
const long = 'QUJD'.repeat(1_000)
const rest = '<Filename>leping.asice</Filename><DocumentType>BDOC</DocumentType>'
const fields = `<Document>${long}</Document>${rest}`

/** Every element with its own text, line breaks as LF, or the code of the refusal. */
function reading(body: Buffer, parse: (body: Buffer) => { root: XmlElement; text: (element: XmlElement) => string }): unknown {
  try {
    const { root, text } = parse(body)
    const all = (element: XmlElement): unknown => [element.name, text(element).replaceAll('\r', ''), ...childElements(element).map(all)]
    return all(root)
  } catch (error) {
    if (error instanceof XmlError) return [error.code, error.message]
    throw error
  }
}
const whole = (body: Buffer) => reading(body, (bytes) => ({ root: parseXml(bytes, limits).root, text: textOf }))
const aside = (body: Buffer) =>
  reading(body, (bytes) => {
    const { document, aside } = parseEnvelope(bytes, limits)
    const cut = aside === null ? '' : Buffer.from(aside.text.octets).toString('latin1', aside.text.start, aside.text.end)
    return { root: document.root, text: (element) => (element === aside?.element ? cut : textOf(element)) }
  })

describe('the document of a request is read apart from its envelope', () => {
  const setAside = (body: string | Buffer) => parseEnvelope(Buffer.from(body), limits).document.text.length < 1_000

  it('when it is plain', () => {
    for (const text of [
      envelope({ fields }),
      envelope({ fields: `<Document xsi:type="xs:string">\r\n${long}\n==</Document>${rest}` }),
      envelope({ fields: `<Document>${long}</Document><Filename>õ</Filename>` }),
      envelope({ fields, header: '<soapenv:Header><a>b</a></soapenv:Header>' }),
      `<?xml version="1.0"?><!-- a -->\n${envelope({ fields })}`,
    ]) {
      expect(setAside(text)).toBe(true)
      expect(aside(Buffer.from(text))).toEqual(whole(Buffer.from(text)))
    }
  })

  it.each<[string, string | Buffer]>([
    ['CDATA', envelope({ fields: `<Document><![CDATA[${long}]]></Document>${rest}` })],
    ['a reference', envelope({ fields: `<Document>${long}&#65;</Document>${rest}` })],
    ['a comment inside', envelope({ fields: `<Document>${long}<!-- --></Document>${rest}` })],
    ['letters beyond ASCII', envelope({ fields: `<Document>${long}õ</Document>${rest}` })],
    ['letters beyond ASCII before it', envelope({ fields, header: '<soapenv:Header><a>õ</a></soapenv:Header>' })],
    ['a section end', envelope({ fields: `<Document>${long}]]></Document>${rest}` })],
    ['a control character', envelope({ fields: `<Document>${long}\u0001&amp;</Document>${rest}` })],
    ['a document in the header', envelope({ fields: rest, header: `<soapenv:Header><Document>${long}</Document></soapenv:Header>` })],
    ['a document in a comment', envelope({ fields: `<!--<Document>${long}</Document>-->${fields}` })],
    ['a document in a comment that is malformed', envelope({ fields: `<!--<Document>${'-'.repeat(2_000)}</Document>-->${fields}` })],
    ['a document in a section', envelope({ fields: `<Document><![CDATA[<Document>${long}</Document>]]></Document>` })],
    ['a greater sign in its tag', envelope({ fields: `<Document xsi:a=">${long}">QUJD</Document>${rest}` })],
    ['a tag that does not end', envelope({ fields: `<Document xsi:a='>${long}</Document>${rest}` })],
    ['a longer name', envelope({ fields: `<DocumentX>${long}</DocumentX>${rest}` })],
    ['an empty tag', envelope({ fields: `<Document/>${long}${rest}` })],
    ['another place in the request', envelope({ fields: `<Filename/>${fields}` })],
    ['a second one', envelope({ fields: fields + fields })],
    ['a default namespace', envelope({ fields: `<Document xmlns="urn:x">${long}</Document>${rest}` })],
    ['a mistake after it', envelope({ fields: `${fields}<a>` })],
    ['a mistake before it', envelope({ fields, header: '<a>' })],
    ['a byte order mark', `\uFEFF${envelope({ fields })}`],
    ['UTF-16', Buffer.from(`\uFEFF${envelope({ fields })}`, 'utf16le')],
    ['ISO-8859-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${envelope({ fields: `${fields}õ` })}`, 'latin1')],
    ['no end', `<Document>${long}`],
    ['more than the largest body', envelope({ fields: `<Document>${'QUJD'.repeat(250_000)}</Document>${rest}` })],
  ])('and means the same with %s', (_what, text) => {
    const body = Buffer.from(text)
    expect(aside(body)).toEqual(whole(body))
  })

  it('and takes none out of a comment, wherever letters of several octets move the place of the element to', () => {
    // Places count characters. In octets that of the element in the comment would be a later one, where the empty element stands.
    const between = envelope({ fields: `<!--#<Document>${'QUJD'.repeat(256)}</Document>--><Document></Document>${rest}` })
    const apart = between.lastIndexOf('<Document>') - between.indexOf('<Document>') - 4 * 256
    for (const letters of [apart - 1, apart, apart + 1]) {
      const body = Buffer.from(between.replace('#', 'õ'.repeat(letters)))
      expect(aside(body)).toEqual(whole(body))
    }
  })
})
