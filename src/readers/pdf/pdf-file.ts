import { firstIndex } from '#std'
import { type RevisionSpan, readRevisions } from './cross-reference/read-chain.js'
import { type CrossReferenceEntry, type EntryInStream, FREE_ENTRY } from './cross-reference/section.js'
import { type Decryption, decryptStrings, openEncryption } from './encryption/standard-security-handler.js'
import { decodeStream, isWholeFlate } from './filters/decode-stream.js'
import { assertUnpackedAlike } from './filters/drawn-content.js'
import { ObjectStream } from './object-stream.js'
import { asFinding, ifReadable, orPdfError, PdfError } from './pdf-error.js'
import { PdfBudget, type PdfLimits } from './pdf-limits.js'
import { PdfRevision } from './pdf-revision.js'
import { rebuildRevision } from './rebuild.js'
import { Cursor } from './syntax/cursor.js'
import { type FoundObject, type IndirectObject, parseIndirectObject } from './syntax/parse-object.js'
import { dictionaryOf, isArray, nameOf, naturalNumberOf, type PdfDictionary, PdfReference, PdfStream } from './syntax/values.js'

const nothing: FoundObject = { value: null, values: 0 }
const none: readonly never[] = []

/** A PDF file with its revisions. Objects are read on demand and cached. */
export class PdfFile {
  readonly bytes: Buffer
  readonly budget: PdfBudget
  /** Oldest first; at least one. */
  readonly revisions: readonly PdfRevision[]
  private readonly spans: readonly RevisionSpan[]
  /**
   * For each object that an incremental update has an entry for: the indexes of these revisions, oldest first. Without revision 0, whose table may be large.
   */
  private readonly updates = new Map<number, number[]>()
  /** Objects by their position in the file. */
  private readonly objects = new Map<number, IndirectObject>()
  private readonly objectStreams = new Map<number, ObjectStream>()
  /** The decoded content of streams, or the reason why a stream cannot be decoded. */
  private readonly decoded = new WeakMap<PdfStream, Buffer | PdfError>()
  /** Objects that are being read as the `Length` of a stream. */
  private readonly pendingLengths = new Set<string>()
  /** Positions of the object streams that are being unpacked. */
  private readonly pendingStreams = new Set<number>()
  private decryption: Decryption | null = null
  /** Numbers of the encryption dictionaries of all revisions, whose strings are not encrypted (ISO 32000-2, 7.6.2); none where the trailer holds it directly. */
  private readonly encryptionNumbers = new Set<number>()
  private objectOffsets: Float64Array | null = null
  /** Why the file was rebuilt by scanning; null when its chain of cross-reference sections could be read. */
  readonly rebuiltBecause: PdfError | null

  constructor(bytes: Buffer, spans: readonly RevisionSpan[], budget: PdfBudget, rebuiltBecause: PdfError | null = null) {
    this.bytes = bytes
    this.rebuiltBecause = rebuiltBecause
    this.budget = budget
    this.spans = spans
    this.revisions = spans.map((span, index) => new PdfRevision(this, index, span))
    for (const [index, span] of spans.entries()) if (index > 0) this.addUpdates(index, span)
  }

  /**
   * Prepares decryption. Must be called once, before any other object is read.
   *
   * @throws PdfError PDF_ENCRYPTION when the encryption is malformed or not supported, PDF_PASSWORD when a password is needed
   */
  openEncryption(): void {
    const newest = this.revisions.at(-1)
    const encrypt = newest?.trailer.get('Encrypt') ?? null
    if (newest === undefined || encrypt === null) return
    const dictionary = dictionaryOf(newest.resolve(encrypt))
    if (dictionary === null) throw new PdfError('PDF_ENCRYPTION', 'the encryption dictionary is missing')
    const decryption = openEncryption(dictionary, newest.resolve(newest.trailer.get('ID')), (value) => newest.resolve(value))
    // Objects read until now were read without decryption and are dropped.
    this.objects.clear()
    this.objectStreams.clear()
    for (const revision of this.revisions) revision.forget()
    this.decryption = decryption
    for (const { trailer } of this.revisions) {
      const dictionary = trailer.get('Encrypt')
      if (dictionary instanceof PdfReference) this.encryptionNumbers.add(dictionary.number)
    }
  }

