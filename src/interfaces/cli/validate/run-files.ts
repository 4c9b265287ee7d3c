import type { Readable } from 'node:stream'
import { type Settings, trustListsOf } from '#config'
import type { DocumentType } from '#model'
import { openInProcessService, openValidationService, type ValidationService } from '#threads'
import { openTrust } from '#trust/supply'
import type { ReportOrder } from '#writers'
import { terminalText } from '#writers/cli'
import type { CommandEnvironment } from '../command-environment.js'
import { exitStatus } from '../exit-status.js'
import { type Progress, showProgress, written } from '../progress.js'
import type { ChosenPolicy } from '../validation-options.js'
import { countInputs, type DocumentInput, documentInputs, type InputSelection, isFolder } from './document-inputs.js'
import { inOrder } from './in-order.js'
import { ListUnreadable } from './list-lines.js'
import { type FileOptions, type FileResult, problemOf, validateFile } from './validate-file.js'

export interface RunEnvironment extends CommandEnvironment {
  readonly settings: Settings
}

/** A validation of many files, in their order. */
export interface FileRun<Order extends ReportOrder> extends ChosenPolicy {
  readonly selection: InputSelection
  /** Null: recognised by the content. */
  readonly type: DocumentType | null
  readonly orderFor: FileOptions<Order>['orderFor']
  /** Files that are not validated again. */
  readonly done: ReadonlySet<string>
  /** The text for a result, as soon as it is available; empty for none. */
  readonly write: (result: FileResult<Order>) => string
  /** The text after the last result. Called also when the run fails. */
  readonly end: () => string
  /** Number of files that are done, for the progress line. */
  readonly count: () => number
}

/** Runs a command that reads lists of files, and reports a list that cannot be read. */
export async function reportingLists({ err }: RunEnvironment, run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ListUnreadable)) throw error
    err.write(`allkiri: ${terminalText(`${error.message}: ${problemOf(error.cause).message}`)}\n`)
    return exitStatus.unreadable
  }
}

/**
 * Validates the files of a selection in parallel and writes each result in the order of the files. The memory does not depend on the number of files. Returns
 * the milliseconds that it took. Throws `ListUnreadable`.
 */
export async function runFiles<Order extends ReportOrder>(run: FileRun<Order>, environment: RunEnvironment): Promise<number> {
  const { err, now } = environment
  const progress = showProgress(err, now)
  const service = await openService(run, environment, progress)
  const started = now()
  try {
    await validateAll(run, environment, service, progress)
  } finally {
    progress.clear()
    await service.close()
  }
  return now() - started
}

async function validateAll<Order extends ReportOrder>(
  run: FileRun<Order>,
  { settings, input, out, err }: RunEnvironment,
  service: ValidationService,
  progress: Progress,
): Promise<void> {
  const { selection, type, policy, orderFor, done } = run
  if (err.isTTY === true) void expectAll(selection, input, progress)
  const options: FileOptions<Order> = { type, policy, orderFor, limits: settings.limits, input }
  const bounds = { width: settings.workers + 1, ahead: settings.limits.commandLine.resultsAhead }
  try {
    for await (const result of inOrder(without(done, documentInputs(selection, input)), bounds, (source) =>
      validateFile(source, service, options),
    )) {
      progress.clear()
      const text = run.write(result)
      if (text !== '') await written(out, text)
      progress.done(run.count())
    }
  } finally {
    await written(out, run.end())
  }
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
  { selection, policies }: Pick<FileRun<ReportOrder>, 'selection' | 'policies'>,
  { settings, err, now }: RunEnvironment,
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
