import { hasColours } from '../colours.js'
import { exitStatus } from '../exit-status.js'
import { written } from '../progress.js'
import type { ChosenPolicy } from '../validation-options.js'
import type { InputSelection } from './document-inputs.js'
import { readDoneLines } from './done-lines.js'
import { type ResultForm, resultWriter } from './result-writer.js'
import { type RunEnvironment, reportingLists, runFiles } from './run-files.js'
import { Totals } from './totals.js'
import type { FileOptions } from './validate-file.js'

export interface ValidateCommand extends ChosenPolicy, Pick<FileOptions, 'type'> {
  readonly selection: InputSelection
  readonly form: ResultForm
  /** Whether the checks of each signature are shown: as a tree for a person, or with all facts for a program. */
  readonly explain: boolean
  /** Lines of an earlier run, whose files are not validated again; null: none. */
  readonly skipDone: string | null
  /** Files that detached signatures cover. */
  readonly content: readonly string[]
}

export type ValidateEnvironment = RunEnvironment

/** Validates documents in their order and prints each result as soon as it is available. Returns the exit status. */
export function runValidate(command: ValidateCommand, environment: ValidateEnvironment): Promise<number> {
  return reportingLists(environment, () => validateListed(command, environment))
}

async function validateListed(command: ValidateCommand, environment: ValidateEnvironment): Promise<number> {
  const { err, out } = environment
  const totals = new Totals()
  const before = command.skipDone === null ? null : await readDoneLines(command.skipDone, ({ status }) => totals.addEarlier(status))
  if (before?.endsInsideLine === true) {
    err.write('allkiri: the last line of an earlier run was cut off; its file is validated again.\n')
    await written(out, '\n')
  }
  const writer = resultWriter(command.form, environment)
  const milliseconds = await runFiles(
    {
      ...command,
      orderFor: orderFor(command, environment),
      done: before?.files ?? new Set(),
      write: (result) => {
        totals.add(result.status)
        return writer.write(result)
      },
      end: writer.end,
      onLeftOut: () => totals.addLeftOut(),
      count: () => totals.files,
    },
    environment,
  )
  if (totals.files !== 1 || totals.leftOut > 0) err.write(`${totals.describe(milliseconds)}\n`)
  return totals.files === 0 ? exitStatus.notAllPassed : totals.status
}

/** The form of the report of a file: text for a person, or the members of the REST interface. */
function orderFor({ form, explain }: ValidateCommand, { settings, out, environment }: ValidateEnvironment): FileOptions['orderFor'] {
  if (form !== 'person')
    return () => ({ form: 'command-json', strict: settings.strict, explain, basis: form === 'json-lines' && !settings.strict })
  const colours = hasColours(out, environment)
  return (file) => ({ form: 'text', file, explain, colours })
}
