import { type Command, InvalidArgumentError, Option } from 'commander'
import { type DocumentType, documentTypes } from '#model'
import { addValidationOptions, choosePolicy, oneOf, readPath, settingsWith, type ValidationOptions } from '../validation-options.js'
import type { ResultForm } from './result-writer.js'
import { runValidate, type ValidateEnvironment } from './validate-command.js'

type ValidateContext = Omit<ValidateEnvironment, 'settings'>

interface ValidateOptions extends ValidationOptions {
  readonly type?: DocumentType
  readonly filesFrom?: string
  readonly everyFile?: boolean
  readonly part?: { readonly number: number; readonly of: number }
  readonly json?: boolean
  readonly jsonLines?: boolean
  readonly skipDone?: string
  readonly explain?: boolean
  readonly explainJson?: boolean
}

/** Adds `allkiri validate`. */
export function describeValidateCommand(program: Command, context: ValidateContext, finish: (status: number) => void): void {
  const validate = program
    .command('validate')
    .description(
      'validates documents; exit status 0: all signatures pass, 1: not all, or a file in the document is not signed, 2: a file cannot be read, 64: wrong usage',
    )
    .argument(
      '[path...]',
      'signed documents, folders (searched recursively for names of signed documents, without following links), or - for standard input',
    )
    .addOption(
      new Option('--files-from <list>', 'a file with the path of a document or folder on each line; - is standard input').argParser(
        readPath,
      ),
    )
    .option('--every-file', 'validates all files in folders, whatever their names are')
    .addOption(
      new Option('--part <n/of>', 'validates one part of the files, such as 2/8 on the second of eight machines').argParser(readPart),
    )
    .addOption(
      new Option('--type <type>', `one of ${documentTypes.join(', ')}; recognised by the content by default`).argParser(
        oneOf(documentTypes),
      ),
    )
  addValidationOptions(validate)
    .option('--json', 'prints an array with one element for each file')
    .option('--json-lines', 'prints a line of JSON for each file as soon as it is validated')
    .addOption(
      new Option('--skip-done <file>', 'skips the files that have a line in FILE; to continue a run: --skip-done FILE >> FILE').argParser(
        readPath,
      ),
    )
    .option(
      '--explain',
      'prints the tree of building blocks with the checks that were not satisfied; --explain=json: every check, the facts and the validation data',
    )
    .addOption(new Option('--explain-json').hideHelp())
    .action(async (paths: readonly string[], options: ValidateOptions, command: Command) => {
      if (paths.length === 0 && options.filesFrom === undefined) command.error("error: missing required argument 'path'")
      if (paths.filter((path) => path === '-').length + (options.filesFrom === '-' ? 1 : 0) > 1)
        command.error('error: the standard input can be read once only')
      if (options.skipDone !== undefined && options.jsonLines !== true) command.error('error: --skip-done goes with --json-lines')
      const settings = settingsWith(context.environment, options)
      const chosen = choosePolicy(options.policy, settings)
      const { type = null, filesFrom = null, everyFile = false, part = null, skipDone = null } = options
      const explain = options.explain === true || options.explainJson === true
      const selection = { paths, listFile: filesFrom, type, everyFile, part }
      finish(await runValidate({ selection, type, ...chosen, form: formOf(options), explain, skipDone }, { ...context, settings }))
    })
}

function formOf({ json, jsonLines, explainJson }: ValidateOptions): ResultForm {
  if (jsonLines === true) return 'json-lines'
  return json === true || explainJson === true ? 'json' : 'person'
}

function readPart(text: string): { readonly number: number; readonly of: number } {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text)
  const [number, of] = [Number(match?.[1]), Number(match?.[2])]
  if (match === null || number < 1 || number > of) throw new InvalidArgumentError('Write a part and the number of parts, such as 2/8.')
  return { number, of }
}
