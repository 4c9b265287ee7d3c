import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { addValidationOptions, choosePolicy, readPath, settingsWith, type ValidationOptions } from '../validation-options.js'
import { addFileSelection, type FileSelectionOptions, selectionOf } from './file-selection.js'
import type { ResultForm } from './result-writer.js'
import { runValidate, type ValidateEnvironment } from './validate-command.js'

type ValidateContext = Omit<ValidateEnvironment, 'settings'>

interface ValidateOptions extends ValidationOptions, FileSelectionOptions {
  readonly brief?: boolean
  readonly json?: boolean
  readonly jsonLines?: boolean
  readonly skipDone?: string
  readonly since?: string
  readonly lines?: string
  readonly explain?: boolean
  readonly explainJson?: boolean
  readonly content?: readonly string[]
}

/** Adds `allkiri validate`. */
export function describeValidateCommand(program: Command, context: ValidateContext, finish: (status: number) => void): void {
  const validate = program
    .command('validate')
    .description(
      'validates documents; exit status 0: all signatures pass, 1: not all, or a file in the document is not signed, 2: a file cannot be read, 64: wrong usage',
    )
  addValidationOptions(addFileSelection(validate))
    .option('--brief', 'prints one line for each file, those with trouble last')
    .option('--json', 'prints an array with one element for each file')
    .option('--json-lines', 'prints a line of JSON for each file as soon as it is validated')
    .addOption(
      new Option('--skip-done <file>', 'skips the files that have a line in FILE; to continue a run: --skip-done FILE >> FILE').argParser(
        readPath,
      ),
    )
    .addOption(
      new Option(
        '--since <file>',
        'prints only files whose verdict, level or reason differs from FILE, an earlier run with --json-lines, each with the causes; exit status 1: some differ',
      ).argParser(readPath),
    )
    .addOption(
      new Option(
        '--lines <file>',
        'with --since: adds the line of each file to FILE, for the next run; after an interruption the same command goes on from it',
      ).argParser(readPath),
    )
    .option(
      '--explain',
      'prints the tree of building blocks with the checks that were not satisfied; --explain=json: every check, the facts and the validation data',
    )
    .addOption(
      new Option('--content <file>', 'a file that detached signatures (.p7s, .xml) cover; may be repeated').argParser(
        (path: string, before: readonly string[] | undefined) => [...(before ?? []), readPath(path)],
      ),
    )
    .addOption(new Option('--explain-json').hideHelp())
    .action(async (paths: readonly string[], options: ValidateOptions, command: Command) => {
      const selection = selectionOf(paths, options, command)
      if ([options.brief, options.json, options.jsonLines].filter((form) => form === true).length > 1)
        command.error('error: choose one of --brief, --json and --json-lines')
      if (options.skipDone !== undefined && options.jsonLines !== true) command.error('error: --skip-done goes with --json-lines')
      const settings = settingsWith(context.environment, options)
      const chosen = choosePolicy(options.policy, settings)
      const { type = null, skipDone = null, content = [] } = options
      if (options.since !== undefined) {
        if (options.skipDone !== undefined || options.explain === true || options.explainJson === true || options.json === true)
          command.error('error: --since goes with --json-lines only')
        const { runChanges } = await import('../changes/changes-command.js')
        const { since, lines = null } = options
        if (lines !== null && resolve(lines) === resolve(since)) command.error('error: --lines and --since are one file; name another one')
        finish(await runChanges({ selection, type, ...chosen, form: formOf(options), content }, { since, lines }, { ...context, settings }))
        return
      }
      if (options.lines !== undefined) command.error('error: --lines goes with --since')
      const explain = options.explain === true || options.explainJson === true
      finish(await runValidate({ selection, type, ...chosen, form: formOf(options), explain, skipDone, content }, { ...context, settings }))
    })
}

function formOf({ brief, json, jsonLines, explainJson }: ValidateOptions): ResultForm {
  if (jsonLines === true) return 'json-lines'
  if (json === true || explainJson === true) return 'json'
  return brief === true ? 'brief' : 'person'
}
