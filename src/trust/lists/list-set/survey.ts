import { constants, gunzipSync } from 'node:zlib'
import { systemErrorCode } from '#model'
import { kindOfType, type TrustedList } from '../trusted-list/read-trusted-list.js'
import { orListError, TrustedListError } from '../trusted-list/trusted-list-error.js'
import { type ListFile, readListFile } from './list-file.js'
import type { AssemblyContext, Findings, ListSource } from './list-set.js'

/** A file with its assumed kind and territory: those that it was requested as, or, for a file in a folder, those that it states. Not authenticated yet. */
export interface SurveyedFile {
  readonly file: ListFile
  readonly kind: TrustedList['kind'] | 'pivot'
  readonly territory: string
  /** As stated in a file of a folder. Null for a requested file, which is not read yet. */
  readonly sequenceNumber: number | null
}

/** Determines the assumed kind and territory of each file of a source. For files of a folder, only the beginning is examined, one file after the other. */
export function surveyFiles(
  source: ListSource,
  files: readonly ListFile[],
  { limits }: AssemblyContext,
  findings: Findings,
): readonly SurveyedFile[] {
  return files.flatMap((file): readonly SurveyedFile[] => {
    const { promised } = file
    if (promised !== null) {
      const territory = promised.kind === 'trusted-list' ? promised.territory : source.territory
      return [{ file, kind: promised.kind, territory, sequenceNumber: null }]
    }
    const seen = orListError(() => peekHead(file.bytes(), limits.headBytes) ?? readListFile(file, limits).list)
    if (seen instanceof TrustedListError) {
      findings.refuse(null, file, seen)
      return []
    }
    const { kind, territory, sequenceNumber } = seen
    return [{ file, kind, territory, sequenceNumber }]
  })
}

/**
 * Kind, territory and number according to the beginning of a file, so that thirty lists need not be parsed twice. The result only selects how the file is
 * processed later; there it is read completely, and refused when it does not match. Null when the values are not found.
 */
function peekHead(bytes: Uint8Array, headBytes: number): Pick<TrustedList, 'kind' | 'territory' | 'sequenceNumber'> | null {
  const head = headOf(bytes, headBytes)?.toString('latin1') ?? ''
  const type = textOf(head, 'TSLType')
  const territory = textOf(head, 'SchemeTerritory')
  const sequenceNumber = textOf(head, 'TSLSequenceNumber')
  if (type === null || territory === null || sequenceNumber === null || !/^\d{1,12}$/.test(sequenceNumber)) return null
  return { kind: kindOfType(type), territory, sequenceNumber: Number(sequenceNumber) }
}

function headOf(bytes: Uint8Array, headBytes: number): Buffer | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes))
  if (head[0] !== 0x1f || head[1] !== 0x8b) return head
  try {
    // The beginning of a gzip file is incomplete; the part that can be decompressed is sufficient.
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: headBytes * 100 }).subarray(0, headBytes)
  } catch (error) {
    if (systemErrorCode(error) !== null) return null
    throw error
  }
}

/** Text of the first element with that local name and any prefix. */
function textOf(head: string, localName: string): string | null {
  return new RegExp(`<(?:[\\w-]{1,20}:)?${localName}>([^<&]{1,200})<`).exec(head)?.[1]?.trim() ?? null
}
