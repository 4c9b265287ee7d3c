import { describe, expect, it } from 'vitest'
import { parseXml, XmlError } from '#readers/xml'

const limits = { maxBytes: 10_000, maxDepth: 10, maxAttributes: 10, maxAttributeLength: 10_000_000, maxNodes: 100, maxNamespaces: 10 }

function outcome(bytes: Buffer): unknown {
  try {
    return parseXml(bytes, limits).root.children
  } catch (error) {
    if (error instanceof XmlError) return [error.code, error.offset]
    throw error
  }
}

describe('a document of only ASCII', () => {
  it.each(['', '<?xml version="1.0" encoding="UTF-8"?>', '<?xml version="1.0" encoding="US-ASCII"  ?>', '\ufeff'])(
    'a document of only ASCII with the beginning %j has the same permitted characters as one with others after them (XML 1.0, 2.2)',
    (beginning) => {
      let refused = 0
      for (let code = 0; code < 128; code++) {
        const text = `${beginning}<a>${String.fromCharCode(code)}</a>`
        const alone = outcome(Buffer.from(text))
        // A comment beyond ASCII behind the element, which the other way of reading is taken for; in US-ASCII it is refused, so that is read as another encoding.
        const mixed = beginning.includes('ASCII')
          ? outcome(Buffer.from(text.replace('US-ASCII"  ', 'ISO-8859-1"')))
          : outcome(Buffer.from(`${text}<!--õ-->`))
        expect([code, alone]).toEqual([code, mixed])
        if (Array.isArray(alone) && alone[0] === 'XML_CHARACTER') refused += 1
      }
      // All controls but tab, line feed and carriage return.
      expect(refused).toBe(29)
    },
  )
})

describe('the encoding of a document', () => {
  it('the encoding of an XML document is named in the first 1,024 bytes, or it is that of a document without a name', () => {
    const document = (bytes: number, encoding: string) => {
      const [before, after] = ['<?xml version="1.0"', ` encoding="${encoding}"?>`]
      return Buffer.from(`${before.padEnd(bytes - after.length)}${after}<a>\u00f5</a>`, 'latin1')
    }
    expect(outcome(document(1_024, 'ISO-8859-1'))).toEqual(['õ'])
    // Two readers would see two documents, so it is refused.
    expect(outcome(document(1_025, 'ISO-8859-1'))).toEqual(['XML_BYTES', null])
  })
})

describe('a document in a declared encoding of one octet', () => {
  const document = (encoding: string, ...octets: readonly number[]) =>
    outcome(Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a>`), Buffer.from(octets), Buffer.from('</a>')]))

  it.each([
    ['windows-1257', [0xf5, 0xd0, 0xfe, 0xc2, 0x80], 'õŠžĀ€'],
    ['ISO-8859-2', [0xf5, 0xfb, 0xa9, 0xe8], 'őűŠč'],
    ['WINDOWS-1257', [0xe7, 0xcc], 'ēĢ'],
    ['ISO-8859-15', [0xf5, 0xa6, 0xb8, 0xa4], 'õŠž€'],
    ['iso-8859-1', [0xf5, 0xa4], 'õ¤'],
  ])('an XML document in the encoding %s has its characters', (encoding, octets, text) =>
    expect(document(encoding, ...octets)).toEqual([text]),
  )

  it('an XML document is refused where windows-1257 assigns an octet to nothing', () => {
    const refused = Array.from({ length: 128 }, (_, at) => 128 + at).filter((octet) => {
      const found = document('windows-1257', octet)
      return Array.isArray(found) && found[0] === 'XML_BYTES'
    })
    expect(refused.map((octet) => octet.toString(16)).join(' ')).toBe('81 83 88 8a 8c 90 98 9a 9c 9f a1 a5')
  })

  it('an XML document is refused in any other encoding, with the list of those that are read', () => {
    for (const encoding of ['windows-1252', 'ISO-8859-4', 'windows-12570', 'cp1257'])
      expect(() => parseXml(Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a/>`), limits)).toThrow(
        `The encoding ${encoding} is not supported; UTF-8, UTF-16 with a byte order mark, ISO-8859-1, ISO-8859-2, ISO-8859-15, windows-1257 and US-ASCII are read.`,
      )
  })
})