  get isEncrypted(): boolean {
    return this.decryption !== null
  }

  /** The cross-reference entry of an object as of a revision; `free` when there is none. */
  entryOf(number: number, revision: number): CrossReferenceEntry {
    let newest = 0
    for (const update of this.updates.get(number) ?? none) {
      if (update > revision) break
      newest = update
    }
    // Of the two sections of a linearised file, the entry of the newer one counts.
    for (const { entries } of this.spans[newest]?.sections ?? none) {
      const entry = entries.get(number)
      if (entry !== null) return entry
    }
    return FREE_ENTRY
  }

  /** The object as of a revision; the value is null when there is no such object. Throws `PdfError` when it cannot be read. */
  objectAt(number: number, revision: number): FoundObject | IndirectObject {
    try {
      return this.readObject(number, revision)
    } catch (error) {
      const finding = asFinding(error)
      this.budget.countErrors(1)
      throw finding
    }
  }

  private readObject(number: number, revision: number): FoundObject | IndirectObject {
    const entry = this.entryOf(number, revision)
    switch (entry.kind) {
      case 'free':
        return nothing
      case 'at':
        return this.objectAtOffset(number, entry.offset, revision)
      case 'in-stream':
        return this.objectInStream(number, entry.stream, entry.index, revision)
    }
  }

  /** Numbers of all objects that exist as of a revision. */
  numbersAt(revision: number): ReadonlySet<number> {
    const numbers = new Set<number>()
    for (const { sections } of this.spans.slice(0, revision + 1)) {
      for (const { entries } of sections) entries.forEachNumber((number) => numbers.add(number))
    }
    for (const number of numbers) if (this.entryOf(number, revision).kind === 'free') numbers.delete(number)
    return numbers
  }

  /** Whether every program finds an object that was read from an object stream. */
  isPlainlyPacked({ stream, index }: EntryInStream, revision: number): boolean {
    const container = this.entryOf(stream, revision)
    return container.kind !== 'at' || this.objectStreams.get(container.offset)?.isPlainAt(index) === true
  }

  /**
   * The octets of an object that cannot be read, up to the next object: an `endobj` between them may be part of a string.
   * Null when there are more than `maxSearchedBytes`.
   */
  textOfObject(offset: number): string | null {
    this.objectOffsets ??= this.sortedOffsets()
    const end = this.objectOffsets[firstIndex(this.objectOffsets, (next) => next > offset)] ?? this.bytes.length
    this.budget.countScanned(end - offset)
    return end - offset > this.budget.limits.maxSearchedBytes ? null : this.bytes.toString('latin1', offset, end)
  }

  /** The content of an object stream, for an object in it that cannot be read. Null when the stream cannot be unpacked or has more than `maxSearchedBytes`. */
  textOfContainer(stream: number, revision: number): string | null {
    const view = this.revisions[revision]
    const content = ifReadable(() => {
      const value = view?.object(stream)
      return value instanceof PdfStream && view !== undefined ? this.contentOf(value, view) : null
    })
    this.budget.countScanned(content?.length ?? 0)
    return content === null || content.length > this.budget.limits.maxSearchedBytes ? null : content.toString('latin1')
  }

  /** The content of a stream after decryption and filters, cached while the stream is referenced; so is the error. Throws `PdfError`. */
  contentOf(stream: PdfStream, revision: PdfRevision): Buffer {
    const known = this.decoded.get(stream)
    const content = known ?? orPdfError(() => this.unpack(stream, revision))
    // Other errors concern the objects that the dictionary refers to and may not occur in another revision.
    if (known === undefined && !(content instanceof PdfError && !errorsOfContent.has(content.code))) this.decoded.set(stream, content)
    if (content instanceof PdfError) throw content
    return content
  }

