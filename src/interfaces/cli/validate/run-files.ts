import type { Readable } from 'node:stream'
import type { Settings } from '#config'
import type { DocumentType } from '#model'
import type { ValidationService } from '#threads'
import type { ReportOrder } from '#writers'
import { terminalText } from '#writers/cli'
import type { CommandEnvironment } from '../command-environment.js'
import { exitStatus } from '../exit-status.js'
import { openCommandService } from '../open-command-service.js'
import { type Progress, showProgress, written } from '../progress.js'
import type { ChosenPolicy } from '../validation-options.js'
import { countInputs, type DocumentInput, documentInputs, type InputSelection } from './document-inputs.js'
import { inOrder } from './in-order.js'
import { ListUnreadable } from './list-lines.js'
import { type FileOptions, type FileResult, problemOf, validateFile } from './validate-file.js'

export interface RunEnvironment extends CommandEnvironment {
  readonly settings: Settings
}

/** A validation of many files, in their order. */
interface FileRun<Order extends ReportOrder> extends ChosenPolicy {
  readonly selection: InputSelection
  /** Null: recognised by the content. */
  readonly type: DocumentType | null
  /** Files that detached signatures cover; none where absent. */
  readonly content?: readonly string[]
  readonly orderFor: FileOptions<Order>['orderFor']
  /** Files that are not validated again. */
  readonly done: ReadonlySet<string>
  /** The text for a result, as soon as it is available; empty for none. */
  readonly write: (result: FileResult<Order>) => string | Promise<string>
  /** The text after the last result. Called also when the run fails. */
  readonly end: () => string
  /** Called for each file in a folder that is not selected, because of its name. */
  readonly onLeftOut?: () => void
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
  const service = await openCommandService(run, environment, progress)
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
  const { selection, type, policy, orderFor, done, content = [] } = run
  if (err.isTTY === true) void expectAll(selection, input, progress)
  const options: FileOptions<Order> = { type, policy, content, orderFor, limits: settings.limits, input }
  const bounds = { width: settings.workers + 1, ahead: settings.limits.commandLine.resultsAhead }
  try {
    for await (const result of inOrder(without(done, documentInputs(selection, input, run.onLeftOut)), bounds, (source) =>
      validateFile(source, service, options),
    )) {
      progress.clear()
      const text = await run.write(result)
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
