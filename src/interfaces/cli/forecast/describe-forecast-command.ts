import type { Command } from 'commander'
import { Option } from 'commander'
import { addFileSelection, type FileSelectionOptions, selectionOf } from '../validate/file-selection.js'
import type { RunEnvironment } from '../validate/run-files.js'
import { addValidationOptions, choosePolicy, readPath, settingsWith, type ValidationOptions } from '../validation-options.js'
import { runForecast } from './forecast-command.js'

interface ForecastOptions extends ValidationOptions, FileSelectionOptions {
  readonly jsonLines?: boolean
  readonly table?: boolean
  readonly skipDone?: string
  readonly summary?: string
}

/** Adds `allkiri forecast`. */
export function describeForecastCommand(
  program: Command,
  context: Omit<RunEnvironment, 'settings'>,
  finish: (status: number) => void,
): void {
  const forecast = program
    .command('forecast')
    .description(
      'says until when the signatures of documents are provable, and counts them by year and reason; exit status 0: all files were read, 2: one could not be, 64: wrong usage',
    )
  addValidationOptions(addFileSelection(forecast))
    .option('--json-lines', 'prints a line of JSON for each file; the table is then printed to the standard error')
    .option('--table', 'prints the table alone')
    .addOption(
      new Option(
        '--skip-done <file>',
        'counts the lines of FILE, and skips its files; to continue a run: --skip-done FILE >> FILE',
      ).argParser(readPath),
    )
    .addOption(new Option('--summary <file>', 'writes the table as JSON into this file, which is replaced').argParser(readPath))
    .action(async (paths: readonly string[], options: ForecastOptions, command: Command) => {
      const selection = selectionOf(paths, options, command)
      if (options.skipDone !== undefined && options.jsonLines !== true) command.error('error: --skip-done goes with --json-lines')
      const settings = settingsWith(context.environment, options)
      const chosen = choosePolicy(options.policy, settings)
      const { type = null, skipDone = null, summary = null } = options
      const form = options.jsonLines === true ? 'json-lines' : options.table === true ? 'table' : 'person'
      finish(await runForecast({ selection, type, ...chosen, form, skipDone, summary }, { ...context, settings }))
    })
}
