import { type Settings, trustListsOf } from '#config'
import type { ValidationReport } from '#model'
import { openInProcessService, openTrust, openValidationService } from '#service'
import { type Output, showProgress } from './progress.js'
import { renderForPerson, renderRefusal } from './render-person.js'
import { terminalJson, terminalText } from './terminal-text.js'
import { type FileOptions, type FileResult, validateFile } from './validate-file.js'

export interface ValidateCommand extends FileOptions {
  readonly files: readonly string[]
  readonly json: boolean
}

export interface ValidateEnvironment {
  readonly settings: Settings
  readonly out: Output
  readonly err: Output
  readonly now: () => number
  /** The report as the REST interface shows it. */
  readonly renderReport: (report: ValidationReport, strict: boolean) => unknown
}

/** Validates files in their order and prints each result as soon as it is there. Returns the exit status. */
export async function runValidate(command: ValidateCommand, environment: ValidateEnvironment): Promise<number> {
  const { settings, out, err, now } = environment
  // What is wrong with single lists is for `trust status`; here it would stand before every report.
  const trust = await openTrust({ settings, now, log: () => undefined, refreshIn: 'here' })
  if (trust.current().summary.services === 0) err.write(`allkiri: ${whatToTrust(settings)}\n`)
  // All files are of one client, who waits for each of them; it is the longest time of a timer.
  const patient = { ...settings, maxWaitMilliseconds: 2 ** 31 - 1 }
  const options = { settings: patient, trust, now, onFault: (fault: Error) => err.write(`allkiri: ${terminalText(fault.message)}\n`) }
  // Threads cost a tenth of a second and pay for themselves from the second file on.
  const service = command.files.length > 1 ? await openValidationService(options) : openInProcessService(options)
  try {
    const progress = showProgress(err, command.files.length, now)
    let status = 0
    let done = 0
    for await (const result of inOrder(command.files, settings.workers + 1, (file) => validateFile(file, service, command))) {
      progress.clear()
      out.write(command.json ? jsonOf(result, done === 0, environment) : textOf(result, done === 0))
      status = Math.max(status, result.status)
      done += 1
      progress.done(done)
    }
    if (command.json) out.write('\n]\n')
    return status
  } finally {
    await service.close()
  }
}

function whatToTrust(settings: Settings): string {
  const nothing = 'nothing is trusted, so no signature can pass.'
  return trustListsOf(settings) === 'eu'
    ? `${nothing} Run "allkiri trust update" to fetch the trusted lists of the EU, or name trusted certificates with --trust or ALLKIRI_TRUST.`
    : `${nothing} Name trusted certificates with --trust or ALLKIRI_TRUST, or trusted lists with ALLKIRI_TRUST_LISTS.`
}

/** Starts as many as fit and gives the results in the order of the inputs; no more than `width` documents are held at once. */
async function* inOrder<T, R>(inputs: readonly T[], width: number, start: (input: T) => Promise<R>): AsyncGenerator<R> {
  const begun: Promise<R>[] = []
  for (const input of inputs) {
    begun.push(start(input))
    const first = begun.length >= width ? begun.shift() : undefined
    if (first !== undefined) yield await first
  }
  for (const rest of begun) yield await rest
}

function textOf(result: FileResult, first: boolean): string {
  const text =
    'outcome' in result ? renderForPerson(result.file, result.outcome.report) : renderRefusal(result.file, result.problem.message)
  return `${first ? '' : '\n'}${text}\n`
}

/** One element of the array of `decisions.md#command-line`. */
function jsonOf(result: FileResult, first: boolean, { settings, renderReport }: ValidateEnvironment): string {
  const element =
    'outcome' in result
      ? {
          file: result.file,
          report: renderReport(result.outcome.report, settings.strict),
          ...(result.outcome.explanation === null ? {} : { explanation: result.outcome.explanation }),
        }
      : { file: result.file, error: result.problem }
  return `${first ? '[\n' : ',\n'}${terminalJson(element)}`
}
