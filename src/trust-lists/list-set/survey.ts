import { constants, gunzipSync } from 'node:zlib'
import { systemErrorCode } from '#model'
import { kindOfType } from '../trusted-list/read-trusted-list.js'
import type { TrustedList } from '../trusted-list/trusted-list.js'
import { orListError, TrustedListError } from '../trusted-list/trusted-list-error.js'
import { type ListFile, readListFile } from './list-file.js'
import type { AssemblyContext, Findings } from './list-set.js'
import type { ListSource } from './list-source.js'

/** A file with what it is tried for: what it was requested as, or, in a folder, what it says that it is. Nothing of this has been authenticated. */
export interface SurveyedFile {
  readonly file: ListFile
  readonly kind: TrustedList['kind'] | 'pivot'
  readonly territory: string
  /** Null when it was requested: what it says of itself is found when it is read. */
  readonly sequenceNumber: number | null
}

/** Records what each file of a source is tried for. Files of a folder were not requested by name; their beginning is examined, one after the other. */
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
    const seen = orListError(() => glimpse(file.bytes(), limits.headBytes) ?? readListFile(file, limits).list)
    if (seen instanceof TrustedListError) {
      findings.refuse(null, file, seen)
      return []
    }
    const { kind, territory, sequenceNumber } = seen
    return [{ file, kind, territory, sequenceNumber }]
  })
}

/**
 * What the beginning of a file seems to be, without reading all of it: thirty lists would otherwise be parsed twice. It decides only what the file is
 * tried for; there everything is read, and what does not fit is refused. Null when it cannot be told.
 */
function glimpse(bytes: Uint8Array, headBytes: number): Pick<TrustedList, 'kind' | 'territory' | 'sequenceNumber'> | null {
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
    // The head of a compressed list is not finished; what can be unpacked of it is enough.
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: headBytes * 100 }).subarray(0, headBytes)
  } catch (error) {
    if (systemErrorCode(error) !== null) return null
    throw error
  }
}

/** Text of the first element of that local name, whatever its prefix. */
function textOf(head: string, localName: string): string | null {
  return new RegExp(`<(?:[\\w-]{1,20}:)?${localName}>([^<&]{1,200})<`).exec(head)?.[1]?.trim() ?? null
}
