import { type CapsuleRecord, type CapsuleStore, readTransferLine, writeEnd, writeRecord } from '#capsules/rules'
import type { Limits } from '#config'
import { boundedLines } from './bounded-lines.js'

/** A line for every record of the store, and a last line with their number. Lines have no line feed. */
export async function* exportCapsules(store: CapsuleStore): AsyncGenerator<string> {
  let records = 0
  for await (const record of store.records()) {
    records += 1
    yield writeRecord(record)
  }
  yield writeEnd(records)
}

interface ImportCount {
  readonly added: number
  /** Records that the store already had. */
  readonly identical: number
}

export type ImportOutcome =
  | ({ readonly kind: 'complete' } & ImportCount)
  /** `line` counts from 1. The records before it are in the store; the import can be repeated. */
  | ({ readonly kind: 'stopped'; readonly line: number; readonly reason: string } & ImportCount)

/**
 * Adds the records of an export, which arrives in pieces of any size. They are added in transactions of `importBatch` records, so that a large export is never
 * in memory as a whole. The first line that cannot be added stops the import.
 */
export async function importCapsules(
  store: CapsuleStore,
  pieces: AsyncIterable<Uint8Array | string>,
  { maxLineBytes, importBatch }: Limits['capsules'],
): Promise<ImportOutcome> {
  const count = { added: 0, identical: 0 }
  let batch: CapsuleRecord[] = []
  let line = 0
  const stopped = (at: number, reason: string): ImportOutcome => ({ kind: 'stopped', line: at, reason, ...count })
  /** Adds the batch. Returns the number of the first line whose record differs from the stored one; null when there is none. */
  const flush = async (): Promise<number | null> => {
    const first = line - batch.length
    const results = await store.moveIn(batch)
    count.added += results.filter((result) => result === 'added').length
    count.identical += results.filter((result) => result === 'identical').length
    const different = results.indexOf('different')
    batch = []
    return different < 0 ? null : first + different + 1
  }
  for await (const text of boundedLines(pieces, maxLineBytes)) {
    const read = text.length > maxLineBytes ? 'it is longer than any capsule' : readTransferLine(text)
    if (typeof read !== 'string' && read.kind === 'record') {
      line += 1
      batch.push(read.record)
      if (batch.length < importBatch) continue
    }
    const different = await flush()
    if (different !== null) return stopped(different, 'another capsule with this id is in the store')
    if (typeof read === 'string') return stopped(line + 1, read)
    if (read.kind === 'record') continue
    if (read.records === line) return { kind: 'complete', ...count }
    return stopped(line + 1, `${read.records} records were exported, but ${line} precede this line`)
  }
  const different = await flush()
  if (different !== null) return stopped(different, 'another capsule with this id is in the store')
  return stopped(line + 1, 'the last line of the export is missing: the file was cut off')
}
