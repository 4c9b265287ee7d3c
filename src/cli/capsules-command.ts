import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { type CapsuleStore, StoreUnavailable } from '#capsule'
import { type Settings, SettingsError } from '#config'
import { formatInstant, type Instant, systemErrorCode } from '#model'
import {
  DumpUnreadable,
  exportCapsules,
  type ImportOutcome,
  importCapsules,
  javaServerDatabase,
  javaServerDump,
  openCapsuleStore,
} from '#service/capsules'
import { exitStatus } from './exit-status.js'
import { type Output, written } from './progress.js'
import { terminalText } from './terminal-text.js'

export interface CapsulesEnvironment {
  readonly settings: Settings
  readonly out: Output
  readonly err: Output
}

/** Writes every capsule of the store as a line of JSON. The last line has the number of capsules. */
export function runExport(environment: CapsulesEnvironment): Promise<number> {
  return withStore(environment, async (store) => {
    for await (const line of exportCapsules(store)) await written(environment.out, `${line}\n`)
    return exitStatus.allPassed
  })
}

/** Sets the time of the store to the wall clock of this machine, which ends a suspension of deletion. */
export function runAcceptClock(now: Instant, environment: CapsulesEnvironment): Promise<number> {
  return withStore(environment, async (store) => {
    const { seen, suspended } = await store.readClock()
    await store.acceptClock(now)
    const before = seen === null ? 'had no time yet' : `was at ${formatInstant(seen)}`
    const deletion = suspended === null ? 'Deletion was not suspended.' : 'Deletion of expired capsules continues.'
    environment.out.write(`The capsule store ${before}; it is at ${formatInstant(now)} now. ${deletion}\n`)
    return exitStatus.allPassed
  })
}

/** The source of an import. */
export interface ImportSource {
  /** Null: standard input. */
  readonly file: string | null
  /** `export`: the lines of `runExport`. `java-dump`: a dump of the table of the Java server. Any other value: the address of its database. */
  readonly from: string
}

/** Adds the capsules of the source to the store. An unreadable source gives status 2; capsules that have been added before stay in the store. */
export function runImport(source: ImportSource, input: Readable, environment: CapsulesEnvironment): Promise<number> {
  const work = async (store: CapsuleStore): Promise<number> => {
    try {
      const outcome = await importCapsules(store, linesOf(source, input))
      environment.err.write(`allkiri: ${describe(outcome)}\n`)
      return outcome.kind === 'complete' ? exitStatus.allPassed : exitStatus.notAllPassed
    } catch (error) {
      const reason = unreadable(error, source)
      if (reason === null) throw error
      environment.err.write(`allkiri: ${terminalText(reason)}.\n`)
      return exitStatus.unreadable
    }
  }
  return withStore(environment, work, { mustExist: false })
}

function linesOf({ file, from }: ImportSource, input: Readable): AsyncIterable<Uint8Array | string> {
  if (from !== 'export' && from !== 'java-dump') return javaServerDatabase(from)
  const pieces = readable(file === null ? input : createReadStream(file))
  return from === 'java-dump' ? javaServerDump(pieces) : pieces
}

/** The sentence for a source that cannot be read; null for an internal error. */
function unreadable(error: unknown, { file, from }: ImportSource): string | null {
  const what = from !== 'export' && from !== 'java-dump' ? 'the database' : (file ?? 'the standard input')
  if (error instanceof InputUnreadable) return `${what} cannot be read (${error.message})`
  if (error instanceof DumpUnreadable) return `${what} cannot be read: ${error.message}`
  if (what === 'the database' && error instanceof Error && 'code' in error) return `${what} cannot be read (${String(error.code)})`
  return null
}

/** The input of an import cannot be read. The message is the code of the system error. */
class InputUnreadable extends Error {
  override readonly name = 'InputUnreadable'
}

async function* readable(source: Readable): AsyncGenerator<Uint8Array | string> {
  try {
    for await (const piece of source as AsyncIterable<Uint8Array | string>) yield piece
  } catch (error) {
    const code = systemErrorCode(error)
    throw code === null ? error : new InputUnreadable(code, { cause: error })
  }
}

function describe(outcome: ImportOutcome): string {
  const counts = `${outcome.added} added, ${outcome.identical} already there`
  return outcome.kind === 'complete'
    ? `the import is complete: ${counts}.`
    : `the import stopped at line ${outcome.line}: ${outcome.reason}. Before it: ${counts}.`
}

export const storeMissing =
  'Name the store: set ALLKIRI_DATA to the folder of the capsules, or ALLKIRI_CAPSULES_DATABASE to their database.'

/**
 * Opens the configured store for the work, and closes it. `StoreUnavailable` becomes a sentence and status 1. Rejects with `SettingsError` when no store is
 * configured, and when the store must exist and does not.
 */
export async function withStore(
  environment: CapsulesEnvironment,
  work: (store: CapsuleStore) => Promise<number>,
  { mustExist } = { mustExist: true },
): Promise<number> {
  const { capsuleStore } = environment.settings
  if (capsuleStore === null) throw new SettingsError([storeMissing])
  const store = await openCapsuleStore(capsuleStore, { thread: false, mustExist, onFault: () => undefined })
  try {
    return await work(store)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    environment.err.write(`allkiri: ${terminalText(error.message)}\n`)
    return exitStatus.notAllPassed
  } finally {
    await store.close()
  }
}