  /** The content of a drawn stream, not cached. Where `Length` leads beyond `endstream`, programs read on, and so does this method. Throws `PdfError`. */
  drawnContentOf(stream: PdfStream, revision: PdfRevision): Buffer {
    const { dictionary, raw, exactLength, number, generation } = stream
    this.assertUnpackedAlike(stream, revision, this.isEncrypted)
    const start = raw.byteOffset - this.bytes.byteOffset
    const stated = exactLength ? 0 : (naturalNumberOf(revision.resolve(dictionary.get('Length'))) ?? 0)
    if (stated <= raw.length) return this.unpack(stream, revision, true)
    const longer = this.bytes.subarray(start, Math.min(start + stated, revision.paddedEnd))
    return this.unpack(new PdfStream(dictionary, longer, false, number, generation), revision, true)
  }

  /**
   * Whether every program unpacks a cross-reference stream or an object stream as this reader does: one that is not packed, or with Flate alone.
   *
   * @param isWhole whether its `Length` and its packed data must be complete as well; programs differ about what to make of others
   */
  isUnpackedAlike(stream: PdfStream, revision: PdfRevision, isWhole: boolean): boolean {
    const isEncrypted = this.isEncrypted && nameOf(stream.dictionary.get('Type')) !== 'XRef'
    const filter = ifReadable(() => {
      this.assertUnpackedAlike(stream, revision, isEncrypted)
      const value = revision.resolve(stream.dictionary.get('Filter'))
      return (isArray(value) ? value : value === null ? [] : [value]).map((name) => nameOf(revision.resolve(name)))
    })
    if (filter === null || filter.length > 1 || filter.some((name) => name !== 'FlateDecode')) return false
    if (!isWhole) return true
    const { dictionary, raw, exactLength, number, generation } = stream
    const packed = isEncrypted ? (this.decryption?.stream(raw, dictionary, number, generation) ?? raw) : raw
    return exactLength && (filter.length === 0 || isWholeFlate(packed, this.budget))
  }

  private assertUnpackedAlike(stream: PdfStream, revision: PdfRevision, isEncrypted: boolean): void {
    const before = this.bytes[stream.raw.byteOffset - this.bytes.byteOffset - 1] ?? -1
    assertUnpackedAlike(stream, { before, isEncrypted }, (value) => revision.resolve(value), this.budget.limits.maxFilters)
  }

  private unpack({ dictionary, raw, number, generation }: PdfStream, revision: PdfRevision, isDrawn = false): Buffer {
    if (this.decryption !== null) this.budget.countScanned(raw.length)
    const plain = this.decryption === null ? raw : this.decryption.stream(raw, dictionary, number, generation)
    return decodeStream(dictionary, plain, (value) => revision.resolve(value), this.budget, isDrawn)
  }

  /**
   * The object at a position. A position means the same octets in every revision, but no revision reads beyond its own end: an object that ends after that end
   * is parsed again. Throws `PdfError`.
   */
  objectAtOffset(number: number, offset: number, revision: number): IndirectObject {
    const span = this.spans[revision]
    if (span === undefined || offset >= span.paddedEnd) {
      throw new PdfError('PDF_OBJECT', `object ${number} lies after the end of the revision that refers to it`, offset)
    }
    const known = this.objects.get(offset)
    if (known !== undefined && known.number === number && known.end <= span.paddedEnd) return known
    const cursor = new Cursor(this.bytes, offset, span.paddedEnd, this.budget)
    const found = parseIndirectObject(cursor, (reference) => this.lengthAt(reference, revision))
    if (found.number !== number)
      throw new PdfError('PDF_OBJECT', `object ${found.number} was found where object ${number} is expected`, offset)
    const decryption = this.encryptionNumbers.has(number) ? null : this.decryption
    const { generation, value } = found
    const plain =
      decryption === null ? found : { ...found, value: decryptStrings(value, (bytes) => decryption.string(bytes, number, generation)) }
    if (known === undefined) this.objects.set(offset, plain)
    return plain
  }

