import { inflateRawSync } from 'node:zlib'
import { zipArchive } from '../support/zip.js'

/** A changed container, and where the change was made. */
export interface Tampered {
  readonly document: Buffer
  /** For the exclusion list and for people: `archive`, `META-INF/signatures0.xml`, … */
  readonly layer: string
  readonly offset: number
  /** What stands around the change, for texts: the path of the element and the kind of place. */
  readonly place: string
  readonly change: string
}

/** Numbers that look random and are always the same (mulberry32). */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The entries of an archive that the generator wrote: no surprises in it. */
function entriesOf(archive: Buffer): { readonly name: string; readonly content: Buffer }[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entries: { readonly name: string; readonly content: Buffer }[] = []
  for (let at = archive.readUInt32LE(end + 16); at < end; ) {
    const nameLength = archive.readUInt16LE(at + 28)
    const further = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const data = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    entries.push({ name, content: archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(data) : data })
    at += 46 + nameLength + further
  }
  return entries
}

export function flipBit(bytes: Buffer, offset: number, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[offset] = (copy[offset] ?? 0) ^ (1 << bit)
  return copy
}

/** Bits of the archive as it is: what a disk or a line would do. */
export function* archiveFlips(archive: Buffer, count: number, random: (below: number) => number): Generator<Tampered> {
  for (let i = 0; i < count; i++) {
    const offset = random(archive.length)
    const bit = random(8)
    yield { document: flipBit(archive, offset, bit), layer: 'archive', offset, place: archivePlace(archive, offset), change: `bit ${bit}` }
  }
}

/** Cuts: at every length of a step, and in the middle of the end record. */
export function* truncations(archive: Buffer, count: number): Generator<Tampered> {
  for (let i = 0; i < count; i++) {
    const offset = Math.floor((archive.length * i) / count)
    yield { document: archive.subarray(0, offset), layer: 'archive', offset, place: 'cut', change: 'cut' }
  }
}

/** A byte of an entry changed and the archive written anew: what somebody would do on purpose. */
export function* entryFlips(archive: Buffer, count: number, random: (below: number) => number): Generator<Tampered> {
  const entries = entriesOf(archive)
  const total = entries.reduce((sum, { content }) => sum + content.length, 0)
  for (let i = 0; i < count; i++) {
    let offset = random(total)
    let index = 0
    for (; offset >= (entries[index]?.content.length ?? 0); index++) offset -= entries[index]?.content.length ?? 0
    const entry = entries[index]
    if (entry === undefined) continue
    // Low bits make other letters and digits, which parse; the high ones mostly make what no parser accepts.
    const bit = random(10) < 8 ? random(5) : 5 + random(3)
    const content = flipBit(entry.content, offset, bit)
    yield {
      document: withEntry(entries, entry.name, content),
      layer: entry.name,
      offset,
      place: entry.name.endsWith('.xml') ? textPlace(entry.content.toString('latin1'), content.toString('latin1'), offset) : 'content',
      change: `bit ${bit}`,
    }
  }
}

const encapsulated = /<([a-z0-9]+:(?:Encapsulated[A-Za-z0-9]+|X509Certificate|SignatureValue))(?: [^>]*)?>([^<]+)</g

/** A bit inside a certificate, response, token or value, below the base64. */
export function* evidenceFlips(archive: Buffer, count: number, random: (below: number) => number): Generator<Tampered> {
  const entries = entriesOf(archive)
  const places = entries
    .filter(({ name }) => /signatures.*\.xml$/.test(name))
    .flatMap((entry) => [...entry.content.toString('latin1').matchAll(encapsulated)].map((match) => ({ entry, match })))
  for (let i = 0; i < count; i++) {
    const place = places[i % places.length]
    const [whole, name = '', text = ''] = place?.match ?? []
    if (place === undefined || whole === undefined) return
    const bytes = Buffer.from(text, 'base64')
    const offset = random(bytes.length)
    const bit = random(8)
    const xml = place.entry.content.toString('latin1')
    const start = place.match.index + whole.length - 1 - text.length
    const changed = xml.slice(0, start) + flipBit(bytes, offset, bit).toString('base64') + xml.slice(start + text.length)
    yield {
      document: withEntry(entries, place.entry.name, Buffer.from(changed, 'latin1')),
      layer: name.replace(/^.*:/, ''),
      offset,
      place: `${xmlPlace(xml, start)} ${derPlace(bytes, offset)}`,
      change: `bit ${bit}`,
    }
  }
}

/** Every element of the signature files removed once, and every one written twice. */
export function* elementChanges(archive: Buffer): Generator<Tampered> {
  const entries = entriesOf(archive)
  for (const entry of entries.filter(({ name }) => name.endsWith('.xml'))) {
    const xml = entry.content.toString('latin1')
    for (const { start, end, path } of elementsOf(xml)) {
      const element = xml.slice(start, end)
      for (const [change, put] of [
        ['removed', ''],
        ['twice', element + element],
      ] as const) {
        const changed = xml.slice(0, start) + put + xml.slice(end)
        yield {
          document: withEntry(entries, entry.name, Buffer.from(changed, 'latin1')),
          layer: entry.name,
          offset: start,
          place: path,
          change,
        }
      }
    }
  }
}

function withEntry(entries: readonly { readonly name: string; readonly content: Buffer }[], name: string, content: Buffer): Buffer {
  return zipArchive(entries.map((entry) => (entry.name === name ? { name, content } : entry)))
}

