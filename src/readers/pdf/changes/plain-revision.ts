import type { PdfFile } from '../pdf-file.js'
import type { PdfRevision } from '../pdf-revision.js'
import type { Versions } from './comparison.js'
import { type ObjectChange, structureChange } from './object-change.js'
import type { ObjectSurvey } from './object-survey.js'
import { readsOtherwiseWhenRepaired, revisionsThatInviteRepair } from './repaired-reading.js'
import { findStrayParts } from './stray-objects.js'
import { revisionUnpackedDifferently } from './unpacked-writing.js'

/*
 * One question: is a revision written so that every program reads the same? Each way in which programs differ is a file of its own that answers with a reason. What is
 * ambiguous about a single object is asked where the object is judged (`ambiguous-writing.ts`).
 */

/** Irregularities in the writing of the revisions: a program that repairs files could read other content. */
export function irregularWriting(file: PdfFile, first: number): readonly ObjectChange[] {
  const irregular = file.revisions.slice(first).flatMap((revision) =>
    revision.irregularities.flatMap((irregularity) => {
      // Octets after the newest revision come after every signature, also after a signature that covers that revision.
      if (irregularity === 'bytes-behind-end' || irregularity === 'stray-end-marker')
        return [structureChange(revision.index + 1, null, irregularity)]
      return revision.index > first && irregularity !== 'size-exceeded' ? [structureChange(revision.index, null, irregularity)] : []
    }),
  )
  const different = revisionUnpackedDifferently(file, first)
  const description = 'programs unpack its cross-reference or its packed objects in different ways'
  return [...irregular, ...repairs(file, first), ...(different === null ? [] : [structureChange(different, null, description)])]
}

/** Unusual writing that is harmless alone. It is a change where a program that repairs the file because of it would find other objects. */
function repairs(file: PdfFile, first: number): readonly ObjectChange[] {
  const revisions = revisionsThatInviteRepair(file, first)
  if (revisions.length === 0 || !readsOtherwiseWhenRepaired(file)) return []
  return revisions.map((revision) =>
    structureChange(revision, null, 'programs may repair the file, and then read objects that it does not list'),
  )
}

/** The reasons why programs may read other objects in a revision than its cross-reference lists. */
export function readDifferently(file: PdfFile, { older, newer, changed }: Versions, survey: ObjectSurvey): readonly ObjectChange[] {
  const structure = (object: number | null, description: string) => structureChange(newer.index, object, description)
  return [
    ...survey
      .changedByPosition(newer, changed)
      .map((number) => structure(number, 'octets of this version belong to an object of an earlier one')),
    ...hiddenObjects(older, newer).map((number) =>
      structure(number, 'the table frees it, and only programs that read the stream of the hybrid file have it'),
    ),
    ...findStrayParts(file.bytes, newer).map((description) => structure(null, description)),
  ]
}

/** Objects that every program reads in the older revision, and that some programs lose in the newer, hybrid revision (ISO 32000-1, 7.5.8.4). */
function hiddenObjects(older: PdfRevision, { sections }: PdfRevision): readonly number[] {
  return sections.flatMap(({ hiddenNumbers }) => hiddenNumbers.filter((number) => older.entryOf(number).kind === 'at'))
}
