import { type Command, InvalidArgumentError, Option } from 'commander'
import { readSettings, SettingsError } from '#config'
import { runBackup, runRestore, runVerify } from './capsules-backup-command.js'
import { type CapsulesEnvironment, type ImportSource, runAcceptClock, runExport, runImport } from './capsules-command.js'
import { runDelete, runShow } from './capsules-one-command.js'
import type { CommandEnvironment } from './command-environment.js'

/** Adds `allkiri capsules …`, the commands for operators of a capsule store. Exit status 0: done, 1: not or not completely done, 2: a file cannot be used. */
export function describeCapsulesCommands(program: Command, context: CommandEnvironment, finish: (status: number) => void): void {
  const { input, out, err } = context
  const environment = (): CapsulesEnvironment => ({ settings: readSettings(context.environment), out, err })
  const capsules = program
    .command('capsules')
    .description('shows, deletes, moves, backs up and restores key capsules (ALLKIRI_DATA, ALLKIRI_CAPSULES_DATABASE)')
  capsules
    .command('export')
    .description('writes every capsule as a line of JSON, including the ids of deleted capsules')
    .action(async () => finish(await runExport(environment())))
  capsules
    .command('import')
    .description('adds exported capsules and skips those that exist already; exit status 1: stopped at a line that differs or is damaged')
    .argument('[file]', 'exported lines; standard input by default')
    .addOption(
      new Option('--from <address>', 'the database of the Java server instead of a file: postgres://user@host:5432/name').argParser(
        readDatabaseOfJavaServer,
      ),
    )
    .action(async (file: string | undefined, { from }: { readonly from?: string }) => {
      finish(await runImport(readImportSource(file ?? null, from ?? null), input, environment()))
    })
  capsules
    .command('show')
    .description('shows the capsule with an id, without its key material; exit status 1: the id was never used')
    .argument('<id>', 'the last segment of the Location of a capsule')
    .action(async (id: string) => finish(await runShow(id, context.now(), environment())))
  capsules
    .command('delete')
    .description(
      'deletes one capsule permanently; a container that needs it can never be opened again. The service may run. The id is never used again',
    )
    .argument('<id>', 'the last segment of the Location of a capsule')
    .action(async (id: string) => finish(await runDelete(id, environment())))
  capsules
    .command('accept-clock')
    .description(
      'accepts the clock of this machine, so that deletion of expired capsules, which was suspended after a step of the clock, continues',
    )
    .action(async () => finish(await runAcceptClock(context.now(), environment())))
  capsules
    .command('backup')
    .description('copies a consistent snapshot of all capsules into a new file and checks it; the service may run. Nothing is overwritten')
    .argument('<file>', 'the backup')
    .action(async (file: string) => finish(await runBackup(file, environment())))
  capsules
    .command('verify')
    .description('checks every page and record of a backup and counts its capsules; exit status 1: the backup is damaged')
    .argument('<file>', 'a backup')
    .action(async (file: string) => finish(await runVerify(file, { out, err })))
  capsules
    .command('restore')
    .description('restores a backup into the folder of ALLKIRI_DATA, which must not contain a database; the service must not run')
    .argument('<file>', 'a backup')
    .action(async (file: string) => finish(await runRestore(file, environment())))
}

function readImportSource(file: string | null, from: string | null): ImportSource {
  if (from === null) return { kind: 'export', file }
  if (file !== null) throw new SettingsError([`Name either the file ${file} or --from with the database of the Java server.`])
  return { kind: 'java-server', url: from }
}

function readDatabaseOfJavaServer(text: string): string {
  if (/^postgres(?:ql)?:\/\//.test(text)) return text
  throw new InvalidArgumentError('Write postgres://user@host:5432/name.')
}
