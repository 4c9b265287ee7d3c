import { XmlDocument as LibxmlDocument, XmlElement as LibxmlElement, ParseOption } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { ReaderError } from '#model'
import { openDdoc } from '#validation/container'
import { type Random, seededRandom } from '../../../readers/xml/random-document.js'

/** How a document is written, with the text of its XML declaration. The characters beyond those of an encoding are written as references. */
const encodings = {
  'utf-8': { names: ['', 'UTF-8', 'utf-8'], write: (text: string) => Buffer.from(text, 'utf8'), widest: 0x10ffff },
  'utf-8 with a mark': { names: ['', 'UTF-8'], write: (text: string) => Buffer.from(`\ufeff${text}`, 'utf8'), widest: 0x10ffff },
  'utf-16le': { names: ['', 'UTF-16'], write: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), widest: 0x10ffff },
  'utf-16be': { names: ['', 'UTF-16'], write: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), widest: 0x10ffff },
  'iso-8859-1': { names: ['ISO-8859-1', 'iso-8859-1'], write: (text: string) => Buffer.from(text, 'latin1'), widest: 0xff },
  'us-ascii': { names: ['US-ASCII', 'us-ascii'], write: (text: string) => Buffer.from(text, 'latin1'), widest: 0x7f },
} as const
type EncodingName = keyof typeof encodings

/** In markup no reference may stand, so comments and instructions lose what the encoding does not have. */
function writtenIn(name: EncodingName, declared: string, body: string): Buffer {
  const { write, widest } = encodings[name]
  const declaration = declared === '' ? '<?xml version="1.0"?>' : `<?xml version="1.0" encoding="${declared}"?>`
  const fitting = Array.from(body, (character) => {
    const point = character.codePointAt(0) ?? 0
    return point > widest ? `&#${point};` : character
  }).join('')
  const withoutReferences = fitting.replace(/<!--.*?-->|<\?.*?\?>/gs, (aside) => aside.replace(/&#\d+;/g, '?'))
  return write(`${declaration}\n${withoutReferences}`)
}

interface File {
  readonly name: string
  readonly content: string
}

/** The other reader hands a name over without the mark that it begins with. */
const shown = (name: string) => name.replace(/^\ufeff/, '')

/** What this service takes for the data files; the code of its refusal. */
function ours(bytes: Buffer, setAsideBytes: number): readonly File[] | string {
  try {
    return openDdoc(bytes, { ...limits, ddoc: { ...limits.ddoc, setAsideBytes } }).dataFiles.map((file) => ({
      name: shown(file.name),
      content: file.content === null ? 'not base64' : Buffer.concat([...file.content.pieces()]).toString('hex'),
    }))
  } catch (error) {
    if (error instanceof ReaderError) return error.code
    throw error
  }
}

/** The same by libxml2; null when it refuses the document. */
function theirs(bytes: Buffer): readonly File[] | null {
  let document: LibxmlDocument
  try {
    document = LibxmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET })
  } catch {
    // Every refusal of the parser counts the same here.
    return null
  }
  const files = document.find('/*/*[local-name()="DataFile"]').flatMap((node) => {
    if (!(node instanceof LibxmlElement)) return []
    const text = node
      .find('text()')
      .map(({ content }) => content)
      .join('')
    const letters = text.replace(/[ \t\r\n]/g, '')
    const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(letters)
    const content = isBase64 ? Buffer.from(letters, 'base64').toString('hex') : 'not base64'
    return [{ name: shown(node.attr('Filename')?.value ?? ''), content }]
  })
  document.dispose()
  return files
}

const pick = <T>(random: Random, list: readonly T[]): T => {
  const chosen = list[random(list.length)]
  if (chosen === undefined) throw new Error('an empty list')
  return chosen
}

const strange = ['ä', 'ÿÿÿ', 'Ã¤Ã', 'õ€', '\u{1F600}', '㱄慴慆汩', '﻿', '\u0085', 'Ð', ' ']
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function base64(random: Random): string {
  const text = Array.from({ length: 4 * (1 + random(40)) }, () => letters[random(64)]).join('')
  return random(3) === 0 ? text.replace(/.{16}/g, pick(random, ['$&\n', '$&\r\n', '$& ', '$&\r'])) : text
}

const element = (name: string, id: number, text: string) =>
  `<DataFile ContentType="EMBEDDED_BASE64" Filename="${name}" Id="D${id}" MimeType="a" Size="1">${text}</DataFile>`

function dataFile(random: Random, id: number): string {
  const name = Array.from({ length: random(4) }, () => pick(random, [...strange, 'a', '>', '&lt;', '&#228;'])).join('')
  const inside = pick(random, [
    '',
    '',
    '',
    '<!-- ä -->',
    '<?x ä?>',
    `<!-- <DataFile>${base64(random)}</DataFile> -->`,
    `<![CDATA[${base64(random)}]]>`,
    '&#10;',
    'ä',
  ])
  if (random(4) === 0) return element(name, id, '')
  const text = random(2) === 0 ? `${base64(random)}${inside}${base64(random)}` : base64(random)
  return element(name, id, text)
}

/** What moves the places of elements, or looks like an element and is none. */
const aside = (random: Random) =>
  pick(random, [
    () => pick(random, strange),
    () => `<!-- ${pick(random, strange)} -->`,
    () => `<!-- ${'Ã¤'.repeat(random(120))} <DataFile>${base64(random)}</DataFile> -->`,
    () => `<!-- ${pick(random, strange)} <DataFile x="">${base64(random)}</DataFile> ${pick(random, strange)} -->`,
    () => `<?x ${pick(random, strange)} <DataFile>${base64(random)}<?>`,
    () => `<![CDATA[${pick(random, strange)}<DataFile>${base64(random)}</DataFile>]]>`,
  ])()

