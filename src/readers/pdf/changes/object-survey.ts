import type { CrossReferenceEntry } from '../cross-reference/section.js'
import { asFinding, PdfError } from '../pdf-error.js'
import type { PdfFile } from '../pdf-file.js'
import type { PdfRevision } from '../pdf-revision.js'
import { nameOf, naturalNumberOf, PdfStream, type PdfValue } from '../syntax/values.js'
import { ContentReferences } from './content-references.js'
import { BY_CONTENT, ReferenceIndex, TRAILER, targetsByLook, UNKNOWN } from './reference-index.js'
import { readSignedContent, type SignedContent, without } from './signed-content.js'

const none: ReadonlySet<number> = new Set()

/**
 * The objects of a file as of one revision: their references, and which of them the octets of a later revision could complete. `advance` goes to the next
 * revision.
 */
export class ObjectSurvey {
  readonly references: ReferenceIndex
  private readonly contentReferences: ContentReferences
  private readonly file: PdfFile
  /** Numbers of the object streams that cross-reference entries name, whether they exist or not. */
  private readonly containers = new Set<number>()
  /** Objects that cannot be read. */
  private readonly unreadable = new Set<number>()
  /** Objects whose references are not all known: packed streams that cannot be read, and objects with a reference about whose number programs differ. */
  private readonly unclear = new Set<number>()
  /** Streams whose `Length` leads beyond the end of their revision: a reader of a later revision reads more octets. */
  private readonly open = new Set<number>()
  /** What the octets of unreadable objects refer to, by their position: many entries may lead to the same octets. */
  private readonly targetsAt = new Map<string, ReadonlySet<number>>()
  /** Whether the references of some object are unknown, because it is too large to be searched or cannot be unpacked. */
  isIncomplete = false

  /** Reads every object of a revision. */
  constructor(file: PdfFile, revision: PdfRevision) {
    this.file = file
    this.contentReferences = new ContentReferences(file.budget)
    this.references = new ReferenceIndex(file.budget)
    this.references.put(TRAILER, trailerTargets(revision, this.references))
    for (const { sections } of file.revisions.slice(0, revision.index + 1)) this.addContainers(sections)
    for (const number of file.numbersAt(revision.index)) this.put(revision, number)
  }

  /** Goes on to the next revision. `targets` has, for each object that it changed, the result of the method `targets`. */
  advance(newer: PdfRevision, targets: ReadonlyMap<number, ReadonlySet<number>>): void {
    this.references.put(TRAILER, trailerTargets(newer, this.references))
    this.addContainers(newer.sections)
    for (const [number, ofObject] of targets) this.put(newer, number, ofObject)
  }

  /**
   * The objects that an object of a revision refers to. References of the cross-reference chain and of object streams are not part of the document and left
   * out.
   */
  targets(revision: PdfRevision, number: number): ReadonlySet<number> {
    return this.targetsOfValue(revision, number, readableValue(revision, number))
  }

  private targetsOfValue(revision: PdfRevision, number: number, value: PdfValue | PdfError): ReadonlySet<number> {
    const targets =
      value instanceof PdfError
        ? this.targetsOfUnreadable(revision, number)
        : this.references.targetsIn(isFileStructure(value) ? without(value.dictionary, chainKeys) : value)
    if (targets.has(UNKNOWN)) this.isIncomplete = true
    // The references of each object stay in memory, and many unreadable objects may share octets.
    this.file.budget.countValues(targets.size)
    return targets
  }

  /** Whether entries of the cross-reference name this object as an object stream. */
  isContainer(number: number): boolean {
    return this.containers.has(number)
  }

  /** The signed content as of the newest revision of this survey. */
  contentOf(revision: PdfRevision): SignedContent {
    const isUnclear = [...this.unclear].some((number) => this.references.isReferredTo(number))
    return readSignedContent(revision, this.references, isUnclear ? null : this.contentReferences.of(revision), this.unreadable)
  }

  /** Every name in the content of the newest revision of this survey; null when some of it cannot be searched. */
  namesInContent(revision: PdfRevision): ReadonlySet<string> | null {
    return this.contentReferences.names(revision)
  }

