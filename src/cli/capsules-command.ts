import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { type Settings, SettingsError } from '#config'
import { systemErrorCode } from '#model'
import { type CapsuleStore, exportCapsules, type ImportOutcome, importCapsules, openCapsuleStore, StoreUnavailable } from '#service'
import { exitStatus } from './exit-status.js'
import type { Output } from './progress.js'
import { terminalText } from './terminal-text.js'

export interface CapsulesEnvironment {
  readonly settings: Settings
  readonly out: Output
  readonly err: Output
}

/** Writes every capsule of the store as a line of JSON; the last line says how many there are. */
export function runExport(environment: CapsulesEnvironment): Promise<number> {
  return withStore(environment, async (store) => {
    for await (const line of exportCapsules(store)) await written(environment.out, `${line}\n`)
    return exitStatus.allPassed
  })
}

/** Reads what `runExport` wrote. `file` null: from the standard input. */
export function runImport(file: string | null, input: Readable, environment: CapsulesEnvironment): Promise<number> {
  return withStore(environment, async (store) => {
    try {
      const outcome = await importCapsules(store, readable(file === null ? input : createReadStream(file)))
      environment.err.write(`allkiri: ${describe(outcome)}\n`)
      return outcome.kind === 'complete' ? exitStatus.allPassed : exitStatus.notAllPassed
    } catch (error) {
      if (!(error instanceof InputUnreadable)) throw error
      environment.err.write(`allkiri: ${file === null ? 'the standard input' : terminalText(file)} cannot be read (${error.message}).\n`)
      return exitStatus.unreadable
    }
  })
}

/** The file, not the store, cannot be read; the message is the code of the system. */
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

async function withStore(environment: CapsulesEnvironment, work: (store: CapsuleStore) => Promise<number>): Promise<number> {
  const { capsuleStore } = environment.settings
  if (capsuleStore === null)
    throw new SettingsError([
      'Name the store: set ALLKIRI_DATA to the folder of the capsules, or ALLKIRI_CAPSULES_DATABASE to their database.',
    ])
  const store = await openCapsuleStore(capsuleStore, { thread: false, onFault: () => undefined })
  try {
    return await work(store)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    environment.err.write(`allkiri: ${error.message}\n`)
    return exitStatus.notAllPassed
  } finally {
    await store.close()
  }
}

/** Waits until the reader of our output has taken what was written: an export may be larger than memory. */
async function written(out: Output, text: string): Promise<void> {
  if (out.write(text) === false && out.once !== undefined) await new Promise<void>((resolve) => out.once?.('drain', resolve))
}
