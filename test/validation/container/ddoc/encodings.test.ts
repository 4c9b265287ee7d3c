import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { openDdoc } from '#validation/container'
import { seededRandom } from '../../../readers/xml/random-document.js'
import { type EncodingName, element, encodings, ours, pick, randomDdoc, theirs, writtenIn } from './encoded-documents.js'

describe.each(Object.keys(encodings) as readonly EncodingName[])('data files of documents in %s', (encoding) => {
  it('data files of a document in another encoding are what libxml2 reads, whichever texts are set aside', () => {
    const random = seededRandom(11)
    let files = 0
    for (let i = 0; i < 40; i++) {
      const bytes = writtenIn(encoding, pick(random, encodings[encoding].names), randomDdoc(random))
      const expected = theirs(bytes)
      if (expected === null) throw new Error(`libxml2 refuses ${bytes.toString('latin1')}`)
      for (const setAsideBytes of [1, 40, 1_000_000]) expect(ours(bytes, setAsideBytes)).toEqual(expected)
      files += expected.length
    }
    expect(files).toBeGreaterThan(60)
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
