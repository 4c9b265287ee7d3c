import { XmlDocument, XmlElement } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import type { EncodedDocument } from '#service'
import { childElements, type XmlElement as OurElement, textOf, XmlError } from '#xml'
import { parseEnvelope } from '../../../src/http/soap/parse-envelope.js'
import { seededRandom } from '../../trust/memory-files.js'
import { serverUnderTest } from '../server-under-test.js'
import { envelope, expectFault, post } from './envelope.js'

const limits = { maxBytes: 1_000_000, maxDepth: 20, maxAttributes: 20, maxAttributeLength: 10_000_000, maxNodes: 200, maxNamespaces: 20 }
const long = 'QUJD'.repeat(300)
const other = 'WFla'.repeat(300)

/** What may stand before, in and behind the document of a request, so that a cut at a wrong place would take other text for it. */
const scraps = [
  '',
  ' ',
  '\r\n',
  '\r',
  'õ',
  '€',
  '𝄞',
  '&#233;',
  '&amp;',
  ']]&gt;',
  '<!-- õ -->',
  `<!--<Document>${other}</Document>-->`,
  `<!--\r\n<Document>${other}</Document>õ-->`,
  `<![CDATA[<Document>${other}</Document>]]>`,
  `<![CDATA[${other}]]>`,
  '<?pi õ?>',
  `<?pi <Document>${other}</Document>?>`,
  `<a b="&lt;Document>${other}&lt;/Document>"/>`,
  `<a b=">${other}"/>`,
  `<Document>${other}</Document>`,
  `<Document/>`,
  `<Documents>${other}</Documents>`,
  `<x:Document xmlns:x="urn:x">${other}</x:Document>`,
  other,
]

const encodings: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with its declaration', (text) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\r\n${text}`)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16LE', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16BE', (text) => Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le').swap16()],
  ['ISO-8859-1', (text) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text.replace(/[^\0-\xff]/gu, '?')}`, 'latin1')],
  ['US-ASCII', (text) => Buffer.from(`<?xml version="1.0" encoding="US-ASCII"?>${text.replace(/[^\0-\x7f]/g, '?')}`)],
]

const cutText = ({ octets, start, end }: EncodedDocument) => Buffer.from(octets).toString('latin1', start, end)

type Reading = readonly [name: string, text: string, children: readonly Reading[]]

function ours(body: Buffer): { readonly reading: Reading; readonly aside: boolean } | null {
  try {
    const { document, aside } = parseEnvelope(body, limits)
    const read = (element: OurElement): Reading => [
      element.localName,
      (element === aside?.element ? cutText(aside.text) : textOf(element)).replace(/\r\n?/g, '\n'),
      childElements(element).map(read),
    ]
    return { reading: read(document.root), aside: document.text.length < 1_500 && body.length > 1_500 }
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}

/** The text directly in each element, by libxml2. */
function theirs(body: Buffer): Reading {
  const document = XmlDocument.fromBuffer(body)
  try {
    const read = (element: XmlElement): Reading => {
      const text = element.find('text()').map(({ content }) => content)
      const children = element.find('*').filter((child) => child instanceof XmlElement)
      return [element.name, text.join(''), children.map(read)]
    }
    return read(document.root)
  } finally {
    document.dispose()
  }
}

describe('the document of a request is cut out', () => {
  it.each(encodings)('as another XML reader finds it, in %s, with any surrounding markup', (_name, encode) => {
    const random = seededRandom(73)
    const scrap = () => (random() < 0.5 ? '' : (scraps[Math.floor(random() * scraps.length)] ?? ''))
    const counts = { read: 0, aside: 0 }
    for (let round = 0; round < 600; round++) {
      const header = random() < 0.5 ? '' : `<soapenv:Header>${scrap()}<a>${scrap()}</a>${scrap()}</soapenv:Header>`
      const attribute = random() < 0.3 ? ` xsi:type="${random() < 0.5 ? '>' : 'xs:string'}"` : ''
      const fields = `${scrap()}<Document${attribute}${random() < 0.2 ? '\r\n' : ''}>${scrap()}${long}${scrap()}</Document>${scrap()}<Filename>a${scrap()}</Filename>${scrap()}`
      const body = encode(`${scrap()}${envelope({ header, fields })}`)
      const found = ours(body)
      if (found === null) continue
      expect({ body: body.toString('latin1'), reading: found.reading }).toEqual({ body: body.toString('latin1'), reading: theirs(body) })
      counts.read++
      if (found.aside) counts.aside++
    }
    expect(counts.read).toBeGreaterThan(30)
    // UTF-16 is never cut: an octet is no character there.
    if (/^UTF-16|mark/.test(_name)) expect(counts.aside).toBe(0)
    else expect(counts.aside).toBeGreaterThan(3)
  })

  it('without a look at each character: what XML does not allow is no base64 either, and refused as that', async () => {
    const { app, received } = await serverUnderTest()
    for (const character of ['\u0001', '\u001e', '\u007f', '\u0000']) {
      const fields = `<Document>${long}${character}</Document><Filename>a</Filename><DocumentType>BDOC</DocumentType>`
      expectFault(await post({ app }, envelope({ fields })), 'Client', /./)
    }
    await app.close()
    expect(received).toEqual([])
  })
})
