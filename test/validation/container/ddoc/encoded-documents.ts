import { XmlDocument as LibxmlDocument, XmlElement as LibxmlElement, ParseOption } from 'libxml2-wasm'
import { limits } from '#config'
import { ReaderError } from '#model'
import { openDdoc } from '#validation/container'
import type { Random } from '../../../readers/xml/random-document.js'

/** How a document is written, with the text of its XML declaration. The characters beyond those of an encoding are written as references. */
export const encodings = {
  'utf-8': { names: ['', 'UTF-8', 'utf-8'], write: (text: string) => Buffer.from(text, 'utf8'), widest: 0x10ffff },
  'utf-8 with a mark': { names: ['', 'UTF-8'], write: (text: string) => Buffer.from(`\ufeff${text}`, 'utf8'), widest: 0x10ffff },
  'utf-16le': { names: ['', 'UTF-16'], write: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), widest: 0x10ffff },
  'utf-16be': { names: ['', 'UTF-16'], write: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), widest: 0x10ffff },
  'iso-8859-1': { names: ['ISO-8859-1', 'iso-8859-1'], write: (text: string) => Buffer.from(text, 'latin1'), widest: 0xff },
  'us-ascii': { names: ['US-ASCII', 'us-ascii'], write: (text: string) => Buffer.from(text, 'latin1'), widest: 0x7f },
} as const
export type EncodingName = keyof typeof encodings

/** In markup no reference may stand, so comments and instructions lose what the encoding does not have. */
export function writtenIn(name: EncodingName, declared: string, body: string): Buffer {
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
export function ours(bytes: Buffer, setAsideBytes: number): readonly File[] | string {
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
export function theirs(bytes: Buffer): readonly File[] | null {
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

export const pick = <T>(random: Random, list: readonly T[]): T => {
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

export const element = (name: string, id: number, text: string) =>
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

export function randomDdoc(random: Random): string {
  const parts: string[] = []
  for (let id = 0, count = 1 + random(4); id < count; id++) {
    for (let asides = random(3); asides > 0; asides--) parts.push(aside(random))
    parts.push(dataFile(random, id))
  }
  return `<SignedDoc format="DIGIDOC-XML" version="1.1">${parts.join('\n')}</SignedDoc>`
}

/** One change at a random place: a piece out, a piece twice, an octet changed, something strange in between. */
export function mutated(random: Random, bytes: Buffer): Buffer {
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