/** The place in XML; inside base64 also the place of the first octet that it changes. */
export function textPlace(xml: string, changed: string, offset: number): string {
  const place = xmlPlace(xml, offset)
  if (!/(Encapsulated\w+|X509Certificate) text$/.test(place)) return place
  const start = xml.lastIndexOf('>', offset) + 1
  const end = xml.indexOf('<', offset)
  const [before, after] = [xml, changed].map((text) => Buffer.from(text.slice(start, end), 'base64'))
  if (before === undefined || after === undefined) return place
  const different = before.findIndex((octet, i) => octet !== after[i])
  return different < 0 ? `${place} same octets` : `${place} ${derPlace(before, different)}`
}

interface ElementSpan {
  readonly start: number
  readonly end: number
  readonly path: string
}

/** Elements of XML that the generator wrote: no CDATA, no instruction after the first line. */
export function elementsOf(xml: string): ElementSpan[] {
  const spans: ElementSpan[] = []
  const open: { readonly start: number; readonly path: string }[] = []
  for (const match of xml.matchAll(/<(\/?)([A-Za-z0-9:]+)[^>]*?(\/?)>/g)) {
    const [whole, closing, name = '', empty] = match
    const end = match.index + whole.length
    if (closing === '/') {
      const top = open.pop()
      if (top !== undefined) spans.push({ ...top, end })
      continue
    }
    const path = `${open.at(-1)?.path ?? ''}/${name.replace(/^[^:]*:/, '')}`
    if (empty === '/') spans.push({ start: match.index, end, path })
    else open.push({ start: match.index, path })
  }
  return spans
}

const spansOf = new Map<string, ElementSpan[]>()

/** Path of the innermost element around an offset, and whether it is in its tags or in text. */
export function xmlPlace(xml: string, offset: number): string {
  const spans = spansOf.get(xml) ?? elementsOf(xml)
  spansOf.set(xml, spans)
  const around = spans.filter(({ start, end }) => start <= offset && offset < end)
  const inner = around.reduce<ElementSpan | undefined>(
    (best, span) => (best === undefined || span.start > best.start ? span : best),
    undefined,
  )
  if (inner === undefined) return offset < (spans.at(-1)?.start ?? 0) ? 'prolog' : 'epilog'
  const before = xml.lastIndexOf('<', offset)
  const inTag = before >= inner.start && xml.indexOf('>', before) >= offset
  const endTag = inTag && xml[before + 1] === '/'
  return `${inner.path} ${inTag ? (endTag ? 'end tag' : 'tag') : 'text'}`
}

/**
 * Where an offset lies in DER: the positions of the values around it, `0.2.1`, with `header` when it is in a tag or length. OCTET STRINGs that
 * hold one value are looked into. Below an indefinite length the path ends.
 */
export function derPlace(der: Buffer, offset: number): string {
  const path: number[] = []
  let [start, end] = [0, der.length]
  for (;;) {
    let value = valueAt(der, start, end)
    let index = 0
    for (; value !== null && offset >= value.end; index++) value = valueAt(der, value.end, end)
    if (value === null) return `${path.join('.')} other`
    path.push(index)
    if (offset < value.content) return `${path.join('.')} header`
    const inner = valueAt(der, value.content, value.end)
    const wraps = value.tag === 0x04 && der[value.content] === 0x30 && inner?.end === value.end
    if ((value.tag & 0x20) === 0 && !wraps) return path.join('.')
    ;[start, end] = [value.content, value.end]
  }
}

interface DerValue {
  readonly tag: number
  readonly content: number
  readonly end: number
}

function valueAt(der: Buffer, at: number, end: number): DerValue | null {
  const [tag, first] = [der[at], der[at + 1]]
  if (at >= end || tag === undefined || first === undefined || first === 0x80 || first > 0x84) return null
  const content = at + (first < 0x80 ? 2 : 2 + (first & 0x7f))
  if (content > end) return null
  const length = first < 0x80 ? first : der.readUIntBE(at + 2, first & 0x7f)
  return content + length > end ? null : { tag, content, end: content + length }
}

/** Which field of which structure of the archive an offset lies in. */
function archivePlace(archive: Buffer, offset: number): string {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (offset >= end + 22) return 'archive comment'
  if (offset >= end) return `end record ${offset - end}`
  for (let at = archive.readUInt32LE(end + 16); at < end; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field))
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const length = 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
    if (offset >= at && offset < at + length) {
      if (offset < at + 46) return `central ${offset - at}`
      return offset < at + 46 + (nameLength ?? 0) ? `central name of ${name}` : 'entry comment'
    }
    const local = archive.readUInt32LE(at + 42)
    const localName = archive.readUInt16LE(local + 26)
    const header = 30 + localName + archive.readUInt16LE(local + 28)
    const data = archive.readUInt32LE(at + 20)
    if (offset >= local && offset < local + header + data) {
      if (offset < local + 30) return `local ${offset - local}`
      if (offset < local + header) return offset < local + 30 + localName ? `local name of ${name}` : 'local extra field'
      const packed = archive.readUInt16LE(at + 10) === 8
      return packed && offset === local + header + data - 1 ? 'last packed octet' : `content of ${name}`
    }
    at += length
  }
  return 'data descriptor'
}
