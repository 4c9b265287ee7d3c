import { type Command, Option } from 'commander'
import type { RunEnvironment } from '../validate/run-files.js'
import { addValidationOptions, choosePolicy, readPath, settingsWith, type ValidationOptions } from '../validation-options.js'
import { runAudit } from './audit-command.js'

interface AuditOptions extends ValidationOptions {
  readonly jsonLines?: boolean
  readonly skipDone?: string
}

/** Adds `allkiri xroad …`, the commands for archives of security servers. */
export function describeXroadCommands(program: Command, context: Omit<RunEnvironment, 'settings'>, finish: (status: number) => void): void {
  const xroad = program.command('xroad').description('checks archives of X-Road security servers')
  const audit = xroad
    .command('audit')
    .description(
      'checks the archives of a message log: the chain of digests over containers and archives, and each container; exit status 0: all is well, 1: not, 2: an archive cannot be read, 64: wrong usage',
    )
    .argument('<path...>', 'archives (ZIP with linkinginfo) or folders, searched recursively for names that end in .zip')
  addValidationOptions(audit)
    .option('--json-lines', 'prints a line of JSON for each archive; the table is then printed to the standard error')
    .addOption(
      new Option(
        '--skip-done <file>',
        'counts the lines of FILE, and skips its archives; to continue a run: --skip-done FILE >> FILE',
      ).argParser(readPath),
    )
    .action(async (paths: readonly string[], options: AuditOptions, command: Command) => {
      if (options.skipDone !== undefined && options.jsonLines !== true) command.error('error: --skip-done goes with --json-lines')
      const settings = settingsWith(context.environment, options)
      finish(
        await runAudit(
          {
            paths,
            ...choosePolicy(options.policy, settings),
            jsonLines: options.jsonLines === true,
            skipDone: options.skipDone ?? null,
          },
          { ...context, settings },
        ),
      )
    })
}
