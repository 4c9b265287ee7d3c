import type { PdfFile } from '../pdf-file.js'
import type { Versions } from './comparison.js'
import type { Difference } from './difference.js'
import { type ObjectChange, structureChange } from './object-change.js'
import type { ObjectSurvey } from './object-survey.js'
import { readsOtherwiseWhenRepaired, revisionsThatInviteRepair } from './repaired-reading.js'
import { findStrayParts } from './stray-objects.js'
import { revisionUnpackedDifferently } from './unpacked-writing.js'

export { differenceOfObject } from './ambiguous-writing.js'

/*
 * One question: is a version written so that every program reads the same? It is asked of the file after the signature, of each version and of each object that a version writes.
 * Each way in which programs differ is a row of a table here, those of objects in `ambiguous-writing.ts`.
 */

/** What was found: the version, an object of it or null, and what is unusual. */
interface Found {
  readonly revision: number
  readonly object: number | null
  readonly description: string
}

/** A file, and the index of the first revision that the signature covers. */
interface SignedFile {
  readonly file: PdfFile
  readonly first: number
}

interface WrittenRevision {
  readonly file: PdfFile
  readonly versions: Versions
  readonly survey: ObjectSurvey
}

export const differencesOfFiles: readonly Difference<SignedFile, readonly Found[]>[] = [
  {
    name: 'irregular-chain',
    programs: 'Each program repairs another part of a broken chain of versions.',
    find: ({ file, first }) =>
      file.revisions
        .slice(first + 1)
        .flatMap(({ index, irregularities }) =>
          irregularities.filter((each) => !isBehindEnd(each) && each !== 'size-exceeded').map((each) => about(index, null, each)),
        ),
  },
  {
    name: 'octets-behind-end',
    programs: 'Programs search for the last `startxref` in other parts of the file.',
    // Octets after the newest revision come after every signature, also after a signature that covers that revision.
    find: ({ file, first }) =>
      file.revisions
        .slice(first)
        .flatMap(({ index, irregularities }) => irregularities.filter(isBehindEnd).map((each) => about(index + 1, null, each))),
  },
  {
    name: 'repair',
    programs: 'Unusual writing is harmless alone. Programs that repair the file because of it may find objects that it does not list.',
    find: ({ file, first }) => {
      const revisions = revisionsThatInviteRepair(file, first)
      if (revisions.length === 0 || !readsOtherwiseWhenRepaired(file)) return []
      return revisions.map((index) => about(index, null, 'programs may repair the file, and then read objects that it does not list'))
    },
  },
  {
    name: 'unpacking',
    programs: 'MuPDF, pdf.js and PDFBox use short keys of filters; Poppler, PDFium and PDFBox differ about incomplete or repeated packing.',
    find: ({ file, first }) => {
      const index = revisionUnpackedDifferently(file, first)
      return index === null ? [] : [about(index, null, 'programs unpack its cross-reference or its packed objects in different ways')]
    },
  },
]

export const differencesOfRevisions: readonly Difference<WrittenRevision, readonly Found[]>[] = [
  {
    name: 'completed-object',
    programs: 'Programs read on behind the end of the version in which an object begins.',
    find: ({ versions: { newer, changed }, survey }) =>
      survey
        .changedByPosition(newer, changed)
        .map((number) => about(newer.index, number, 'octets of this version belong to an object of an earlier one')),
  },
  {
    name: 'hybrid-file',
    programs: 'Only some programs read the stream of a hybrid file, in which objects stand that its table frees (ISO 32000-1, 7.5.8.4).',
    find: ({ versions: { older, newer } }) =>
      newer.sections
        .flatMap(({ hiddenNumbers }) => hiddenNumbers.filter((number) => older.entryOf(number).kind === 'at'))
        .map((number) =>
          about(newer.index, number, 'the table frees it, and only programs that read the stream of the hybrid file have it'),
        ),
  },
  {
    name: 'stray-part',
    programs: 'Programs that scan a file use objects, trailers and `startxref` that belong to no section.',
    find: ({ file, versions: { newer } }) => findStrayParts(file.bytes, newer).map((description) => about(newer.index, null, description)),
  },
]

/** What programs may read differently in the revisions after the signature: what the file itself is written like. */
export function differencesOfFile(file: PdfFile, first: number): readonly ObjectChange[] {
  return changesOf(differencesOfFiles.flatMap(({ find }) => find({ file, first })))
}

/** What programs may read differently in one revision: other objects than its cross-reference lists. */
export function differencesOfRevision(file: PdfFile, versions: Versions, survey: ObjectSurvey): readonly ObjectChange[] {
  return changesOf(differencesOfRevisions.flatMap(({ find }) => find({ file, versions, survey })))
}

function changesOf(found: readonly Found[]): readonly ObjectChange[] {
  return found.map(({ revision, object, description }) => structureChange(revision, object, description))
}

function about(revision: number, object: number | null, description: string): Found {
  return { revision, object, description }
}

function isBehindEnd(irregularity: string): boolean {
  return irregularity === 'bytes-behind-end' || irregularity === 'stray-end-marker'
}
