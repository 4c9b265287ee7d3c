import type { CrossReferenceSection } from '../cross-reference/section.js'
import { ifReadable } from '../pdf-error.js'
import type { PdfFile } from '../pdf-file.js'
import type { PdfRevision } from '../pdf-revision.js'
import { Cursor } from '../syntax/cursor.js'
import { parseIndirectObject } from '../syntax/parse-object.js'
import { PdfStream, type PdfValue } from '../syntax/values.js'
import { readableValue } from './object-survey.js'

/**
 * The first revision after `first` in which programs may find other objects, because they unpack a cross-reference stream or an object stream, of this revision or an
 * earlier one, in different ways (ISO 32000-1, 7.3.8): what is added may belong to objects that only some programs have. Null when there is none.
 */
export function revisionUnpackedDifferently(file: PdfFile, first: number): number | null {
  const different = file.revisions.findIndex((revision) => !isUnpackedAlike(file, revision, revision.index > first))
  const index = Math.max(different, first + 1)
  return different < 0 || index >= file.revisions.length ? null : index
}

function isUnpackedAlike(file: PdfFile, revision: PdfRevision, isLater: boolean): boolean {
  const containers = new Set<number>()
  for (const { entries } of revision.sections) entries.forEachContainer((number) => containers.add(number))
  const streams = [
    ...revision.sections.flatMap((section) => crossReferenceStreams(file, section)),
    ...[...containers].map((number) => readableValue(revision, number)),
  ]
  // Of a stream that this reader cannot unpack, the objects are unreadable, which is judged where something refers to them.
  const isUnreadable = (stream: PdfStream) => !isLater && ifReadable(() => revision.contentOf(stream)) === null
  return streams.every(
    (stream) => !(stream instanceof PdfStream) || file.isUnpackedAlike(stream, revision, isLater) || isUnreadable(stream),
  )
}

function crossReferenceStreams({ bytes, budget }: PdfFile, { kind, offset, trailer }: CrossReferenceSection): readonly PdfValue[] {
  const position = kind === 'stream' ? offset : trailer.get('XRefStm')
  return typeof position === 'number' ? [parseIndirectObject(new Cursor(bytes, position, bytes.length, budget), () => null).value] : []
}
