import { type PdfDraft, pdfDate, type RevisionOptions, streamText } from './draft.js'

/** Position and length of the two signed ranges. */
export type Ranges = readonly [number, number, number, number]

/** A signature field with its dictionary, as one revision. What is left out is as it should be. */
export interface FieldSignatureOptions {
  /** Makes what goes into Contents, from the octets that are covered. */
  readonly sign: (covered: Buffer) => Buffer
  readonly subFilter?: string | null
  readonly type?: string | null
  readonly filter?: string | null
  /** M; null leaves it out. */
  readonly claimedTime?: number | null
  /** Further entries of the signature dictionary. */
  readonly entries?: string
  readonly fieldName?: string
  /** Further entries of the field. */
  readonly fieldEntries?: string
  /** Area of the widget; `[0 0 0 0]` where absent: it is not seen. */
  readonly rectangle?: string
  /** Puts the signature into a field that is there; its number. */
  readonly existingField?: number
  /** Octets of Contents. */
  readonly reserved?: number
  /** What stands in ByteRange instead of the ranges. */
  readonly byteRange?: (ranges: Ranges) => string
  /** Other ranges than the exact ones, which are then signed and written. */
  readonly covers?: (exact: Ranges) => Ranges
  /** What stands in Contents instead of the hexadecimal string, delimiters included. It keeps the length. */
  readonly contents?: (hexadecimal: string) => string
  /** The last word on the signature dictionary before it is placed. */
  readonly dictionary?: (text: string) => string
  readonly revision?: RevisionOptions
  /** Further objects of the revision. */
  readonly objects?: Readonly<Record<number, string | null>>
  /** Number of the page that the widget stands on. */
  readonly page?: number
}

/** What was added: numbers of the objects and the octets of Contents, padding included. */
export interface AddedSignature {
  readonly field: number
  readonly dictionary: number
  readonly contents: Buffer
  readonly ranges: Ranges
}

const rangeWidth = 48

/** Adds one signature, or document time-stamp, in a revision of its own. */
export function addFieldSignature(draft: PdfDraft, options: FieldSignatureOptions): AddedSignature {
  const reserved = options.reserved ?? 8192
  const field = options.existingField ?? draft.next
  const dictionary = Math.max(field, draft.next - 1) + 1
  const entry = (key: string, value: string | null | undefined) => (value == null ? '' : ` /${key} ${value}`)
  const placeholder = `<${'0'.repeat(reserved * 2)}>`
  const signature = [
    '<<',
    entry('Type', options.type === undefined ? '/Sig' : options.type),
    entry('Filter', options.filter === undefined ? '/Adobe.PPKLite' : options.filter),
    entry('SubFilter', options.subFilter === undefined ? '/ETSI.CAdES.detached' : options.subFilter),
    entry('M', options.claimedTime === null ? null : `(${pdfDate(options.claimedTime ?? 0)})`),
    ` /ByteRange [${' '.repeat(rangeWidth)}] /Contents ${placeholder} ${options.entries ?? ''} >>`,
  ].join('')
  const page = options.page ?? pageOf(draft)
  const changes: Record<number, string | null> = {
    ...(options.existingField === undefined
      ? newField(draft, field, dictionary, page, options)
      : { [field]: withEntry(draft.object(field), 'V', `${dictionary} 0 R`) }),
    [dictionary]: options.dictionary?.(signature) ?? signature,
    ...options.objects,
  }
  draft.update(changes, options.revision)
  const start = draft.bytes.lastIndexOf(placeholder, undefined, 'latin1')
  const exact: Ranges = [0, start, start + placeholder.length, draft.bytes.length - start - placeholder.length]
  const ranges = options.covers?.(exact) ?? exact
  writeRanges(draft, options.byteRange?.(ranges) ?? `[${ranges.join(' ')}]`, start)
  const [first, firstLength, second, secondLength] = ranges
  const covered = Buffer.concat([draft.bytes.subarray(first, first + firstLength), draft.bytes.subarray(second, second + secondLength)])
  const value = options.sign(covered)
  if (value.length > reserved) throw new Error(`the signature has ${value.length} octets, ${reserved} are reserved`)
  const contents = Buffer.concat([value, Buffer.alloc(reserved - value.length)])
  const written = `<${contents.toString('hex')}>`
  draft.bytes.write(options.contents?.(written) ?? written, start, 'latin1')
  return { field, dictionary, contents, ranges }
}