  /** Objects that a revision does not write and that nevertheless have other content in it, because its octets complete them. */
  changedByPosition(newer: PdfRevision, changed: ReadonlyMap<number, unknown>): readonly number[] {
    const completed = [...this.unreadable].filter((number) => !changed.has(number) && !(readableValue(newer, number) instanceof PdfError))
    const found = [...completed, ...[...this.open].filter((number) => !changed.has(number))]
    // They are reported again for each later revision.
    this.file.budget.countErrors(found.length)
    return found
  }

  private put(revision: PdfRevision, number: number, targets: ReadonlySet<number> | null = null): void {
    const value = readableValue(revision, number)
    this.unreadable.delete(number)
    this.open.delete(number)
    if (value instanceof PdfError) this.unreadable.add(number)
    else if (value instanceof PdfStream && endsAfterRevision(value, revision, this.file)) this.open.add(number)
    this.contentReferences.put(number, value)
    const found = targets ?? this.targetsOfValue(revision, number, value)
    if (found.has(UNKNOWN) || found.has(BY_CONTENT)) this.unclear.add(number)
    else this.unclear.delete(number)
    this.references.put(number, found)
  }

  private targetsOfUnreadable(revision: PdfRevision, number: number): ReadonlySet<number> {
    const entry = revision.entryOf(number)
    if (entry.kind === 'free' || (entry.kind === 'at' && entry.offset >= revision.paddedEnd)) return none
    const place = entry.kind === 'at' ? entry : revision.entryOf(entry.stream)
    const key = `${entry.kind} ${place.kind === 'at' ? place.offset : 'nowhere'}`
    const targets = this.targetsAt.get(key) ?? this.searched(revision, entry)
    this.targetsAt.set(key, targets)
    return targets
  }

  private searched(revision: PdfRevision, entry: CrossReferenceEntry): ReadonlySet<number> {
    if (entry.kind === 'free') return none
    const text = entry.kind === 'at' ? this.file.textOfObject(entry.offset) : this.file.textOfContainer(entry.stream, revision.index)
    if (text === null) return new Set([UNKNOWN])
    const targets = targetsByLook(text)
    return entry.kind === 'at' && this.mayBePacked(text) ? targets.add(BY_CONTENT) : targets
  }

  /** Whether octets may be a packed or encrypted stream, whose references a search does not find. A key may be written with number signs. */
  private mayBePacked(text: string): boolean {
    return text.includes('stream') && (this.file.isEncrypted || /Filter|\/F(?![A-Za-z0-9])|#/.test(text))
  }

  private addContainers(sections: PdfRevision['sections']): void {
    for (const { entries } of sections) entries.forEachContainer((stream) => this.containers.add(stream))
  }
}

/** The value of an object in a revision (`after`) and in the one before, or the reason why it cannot be read. */
export interface ObjectValues {
  readonly before: PdfValue | PdfError
  readonly after: PdfValue | PdfError
}

/** The object as of a revision, or the reason why it cannot be read. */
export function readableValue(revision: PdfRevision, number: number): PdfValue | PdfError {
  try {
    return revision.object(number)
  } catch (error) {
    return asFinding(error)
  }
}

export function trailerTargets({ trailer }: PdfRevision, index: ReferenceIndex): ReadonlySet<number> {
  return index.targetsIn(['Root', 'Info', 'Encrypt'].map((key) => trailer.get(key)))
}

/** Whether a value is a cross-reference stream or an object stream. */
function isFileStructure(value: PdfValue): value is PdfStream {
  const type = value instanceof PdfStream ? nameOf(value.dictionary.get('Type')) : null
  return type === 'XRef' || type === 'ObjStm'
}

/**
 * Keys by which a cross-reference stream refers to the document, and an object stream to an older object stream. All other keys count: viewers draw a stream
 * whose `Subtype` is `Form` or `Image`, whatever its `Type`, and follow its resources.
 */
const chainKeys: ReadonlySet<string> = new Set(['Root', 'Info', 'Encrypt', 'Extends'])

/** Whether `Length` of a stream leads beyond the end of the revision. */
function endsAfterRevision(stream: PdfStream, revision: PdfRevision, { bytes }: PdfFile): boolean {
  if (stream.exactLength) return false
  const length = naturalNumberOf(revision.resolve(stream.dictionary.get('Length'))) ?? 0
  return stream.raw.byteOffset - bytes.byteOffset + length > revision.end
}
