import type { PdfDraft } from '../support/pdf/draft.js'
import type { AddedSignature } from '../support/pdf/signature.js'
import { derPlace, flipBit, type Tampered } from './tampering.js'

/** A signed PDF file with what it consists of. */
export interface SignedFile {
  readonly bytes: Buffer
  readonly draft: PdfDraft
  /** In the order of the file; document time-stamps among them. */
  readonly signatures: readonly AddedSignature[]
}

/** A changed file. `layer` says in which message or in which other part of the file the change stands. */
function placed(file: SignedFile, offset: number, document: Buffer, change: string): Tampered {
  const index = file.signatures.findIndex(({ ranges: [, gap, behind] }) => offset >= gap && offset < behind)
  const signature = file.signatures[index]
  if (signature === undefined) return { document, layer: 'file', offset, place: 'octet', change }
  const octet = Math.floor((offset - signature.ranges[1] - 1) / 2)
  return { document, layer: `message ${index}`, offset, place: placeInMessage(signature, octet), change }
}

function placeInMessage({ contents }: AddedSignature, octet: number): string {
  return octet > contents.findLastIndex((each) => each !== 0) ? 'padding' : derPlace(contents, octet)
}

type Random = (below: number) => number

const letters = Buffer.from('0159 /<>[]()%nRf\n', 'latin1')

/** One bit of the file changed, one octet of it written anew, one octet more, or one less. */
export function* octetChanges(file: SignedFile, count: number, random: Random): Generator<Tampered> {
  for (let i = 0; i < count; i++) {
    const offset = random(file.bytes.length)
    const [before, after] = [file.bytes.subarray(0, offset), file.bytes.subarray(offset)]
    const letter = letters.subarray(random(letters.length)).subarray(0, 1)
    yield placed(file, offset, flipBit(file.bytes, offset, random(8)), 'bit')
    if (letter[0] !== after[0]) yield placed(file, offset, Buffer.concat([before, letter, after.subarray(1)]), 'written anew')
    yield placed(file, offset, Buffer.concat([before, letter, after]), 'inserted')
    yield placed(file, offset, Buffer.concat([before, after.subarray(1)]), 'left out')
  }
}

/** Bits of the messages below the hexadecimal digits. */
export function* messageChanges(file: SignedFile, count: number, random: Random): Generator<Tampered> {
  for (let i = 0; i < count; i++) {
    const index = random(file.signatures.length)
    const signature = file.signatures[index]
    if (signature === undefined) return
    const used = signature.contents.findLastIndex((octet) => octet !== 0) + 1
    const octet = random(used + 4)
    const contents = flipBit(signature.contents, octet, random(8))
    const document = Buffer.from(file.bytes)
    document.write(contents.toString('hex'), signature.ranges[1] + 1, 'latin1')
    yield {
      document,
      layer: `message ${index}`,
      offset: signature.ranges[1] + 1 + octet * 2,
      place: placeInMessage(signature, octet),
      change: 'bit',
    }
  }
}

export function* cuts(file: SignedFile, count: number, random: Random): Generator<Tampered> {
  for (let i = 0; i < count; i++) {
    const offset = 1 + random(file.bytes.length - 1)
    yield placed(file, offset, file.bytes.subarray(0, offset), 'cut')
  }
  // At the end of each line that could be the end of a file.
  const text = file.bytes.toString('latin1')
  for (const { index } of text.matchAll(/%%EOF/g)) {
    for (const more of [0, 4, 5]) yield placed(file, index + more, file.bytes.subarray(0, index + more), 'cut')
  }
}

/** Octets behind the end, as programs write them that save what they repaired. */
export function* additions(file: SignedFile): Generator<Tampered> {
  const content = '4 0 obj\n<< /Length 3 >>\nstream\n1 g\nendstream\nendobj\n'
  const pieces = [
    'x',
    '%',
    'junk\n%%EOF\n',
    content,
    `${content}startxref\n9\n%%EOF\n`,
    `${content}trailer\n<< /Root 1 0 R >>\n`,
    '\0'.repeat(2000),
  ]
  for (const piece of pieces) {
    yield {
      document: Buffer.concat([file.bytes, Buffer.from(piece, 'latin1')]),
      layer: 'file',
      offset: file.bytes.length,
      place: 'end',
      change: 'appended',
    }
  }
}

/** Objects written anew by one more revision: each as it was, as something else, and freed. */
export function* redefinitions(file: SignedFile, numbers: Iterable<number>, reopen: () => PdfDraft): Generator<Tampered> {
  for (const number of numbers) {
    const own = textOf(file.bytes, number)
    const texts: readonly (readonly [string, string | null])[] = [
      ...(own === null
        ? []
        : ([
            ['same', own],
            ['with a key more', own.replace('<<', '<< /More (x)')],
            ['with a key less', own.replace(/\/[A-Z]\w+ (?:\/?\w+|\([^)]*\)|\d+ 0 R)/, '')],
          ] as const)),
      ['null', 'null'],
      ['dictionary', '<< >>'],
      ['page', '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'],
      ['stream', '<< /Length 3 >>\nstream\n1 g\nendstream'],
      ['freed', null],
    ]
    for (const [change, text] of texts) {
      const draft = reopen()
      draft.update({ [number]: text })
      yield {
        document: draft.bytes,
        layer: `object ${number}`,
        offset: file.bytes.length,
        place: own === null ? 'none' : kindOf(own),
        change,
      }
    }
  }
}

/** The text of an object as it stands in the file, with what was written into it since. */
function textOf(bytes: Buffer, number: number): string | null {
  const head = `\n${number} 0 obj\n`
  const start = bytes.lastIndexOf(head, undefined, 'latin1')
  if (start < 0) return null
  return bytes.toString('latin1', start + head.length, bytes.indexOf('\nendobj', start, 'latin1'))
}

function kindOf(text: string): string {
  return /\/Type \/(\w+)/.exec(text)?.[1] ?? (text.startsWith('<< /Title') ? 'Info' : text.includes('stream') ? 'stream' : 'other')
}