/** In the room that was kept, `[` and `]` included. */
function writeRanges(draft: PdfDraft, text: string, before: number): void {
  const at = draft.bytes.lastIndexOf(`[${' '.repeat(rangeWidth)}]`, before, 'latin1')
  if (at < 0) return
  draft.bytes.write(text.padEnd(rangeWidth + 2, ' '), at, 'latin1')
}

function newField(
  draft: PdfDraft,
  field: number,
  dictionary: number,
  page: number,
  options: FieldSignatureOptions,
): Record<number, string> {
  const name = options.fieldName ?? `Signature${field}`
  const rectangle = options.rectangle ?? '[0 0 0 0]'
  return {
    [draft.root]: withField(draft.object(draft.root), field),
    [page]: withListItem(draft.object(page), 'Annots', `${field} 0 R`),
    [field]: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /F 132 /Rect ${rectangle} /P ${page} 0 R /V ${dictionary} 0 R ${options.fieldEntries ?? ''} >>`,
  }
}

/** The catalog with one more field in its form. */
function withField(catalog: string, field: number): string {
  if (!catalog.includes('/AcroForm')) return withEntry(catalog, 'AcroForm', `<< /Fields [${field} 0 R] /SigFlags 3 >>`)
  const fields = catalog.replace(/\/Fields \[([^\]]*)\]/, (_, list: string) => `/Fields [${list} ${field} 0 R]`)
  return fields.includes('/SigFlags') ? fields : fields.replace('/AcroForm <<', '/AcroForm << /SigFlags 3')
}

/** A dictionary with one entry more, or another one. */
export function withEntry(dictionary: string, key: string, value: string): string {
  const without = dictionary.replace(new RegExp(`\\s*/${key}\\s+(\\d+ 0 R|/\\w+|\\([^)]*\\)|\\[[^\\]]*\\]|-?\\d+)(?=[\\s/>])`), '')
  return without.replace(/>>\s*$/, `/${key} ${value} >>`)
}

export function withListItem(dictionary: string, key: string, item: string): string {
  const list = new RegExp(`/${key} ?\\[([^\\]]*)\\]`)
  return list.test(dictionary)
    ? dictionary.replace(list, (_, items: string) => `/${key} [${items} ${item}]`)
    : withEntry(dictionary, key, `[${item}]`)
}

function pageOf(draft: PdfDraft): number {
  for (const [number, text] of draft.objects) if (/\/Type ?\/Page\b/.test(text)) return number
  throw new Error('no page')
}

/** Validation data for the DSS dictionary, as one revision. */
export interface SecurityStore {
  readonly certificates?: readonly Buffer[]
  readonly crls?: readonly Buffer[]
  readonly ocsps?: readonly Buffer[]
  /** Further entries, `/VRI << … >>` for example; `$1` is the number of the first stream. */
  readonly entries?: string
  readonly revision?: RevisionOptions
  /** The filter and encoding of the streams. */
  readonly filter?: { readonly name: string; readonly encode: (data: Buffer) => Buffer }
}

/** Adds a DSS dictionary, in the place of the one that was there. Returns its number. */
export function addSecurityStore(draft: PdfDraft, store: SecurityStore): number {
  const changes: Record<number, string> = {}
  let next = draft.next
  const streams = (data: readonly Buffer[] | undefined) =>
    (data ?? []).map((each) => {
      const { filter } = store
      changes[next] = streamText(filter === undefined ? '' : `/Filter /${filter.name}`, filter?.encode(each) ?? each)
      return `${next++} 0 R`
    })
  const lists = [
    ['Certs', streams(store.certificates)],
    ['CRLs', streams(store.crls)],
    ['OCSPs', streams(store.ocsps)],
  ] as const
  const dss = next
  changes[dss] =
    `<< /Type /DSS ${lists.map(([key, items]) => (items.length === 0 ? '' : `/${key} [${items.join(' ')}] `)).join('')}${store.entries ?? ''} >>`
  changes[draft.root] = withEntry(draft.object(draft.root), 'DSS', `${dss} 0 R`)
  draft.update(changes, store.revision)
  return dss
}