function randomDdoc(random: Random): string {
  const parts: string[] = []
  for (let id = 0, count = 1 + random(4); id < count; id++) {
    for (let asides = random(3); asides > 0; asides--) parts.push(aside(random))
    parts.push(dataFile(random, id))
  }
  return `<SignedDoc format="DIGIDOC-XML" version="1.1">${parts.join('\n')}</SignedDoc>`
}

/** One change at a random place: a piece out, a piece twice, an octet changed, something strange in between. */
function mutated(random: Random, bytes: Buffer): Buffer {
  const at = random(bytes.length)
  const end = Math.min(bytes.length, at + 1 + random(30))
  switch (random(4)) {
    case 0:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
    case 1:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
    case 2:
      return Buffer.concat([bytes.subarray(0, at), Buffer.of(random(256)), bytes.subarray(at + 1)])
    default:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(pick(random, ['ä', '\xe4', '<!--', '-->', '>', '<DataFile', 'QUJD', '\r'])),
        bytes.subarray(at),
      ])
  }
}

describe.each(Object.keys(encodings) as readonly EncodingName[])('data files of documents in %s', (encoding) => {
  it('data files of a document in another encoding are what libxml2 reads, whichever texts are set aside', () => {
    const random = seededRandom(11)
    let files = 0
    for (let i = 0; i < 200; i++) {
      const bytes = writtenIn(encoding, pick(random, encodings[encoding].names), randomDdoc(random))
      const expected = theirs(bytes)
      if (expected === null) throw new Error(`libxml2 refuses ${bytes.toString('latin1')}`)
      for (const setAsideBytes of [1, 40, 1_000_000]) expect(ours(bytes, setAsideBytes)).toEqual(expected)
      files += expected.length
    }
    expect(files).toBeGreaterThan(350)
  })

  it('data files of a document in another encoding are the same or refused when a document is changed at random', () => {
    const random = seededRandom(12)
    let compared = 0
    for (let i = 0; i < 1_000; i++) {
      const bytes = mutated(random, writtenIn(encoding, pick(random, encodings[encoding].names), randomDdoc(random)))
      const mine = [1, 40, 1_000_000].map((setAsideBytes) => ours(bytes, setAsideBytes))
      expect(mine[1]).toEqual(mine[0])
      expect(mine[2]).toEqual(mine[0])
      if (typeof mine[0] === 'string') continue
      // What is read here and refused there would be a leniency of ours; marks and white space in front are the only one.
      const expected = theirs(bytes)
      expect(mine[0]).toEqual(expected)
      compared++
    }
    expect(compared).toBeGreaterThan(120)
  })
})

describe('a document in ISO-8859-1', () => {
  const document = (comment: string) =>
    Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?>\n<SignedDoc format="DIGIDOC-XML" version="1.1"><!--${comment}-->${element('a', 0, '')}<!--${element('a', 0, 'RkFLRQ==')}--></SignedDoc>`,
      'latin1',
    )

  it('a document in ISO-8859-1 takes no content out of a comment, wherever letters above ASCII move the place of an element to', () => {
    // Two such letters are two characters here and would be one in UTF-8, so an element in a comment could be taken for the one in front of it.
    for (let pairs = 0; pairs < 200; pairs++) {
      const [file] = openDdoc(document('Ã¤'.repeat(pairs)), {
        ...limits,
        ddoc: { ...limits.ddoc, setAsideBytes: 1 },
      }).dataFiles
      expect(file?.content?.size).toBe(0)
    }
  })
})

describe('a document in UTF-8', () => {
  it('a document in UTF-8 takes no content out of a comment, wherever letters of several octets move the place of an element to', () => {
    // Places count characters. In octets that of the element in the comment would be a later one, where another element may stand.
    const document = (letters: number) =>
      Buffer.from(
        `<SignedDoc format="DIGIDOC-XML" version="1.1"><!--${'ä'.repeat(letters)}${element('a', 0, 'RkFLRQ==')}-->${element('a', 0, '')}</SignedDoc>`,
      )
    for (let letters = 0; letters < 300; letters++) {
      const [file] = openDdoc(document(letters), { ...limits, ddoc: { ...limits.ddoc, setAsideBytes: 1 } }).dataFiles
      expect(file?.content?.size).toBe(0)
    }
  })
})

describe('a document with a byte order mark of UTF-8 in front', () => {
  const document = (declaration: string) =>
    `${declaration}<SignedDoc format="DIGIDOC-XML" version="1.1"><DataFile ContentType="EMBEDDED_BASE64" Filename="ä" Id="D0" MimeType="a" Size="0"></DataFile></SignedDoc>`
  it.each([
    ['<?xml version="1.0" encoding="ISO-8859-1"?>', 'latin1'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?>', 'utf8'],
  ] as const)('a document with a byte order mark of UTF-8 in front is refused when %s follows (%s)', (declaration, encoding) => {
    const mark = Buffer.from('\ufeff')
    expect(ours(Buffer.concat([mark, Buffer.from(document(declaration), encoding)]), 1)).toBe('XML_ENCODING')
    expect(ours(Buffer.concat([mark, Buffer.from('\ufeff', 'utf16le'), Buffer.from(document(''), 'utf16le')]), 1)).toBe('XML_ENCODING')
  })
})
