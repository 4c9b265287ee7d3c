import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { openDdoc } from '#validation/container'

/** The content of a data file with this text; null where it is not base64. */
function contentOf(text: string): Buffer | null {
  const attributes = 'ContentType="EMBEDDED_BASE64" Filename="a" Id="D0" MimeType="a" Size="0"'
  const document = `<SignedDoc format="DIGIDOC-XML" version="1.1"><DataFile ${attributes}>${text}</DataFile></SignedDoc>`
  const content = openDdoc(Buffer.from(document), limits).dataFiles[0]?.content ?? null
  if (content === null) return null
  const octets = Buffer.concat([...content.pieces()])
  if (content.size !== octets.length) throw new Error(`the size is ${content.size}, the content has ${octets.length} octets`)
  return octets
}

function sizeOf(text: string): number | null {
  return contentOf(text)?.length ?? null
}

/** The rule in one line. */
function expectedContent(text: string): Buffer | null {
  const letters = text.replace(/[ \t\r\n]/g, '')
  const padded = letters.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(letters)
  const unpadded = letters.length % 4 !== 1 && /^[A-Za-z0-9+/]*$/.test(letters)
  return padded || unpadded ? Buffer.from(letters, 'base64') : null
}

const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

describe('base64 of data files', () => {
  const greeting = (bytes: number) => Buffer.alloc(bytes, 'Tere tulemast, kallid külalised! ')
  const wrapped = (bytes: number, line: number, lineBreak: string) => {
    const letters = greeting(bytes).toString('base64')
    let text = ''
    for (let at = 0; at < letters.length; at += line) text += letters.slice(at, at + line) + lineBreak
    return text
  }

  it.each([1, 63, 64, 76, 1_000, 100_000])('base64 of data files is decoded as a whole, in lines of %i letters', (line) => {
    for (const lineBreak of ['\n', '\r\n', '\r', '', ' \n', '\n\n'])
      for (const bytes of [1_200, 1_201, 1_202, 49_152, 70_001, 200_000])
        expect(contentOf(wrapped(bytes, line, lineBreak))?.equals(greeting(bytes)), JSON.stringify([lineBreak, bytes])).toBe(true)
  })

  it.each([
    '=',
    '==',
    '===',
    '====',
    'A===',
    'AA===',
    'AAA==',
    'AAAA====',
    'AA==AA==',
    'A',
    'AAAAA',
    'AA=',
    'AAAAAA=',
    'AA=A',
    '=AAA',
    'ÄÄÄÄ',
    'AA\u00a0AA',
  ])('base64 of data files is none of %j', (text) => expect(sizeOf(text)).toBeNull())

  it.each([
    ['AA', 1],
    ['AAA', 2],
    ['AAAAAA', 4],
    ['AAAA\nA A\nA\n', 5],
  ])('base64 of data files may lack its padding as a whole: %j', (text, size) => expect(sizeOf(text)).toBe(size))

  it('base64 of data files may hold references to characters, sections and comments', () => {
    expect(sizeOf('AA&#61;=')).toBe(1)
    expect(sizeOf('<![CDATA[AA]]><!-- x -->A&#x3d;')).toBe(2)
  })

  it('base64 of data files is distinguished from other text, at every position of a differing character', () => {
    const next = random(7)
    const pick = (from: string) => from[Math.floor(next() * from.length)] ?? ''
    for (const lineBreak of ['\n', '\r\n', '']) {
      for (const bytes of [1_500, 1_501, 1_502, 100_000]) {
        const text = wrapped(bytes, 64, lineBreak)
        for (let round = 0; round < 150; round++) {
          const places = [next() * text.length, next() * 140, text.length - next() * 70].map(Math.floor)
          let changed = text
          for (const place of places.slice(0, 1 + Math.floor(next() * 3))) {
            const replaced = Math.floor(next() * 3)
            changed = changed.slice(0, place) + pick('A=-_. \n\r\té*/').repeat(Math.floor(next() * 3)) + changed.slice(place + replaced)
          }
          const [read, expected] = [contentOf(changed), expectedContent(changed)]
          const same = read === null || expected === null ? read === expected : read.equals(expected)
          expect(same, JSON.stringify({ lineBreak, bytes, round })).toBe(true)
        }
      }
    }
  })
})
