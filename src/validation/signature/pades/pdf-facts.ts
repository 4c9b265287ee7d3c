import type { PdfChange, PdfFacts, PdfPermission, SignedScope } from '#model'
import { type PdfFile, type PdfSignature, placeOf } from '#readers/pdf'

/** The profile facts of a PDF signature. */
export function pdfFacts(file: PdfFile, signature: PdfSignature, changes: readonly PdfChange[]): PdfFacts {
  const { modification, lockedModification, restrictions } = signature.permissions
  return {
    name: 'pdf',
    fields: signature.fields,
    subFilter: signature.subFilter,
    byteRange: rangeOf(signature),
    followedBy: followedBy(file, signature, changes),
    octetsBehind: signature.range === null ? 0 : file.bytes.length - coveredEnd(signature.range),
    revision: signature.coveredRevision === null ? null : signature.coveredRevision + 1,
    revisions: file.revisions.length,
    certification: modification,
    permission: stricter(modification, lockedModification),
    restrictions,
    changes,
  }
}

/** What follows the octets that a signature covers. */
function followedBy(file: PdfFile, { range, coveredRevision }: PdfSignature, changes: readonly PdfChange[]): PdfFacts['followedBy'] {
  if (range !== null && isWhiteSpaceFrom(file.bytes, coveredEnd(range))) return 'nothing'
  if (range === null || coveredRevision === null || coveredRevision === file.revisions.length - 1) return 'other-octets'
  return changes.every(({ level }) => level === 'long-term-validation') ? 'validation-data' : 'later-version'
}

function coveredEnd({ secondStart, secondLength }: NonNullable<PdfSignature['range']>): number {
  return secondStart + secondLength
}

function isWhiteSpaceFrom(bytes: Buffer, start: number): boolean {
  for (let at = start; at < bytes.length; at++) if (!whiteSpace.has(bytes[at] ?? 0)) return false
  return true
}

/** ISO 32000-1, table 1. */
const whiteSpace: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20])

/** The four numbers of the byte range; null when it is unusable. */
export function rangeOf({ range }: Pick<PdfSignature, 'range'>): PdfFacts['byteRange'] {
  return range === null ? null : [range.firstStart, range.firstLength, range.secondStart, range.secondLength]
}

function stricter(one: PdfPermission | null, other: PdfPermission | null): PdfPermission | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/**
 * The scope (`decisions.md#pdf-scope`): the whole file if nothing but validation data, which are not visible, follows the signature; otherwise the revision
 * that it covers, with the number of signatures and document time-stamps that follow (at least 1).
 */
export function scopeOf(signature: PdfSignature, all: readonly PdfSignature[], changes: readonly PdfChange[]): readonly SignedScope[] {
  const later = all.filter((other) => other.kind !== 'neither' && placeOf(other) > placeOf(signature)).length
  const isLast = changes.every(({ level }) => level === 'long-term-validation')
  const number = later > 0 ? later : isLast ? null : 1
  return [{ kind: 'pdf-revision', number, byteRange: rangeOf(signature) ?? [0, 0, 0, 0] }]
}
