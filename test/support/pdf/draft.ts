import { deflateSync } from 'node:zlib'

/** Text of an object between `obj` and `endobj`, one character for each octet; null frees it. */
export type ObjectTexts = Readonly<Record<number, string | null>>

/** How one revision is written. What is left out is as it should be. */
export interface RevisionOptions {
  /** A cross-reference stream instead of a table. */
  readonly stream?: boolean
  /** Octets of the positions in a cross-reference stream; 4 where absent. */
  readonly positionBytes?: number
  /** Objects that go into an object stream; needs `stream`. */
  readonly packed?: readonly number[]
  /** Further entries of the trailer; those of the revision before where absent. */
  readonly trailer?: string
  /** Written instead of the position of the section before. */
  readonly previous?: string | null
  readonly root?: number
  /** Changes what is appended, before the position of the cross-reference is computed from it; the last word on the octets. */
  readonly edit?: (appended: string) => string
  /** Entries of the table instead of those of the objects: number, offset or null, kind. */
  readonly entries?: (entries: readonly TableEntry[]) => readonly TableEntry[]
  /** What stands behind `startxref`; the position of the section where absent. */
  readonly startxref?: (position: number) => string
}

export interface TableEntry {
  readonly number: number
  /** Null: free. */
  readonly offset: number | null
  readonly packedIn?: { readonly stream: number; readonly index: number }
}

/** A file under construction: its octets, and the text that each object has by now. */
export class PdfDraft {
  bytes: Buffer
  readonly objects = new Map<number, string>()
  root: number
  /** Position of the newest cross-reference section; null before the first. */
  section: number | null = null
  private trailer = ''

  constructor(header = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', root = 1) {
    this.bytes = Buffer.from(header, 'latin1')
    this.root = root
  }

  /** The first number that no object has. */
  get next(): number {
    return Math.max(0, ...this.objects.keys()) + 1
  }

  object(number: number): string {
    const text = this.objects.get(number)
    if (text === undefined) throw new Error(`no object ${number}`)
    return text
  }

  /** Appends a revision: an incremental update, or the first writing. */
  update(changes: ObjectTexts, options: RevisionOptions = {}): this {
    const start = this.bytes.length
    let appended = ''
    const entries: TableEntry[] = []
    const packed: number[] = []
    for (const [key, text] of Object.entries(changes)) {
      const number = Number(key)
      if (text === null) {
        this.objects.delete(number)
        entries.push({ number, offset: null })
        continue
      }
      this.objects.set(number, text)
      if (options.packed?.includes(number) === true) packed.push(number)
      else {
        entries.push({ number, offset: start + appended.length })
        appended += `${number} 0 obj\n${text}\nendobj\n`
      }
    }
    if (packed.length > 0) {
      const stream = this.next
      this.objects.set(stream, '')
      entries.push({ number: stream, offset: start + appended.length })
      appended += `${stream} 0 obj\n${objectStream(packed.map((number) => [number, this.object(number)]))}\nendobj\n`
      entries.push(...packed.map((number, index) => ({ number, offset: 0, packedIn: { stream, index } })))
    }
    const edited = options.edit?.(appended) ?? appended
    this.bytes = Buffer.concat([this.bytes, Buffer.from(edited, 'latin1')])
    this.root = options.root ?? this.root
    this.writeSection(options.entries?.(entries) ?? entries, options)
    return this
  }

  private writeSection(entries: readonly TableEntry[], options: RevisionOptions): void {
    const position = this.bytes.length
    const previous = options.previous === undefined ? this.section : options.previous
    this.trailer = options.trailer ?? this.trailer.replace(/\/XRefStm \d+/, '')
    const rest = `/Root ${this.root} 0 R${previous === null ? '' : ` /Prev ${previous}`} ${this.trailer}`
    const written =
      options.stream === true ? this.streamSection(entries, rest, position, options.positionBytes ?? 4) : this.tableSection(entries, rest)
    const end = `startxref\n${options.startxref?.(position) ?? position}\n%%EOF\n`
    this.bytes = Buffer.concat([this.bytes, Buffer.from(written + end, 'latin1')])
    this.section = position
  }

  private tableSection(entries: readonly TableEntry[], rest: string): string {
    const head = this.section === null ? ['0 1\n0000000000 65535 f \n'] : []
    const lines = [...entries]
      .sort((a, b) => a.number - b.number)
      .map(({ number, offset }) => `${number} 1\n${String(offset ?? 0).padStart(10, '0')} ${offset === null ? '00001 f' : '00000 n'} \n`)
    return `xref\n${[...head, ...lines].join('')}trailer\n<< /Size ${this.next} ${rest} >>\n`
  }

  private streamSection(entries: readonly TableEntry[], rest: string, position: number, width: number): string {
    const number = this.next
    this.objects.set(number, '')
    const all = [...entries, { number, offset: position }].sort((a, b) => a.number - b.number)
    const rows = all.map((entry) => {
      const row = Buffer.alloc(width + 3)
      row[0] = entry.packedIn !== undefined ? 2 : entry.offset === null ? 0 : 1
      row.writeUInt32BE(entry.packedIn?.stream ?? entry.offset ?? 0, width - 3)
      row.writeUInt16BE(entry.packedIn?.index ?? 0, width + 1)
      return row
    })
    const index = all.map((entry) => `${entry.number} 1`).join(' ')
    const data = deflateSync(Buffer.concat(rows)).toString('latin1')
    return `${number} 0 obj\n<< /Type /XRef /W [1 ${width} 2] /Index [${index}] /Size ${number + 1} /Filter /FlateDecode /Length ${data.length} ${rest} >>\nstream\n${data}\nendstream\nendobj\n`
  }
}

export function streamText(dictionary: string, content: Buffer | string): string {
  const data = typeof content === 'string' ? content : content.toString('latin1')
  return `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`
}

function objectStream(objects: readonly (readonly [number, string])[]): string {
  let body = ''
  const head = objects.map(([number, text]) => {
    const place = `${number} ${body.length}`
    body += `${text}\n`
    return place
  })
  const first = `${head.join(' ')}\n`
  return streamText(
    `/Type /ObjStm /N ${objects.length} /First ${first.length} /Filter /FlateDecode`,
    deflateSync(Buffer.from(first + body, 'latin1')),
  )
}

/** `D:20260310100000Z`. */
export function pdfDate(instant: number): string {
  return `D:${new Date(instant).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`
}
