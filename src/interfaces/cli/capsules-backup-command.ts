import { type DatabaseContent, StoreUnavailable } from '#capsules/rules'
import { backupCapsules, CopyRefused, digestOfFile, restoreCapsules, verifyBackup } from '#capsules/service'
import { type CapsuleStoreSettings, SettingsError } from '#config'
import { counted, terminalText } from '#writers/cli'
import { type CapsulesEnvironment, storeMissing } from './capsules-command.js'
import { exitStatus } from './exit-status.js'
import { listenForInterrupts } from './interrupts.js'

/** Copies the database of the data folder into a new file, and checks the copy. */
export function runBackup(file: string, environment: CapsulesEnvironment): Promise<number> {
  return reporting(
    file,
    environment,
    async (signal) => `${file} is a backup of ${describe(await backupCapsules(storeOf(environment), file, signal))}`,
  )
}

/** Checks a backup and counts its capsules. */
export function runVerify(file: string, environment: Omit<CapsulesEnvironment, 'settings'>): Promise<number> {
  return reporting(file, environment, async () => `${file} is not damaged: ${describe(await verifyBackup(file))}`)
}

/** Restores a backup into the data folder, which must not contain a database. */
export function runRestore(file: string, environment: CapsulesEnvironment): Promise<number> {
  return reporting(
    file,
    environment,
    async (signal) => `${file} was restored: ${describe(await restoreCapsules(storeOf(environment), file, signal))}`,
  )
}

function storeOf({ settings }: CapsulesEnvironment): CapsuleStoreSettings {
  if (settings.capsuleStore === null) throw new SettingsError([storeMissing])
  return settings.capsuleStore
}

function describe({ stored, deleted }: DatabaseContent): string {
  return `${counted(stored, 'capsule')} and ${counted(deleted, 'id')} of deleted ones.`
}

/** Does the work and prints its sentence and the digest of the backup. An error of the backup or its store becomes a sentence and an exit status. */
async function reporting(
  file: string,
  { out, err }: Omit<CapsulesEnvironment, 'settings'>,
  work: (signal: AbortSignal) => Promise<string>,
): Promise<number> {
  const { signal, stopListening } = listenForInterrupts()
  try {
    const sentence = await work(signal)
    out.write(`${terminalText(sentence)}\nSHA-256 of the backup: ${await digestOfFile(file)}\n`)
    return exitStatus.allPassed
  } catch (error) {
    if (signal.aborted && error === signal.reason) {
      err.write('allkiri: Interrupted; nothing was written.\n')
      return exitStatus.notAllPassed
    }
    if (error instanceof StoreUnavailable) {
      err.write(`allkiri: ${terminalText(`${file}: ${error.message}`)}\n`)
      return exitStatus.notAllPassed
    }
    if (!(error instanceof CopyRefused)) throw error
    err.write(`allkiri: ${terminalText(error.message)}.\n`)
    return exitStatus.unreadable
  } finally {
    stopListening()
  }
}
