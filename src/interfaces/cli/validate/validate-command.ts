import type { Readable } from 'node:stream'
import { type Settings, trustListsOf } from '#config'
import { openInProcessService, openValidationService, type ValidationService } from '#threads'
import { openTrust } from '#trust/supply'
import type { OperatorPolicy } from '#validation/policy'
import { terminalText } from '#writers/cli'
import { hasColours } from '../colours.js'
import type { CommandEnvironment } from '../command-environment.js'
import { exitStatus } from '../exit-status.js'
import { type Progress, showProgress, written } from '../progress.js'
import { countInputs, type DocumentInput, documentInputs, type InputSelection, isFolder } from './document-inputs.js'
import { readDoneLines } from './done-lines.js'
import { inOrder } from './in-order.js'
import { ListUnreadable } from './list-lines.js'
import { type ResultForm, resultWriter } from './result-writer.js'
import { Totals } from './totals.js'
import { type FileOptions, problemOf, validateFile } from './validate-file.js'

export interface ValidateCommand extends Pick<FileOptions, 'type' | 'policy'> {
  readonly selection: InputSelection
  readonly policies: readonly OperatorPolicy[]
  readonly form: ResultForm
  /** Whether the checks of each signature are shown: as a tree for a person, or with all facts for a program. */
  readonly explain: boolean
  /** Lines of an earlier run, whose files are not validated again; null: none. */
  readonly skipDone: string | null
}

export interface ValidateEnvironment extends CommandEnvironment {
  readonly settings: Settings
}

/** Validates documents in their order and prints each result as soon as it is available. Returns the exit status. */
export async function runValidate(command: ValidateCommand, environment: ValidateEnvironment): Promise<number> {
  try {
    return await validateListed(command, environment)
  } catch (error) {
    if (!(error instanceof ListUnreadable)) throw error
    environment.err.write(`allkiri: ${terminalText(`${error.message}: ${problemOf(error.cause).message}`)}\n`)
    return exitStatus.unreadable
  }
}

async function validateListed(command: ValidateCommand, environment: ValidateEnvironment): Promise<number> {
  const { err, out, now } = environment
  const totals = new Totals()
  const progress = showProgress(err, now)
  const before = command.skipDone === null ? null : await readDoneLines(command.skipDone, totals)
  if (before?.endsInsideLine === true) {
    err.write('allkiri: the last line of an earlier run was cut off; its file is validated again.\n')
    await written(out, '\n')
  }
  const service = await openService(command, environment, progress)
  const started = now()
  try {
    await validateAll(command, environment, { service, progress, totals, done: before?.files ?? new Set() })
  } finally {
    progress.clear()
    await service.close()
  }
  if (totals.files !== 1) err.write(`${totals.describe(now() - started)}\n`)
  return totals.files === 0 ? exitStatus.notAllPassed : totals.status
}

interface Run {
  readonly service: ValidationService
  readonly progress: Progress
  readonly totals: Totals
  readonly done: ReadonlySet<string>
}

async function validateAll(command: ValidateCommand, environment: ValidateEnvironment, { service, progress, totals, done }: Run) {
  const { settings, input, out, err } = environment
  if (err.isTTY === true) void expectAll(command.selection, input, progress)
  const options: FileOptions = {
    type: command.type,
    policy: command.policy,
    orderFor: orderFor(command, environment),
    limits: settings.limits,
    input,
  }
  const writer = resultWriter(command.form, environment)
  const bounds = { width: settings.workers + 1, ahead: settings.limits.commandLine.resultsAhead }
  try {
    for await (const result of inOrder(without(done, documentInputs(command.selection, input)), bounds, (source) =>
      validateFile(source, service, options),
    )) {
      progress.clear()
      totals.add(result.status)
      await written(out, writer.write(result))
      progress.done(totals.files)
    }
  } finally {
    await written(out, writer.end())
  }
}

/** The form of the report of a file: text for a person, or the members of the REST interface. */
function orderFor({ form, explain }: ValidateCommand, { settings, out, environment }: ValidateEnvironment): FileOptions['orderFor'] {
  if (form !== 'person') return () => ({ form: 'command-json', strict: settings.strict, explain })
  const colours = hasColours(out, environment)
  return (file) => ({ form: 'text', file, explain, colours })
}

/** Counts the inputs during the validation, for the remaining time that a terminal shows. */
async function expectAll(selection: InputSelection, input: Readable, progress: Progress): Promise<void> {
  try {
    const count = await countInputs(selection, input)
    if (count !== null) progress.expect(count)
  } catch (error) {
    // The validation reads the same list and reports the failure.
    if (!(error instanceof ListUnreadable)) throw error
  }
}

async function* without(done: ReadonlySet<string>, inputs: AsyncIterable<DocumentInput>): AsyncGenerator<DocumentInput> {
  for await (const input of inputs) if (!done.has(input.path)) yield input
}

async function openService(
  { selection, policies }: ValidateCommand,
  { settings, err, now }: ValidateEnvironment,
  progress: Progress,
): Promise<ValidationService> {
  // Reading the lists of the EU takes seconds and blocks this thread.
  if (trustListsOf(settings) !== 'none') progress.show('reads the trusted lists …')
  // Problems of single lists are shown by `trust status`, not before every report.
  const trust = await openTrust({ settings, now })
  progress.clear()
  if (trust.current().summary.services === 0 && trust.instances.length === 0) err.write(`allkiri: ${whatToTrust(settings)}\n`)
  // The user waits for all files, so the wait for a thread is not bounded: the longest time that a timer accepts.
  const limits = { ...settings.limits, workers: { ...settings.limits.workers, maxWaitMilliseconds: 2 ** 31 - 1 } }
  const options = {
    settings: { ...settings, limits },
    trust,
    policies,
    now,
    onFault: (fault: Error) => err.write(`allkiri: ${terminalText(fault.message)}\n`),
  }
  // Starting threads takes 0.1 s, which is worthwhile from the second file on.
  const [only, ...others] = selection.paths
  const isSingle = others.length === 0 && selection.listFile === null && only !== undefined && !(await isFolder(only))
  return isSingle ? openInProcessService(options) : openValidationService(options)
}

function whatToTrust(settings: Settings): string {
  const nothing = 'nothing is trusted, so no signature can pass.'
  return trustListsOf(settings) === 'eu'
    ? `${nothing} Run "allkiri trust update" to fetch the trusted lists of the EU, or name trusted certificates with --trust or ALLKIRI_TRUST.`
    : `${nothing} Name trusted certificates with --trust or ALLKIRI_TRUST, or trusted lists with ALLKIRI_TRUST_LISTS.`
}
