import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { type CapsuleStore, StoreUnavailable } from '#capsules/rules'
import {
  exportCapsules,
  type ImportOutcome,
  importCapsules,
  JavaServerUnreadable,
  javaServerDatabase,
  openCapsuleStore,
} from '#capsules/service'
import { type Limits, type Settings, SettingsError } from '#config'
import { formatInstant, type Instant, systemErrorCode } from '#model'
import { terminalText } from '#writers/cli'
import { exitStatus } from './exit-status.js'
import { type Output, written } from './progress.js'

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

/** The source of an import: a file with the lines of `runExport` (null: standard input), or the address of a database of the Java server. */
export type ImportSource =
  | { readonly kind: 'export'; readonly file: string | null }
  | { readonly kind: 'java-server'; readonly url: string }

/** Adds the capsules of the source to the store. An unreadable source gives status 2; capsules that have been added before stay in the store. */
export function runImport(source: ImportSource, input: Readable, environment: CapsulesEnvironment): Promise<number> {
  const { capsules: limits } = environment.settings.limits
  const work = async (store: CapsuleStore): Promise<number> => {
    try {
      const outcome = await importCapsules(store, linesOf(source, input, limits), limits)
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

function linesOf(source: ImportSource, input: Readable, limits: Limits['capsules']): AsyncIterable<Uint8Array | string> {
  if (source.kind === 'java-server') return javaServerDatabase(source.url, limits)
  return readable(source.file === null ? input : createReadStream(source.file))
}

/** The sentence for a source that cannot be read; null for an internal error. */
function unreadable(error: unknown, source: ImportSource): string | null {
  const what = source.kind === 'java-server' ? 'the database' : (source.file ?? 'the standard input')
  if (error instanceof InputUnreadable) return `${what} cannot be read (${error.message})`
  if (error instanceof JavaServerUnreadable) return `${what} cannot be read: ${error.message}`
  const code = source.kind === 'java-server' ? systemErrorCode(error) : null
  return code === null ? null : `${what} cannot be read (${code})`
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
  const store = await openCapsuleStore(capsuleStore, { role: 'command', mustExist, onFault: () => undefined })
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
