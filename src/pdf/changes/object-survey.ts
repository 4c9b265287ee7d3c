import { PdfError } from '../pdf-error.js'
import type { PdfFile } from '../pdf-file.js'
import type { PdfRevision } from '../pdf-revision.js'
import { nameOf, naturalNumberOf, PdfReference, PdfStream, type PdfValue } from '../syntax/values.js'
import { ReferenceIndex, TRAILER, targetsByLook, targetsOf } from './reference-index.js'

const none: ReadonlySet<number> = new Set()

/** All objects of a file as of one revision: who refers to whom, and which of them later octets could change. It goes on from revision to revision. */
export class ObjectSurvey {
  readonly references = new ReferenceIndex()
  private readonly file: PdfFile
  /** Object streams that some entry of the cross-reference leads to, there or not. */
  private readonly containers = new Set<number>()
  /** Objects that cannot be read. */
  private readonly unreadable = new Set<number>()
  /** Streams whose `Length` leads behind the end of their revision: whoever has more of the file reads more. */
  private readonly open = new Set<number>()
  /** Whether what some object refers to could not even be told by its look. */
  isIncomplete = false

  /** Reads every object of a revision. */
  constructor(file: PdfFile, revision: PdfRevision) {
    this.file = file
    this.references.put(TRAILER, trailerTargets(revision))
    for (const { sections } of file.revisions.slice(0, revision.index + 1)) this.addContainers(sections)
    for (const number of file.numbersAt(revision.index)) this.put(revision, number)
  }

  /** Goes on to the next revision, which changed these objects. */
  advance(newer: PdfRevision, changed: Iterable<number>): void {
    this.references.put(TRAILER, trailerTargets(newer))
    this.addContainers(newer.sections)
    for (const number of changed) this.put(newer, number)
  }

  /** What an object of a revision refers to. A cross-reference stream is no part of the document, although it repeats what the trailer holds. */
  targets(revision: PdfRevision, number: number): ReadonlySet<number> {
    const value = readableValue(revision, number)
    if (value instanceof PdfError) return this.targetsOfUnreadable(revision, number)
    return isPartOfWriting(value) ? none : targetsOf(value, this.file.budget)
  }

  /** Whether entries lead into this object as an object stream. */
  isContainer(number: number): boolean {
    return this.containers.has(number)
  }

  /** Objects that a revision does not speak of and that read differently in it all the same, because they were not complete before it. */
  changedByPosition(newer: PdfRevision, changed: ReadonlySet<number>): readonly number[] {
    this.file.budget.countValues(this.unreadable.size)
    const completed = [...this.unreadable].filter((number) => !changed.has(number) && !(readableValue(newer, number) instanceof PdfError))
    return [...completed, ...[...this.open].filter((number) => !changed.has(number))]
  }

  private put(revision: PdfRevision, number: number): void {
    const value = readableValue(revision, number)
    this.unreadable.delete(number)
    this.open.delete(number)
    if (value instanceof PdfError) this.unreadable.add(number)
    else if (value instanceof PdfStream && leadsBehind(value, revision, this.file)) this.open.add(number)
    this.references.put(number, this.targets(revision, number))
  }

  private targetsOfUnreadable(revision: PdfRevision, number: number): ReadonlySet<number> {
    const entry = revision.entryOf(number)
    if (entry.kind === 'free' || (entry.kind === 'at' && entry.offset >= revision.paddedEnd)) return none
    const text = entry.kind === 'at' ? this.file.textOfObject(entry.offset) : this.file.textOfContainer(entry.stream, revision.index)
    if (text !== null) return targetsByLook(text)
    this.isIncomplete = true
    return none
  }

  private addContainers(sections: PdfRevision['sections']): void {
    for (const { entries } of sections)
      for (const [, entry] of entries.entries()) if (entry.kind === 'in-stream') this.containers.add(entry.stream)
  }
}

export function readableValue(revision: PdfRevision, number: number): PdfValue | PdfError {
  try {
    return revision.object(number)
  } catch (error) {
    if (!(error instanceof PdfError) || error.limit) throw error
    return error
  }
}

export function trailerTargets({ trailer }: PdfRevision): ReadonlySet<number> {
  const values = ['Root', 'Info', 'Encrypt'].map((key) => trailer.get(key))
  return new Set(values.flatMap((value) => (value instanceof PdfReference ? [value.number] : [])))
}

function isPartOfWriting(value: PdfValue): boolean {
  return value instanceof PdfStream && ['XRef', 'ObjStm'].includes(nameOf(value.dictionary.get('Type')) ?? '')
}

function leadsBehind(stream: PdfStream, revision: PdfRevision, { bytes }: PdfFile): boolean {
  if (stream.exactLength) return false
  const length = naturalNumberOf(revision.resolve(stream.dictionary.get('Length'))) ?? 0
  return stream.raw.byteOffset - bytes.byteOffset + length > revision.end
}