  /** The number in the object to which `Length` refers; null when there is none. A stream whose own content contains its length cannot be read. */
  private lengthAt(reference: PdfReference, revision: number): number | null {
    const key = `${reference.number} ${revision}`
    if (this.pendingLengths.has(key) || this.pendingLengths.size > 4) return null
    this.pendingLengths.add(key)
    try {
      const length = this.objectAt(reference.number, revision).value
      return typeof length === 'number' && length >= 0 ? length : null
    } finally {
      this.pendingLengths.delete(key)
    }
  }

  private objectInStream(number: number, streamNumber: number, index: number, revision: number): FoundObject {
    const entry = this.entryOf(streamNumber, revision)
    if (entry.kind !== 'at') throw new PdfError('PDF_OBJECT_STREAM', `object stream ${streamNumber} of object ${number} is missing`)
    const stream = this.objectStreams.get(entry.offset) ?? this.openObjectStream(streamNumber, entry.offset, revision)
    return stream.read(number, index)
  }

  private openObjectStream(number: number, offset: number, revision: number): ObjectStream {
    const { value } = this.objectAtOffset(number, offset, revision)
    const view = this.revisions[revision]
    if (!(value instanceof PdfStream) || view === undefined)
      throw new PdfError('PDF_OBJECT_STREAM', `object ${number} is not a stream`, offset)
    // Unpacking may need an object of another stream, such as the filter, and that stream may need a further one, but never the first.
    if (this.pendingStreams.has(offset) || this.pendingStreams.size >= this.budget.limits.maxReferenceSteps)
      throw new PdfError('PDF_OBJECT_STREAM', `object stream ${number} cannot be unpacked without objects that are packed`, offset)
    this.pendingStreams.add(offset)
    try {
      const stream = new ObjectStream(number, value, this.contentOf(value, view), this.budget)
      this.objectStreams.set(offset, stream)
      return stream
    } finally {
      this.pendingStreams.delete(offset)
    }
  }

  /** The sorted positions of the objects of all revisions. */
  private sortedOffsets(): Float64Array {
    const offsets: number[] = []
    for (const { sections } of this.spans) for (const { entries } of sections) entries.forEachOffset((offset) => offsets.push(offset))
    return Float64Array.from(offsets).sort()
  }

  private addUpdates(index: number, span: RevisionSpan): void {
    for (const { entries } of span.sections) {
      entries.forEachNumber((number) => {
        const updates = this.updates.get(number)
        if (updates === undefined) this.updates.set(number, [index])
        else if (updates.at(-1) !== index) updates.push(index)
      })
    }
  }
}

const errorsOfContent: ReadonlySet<string> = new Set(['PDF_FILTER', 'PDF_ENCRYPTION'])

/**
 * Reads the structure of a file: its header and the chain of its cross-reference sections. When the chain is broken, the file is rebuilt by
 * scanning and `rebuiltBecause` has the reason: such a result only shows which signatures the file seems to hold.
 *
 * @throws PdfError when it is not a PDF file, has no catalog, needs a password, or a bound is reached
 */
export function openPdfFile(bytes: Uint8Array, limits: PdfLimits): PdfFile {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // ByteRange counts from the start of the file: programs disagree about a file with octets before its header.
  if (buffer.toString('latin1', 0, 5) !== '%PDF-') throw new PdfError('PDF_HEADER', 'the file does not start with %PDF-', 0)
  const budget = new PdfBudget(limits)
  try {
    const file = new PdfFile(buffer, readRevisions(buffer, budget), budget)
    file.openEncryption()
    // Each revision needs a catalog: without one the chain has led to something else.
    for (const revision of file.revisions) assertCatalog(revision)
    return file
  } catch (error) {
    if (!(error instanceof PdfError) || error.limit || error.code === 'PDF_PASSWORD' || error.code === 'PDF_ENCRYPTION') throw error
    const file = new PdfFile(buffer, [rebuildRevision(buffer, budget)], budget, error)
    file.openEncryption()
    return file
  }
}

function assertCatalog(revision: PdfRevision): PdfDictionary {
  return revision.catalog
}
