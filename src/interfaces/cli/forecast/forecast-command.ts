import { access, constants, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatInstant } from '#model'
import type { ReportOrder } from '#writers'
import { counted, terminalJson, terminalText } from '#writers/cli'
import { exitStatus } from '../exit-status.js'
import { writeDuration, written } from '../progress.js'
import type { InputSelection } from '../validate/document-inputs.js'
import { readDoneLines } from '../validate/done-lines.js'
import { type RunEnvironment, reportingLists, runFiles } from '../validate/run-files.js'
import type { FileOptions, FileResult } from '../validate/validate-file.js'
import type { ChosenPolicy } from '../validation-options.js'
import { whyNotWritten } from '../why-not-written.js'
import { ForecastTable, forecastIn, renderTable } from './forecast-table.js'

interface ForecastCommand extends ChosenPolicy, Pick<FileOptions, 'type'> {
  readonly selection: InputSelection
  /** `person`: a line for each file, then the table; `table`: the table alone. */
  readonly form: 'person' | 'table' | 'json-lines'
  /** Lines of an earlier run, which are counted; null: none. */
  readonly skipDone: string | null
  /** The file into which the table is written as JSON; null: none. */
  readonly summary: string | null
}

type ForecastOrder = Extract<ReportOrder, { readonly form: 'forecast' }>

/** Says until when the signatures of documents are provable, and counts them by year and reason. Returns the exit status. */
export function runForecast(command: ForecastCommand, environment: RunEnvironment): Promise<number> {
  return reportingLists(environment, () => forecastListed(command, environment))
}

async function forecastListed(command: ForecastCommand, environment: RunEnvironment): Promise<number> {
  const { err, out, now, settings } = environment
  const { form, skipDone, summary } = command
  if (summary !== null) {
    const refusal = await access(dirname(summary), constants.W_OK).then(() => null, whyNotWritten)
    if (refusal !== null) {
      err.write(`allkiri: ${terminalText(`${summary}: ${refusal}`)}\n`)
      return exitStatus.usage
    }
  }
  const table = new ForecastTable()
  let status: number = exitStatus.allPassed
  const count = (result: ReturnType<typeof forecastIn>) => {
    if (result === null) table.addUnread()
    else table.add(result)
    if (result === null) status = exitStatus.unreadable
  }
  const before = skipDone === null ? null : await readDoneLines(skipDone, ({ value }) => count(forecastIn(value)))
  if (before?.endsInsideLine === true) await written(out, '\n')
  const earlier = table.files
  const milliseconds = await runFiles<ForecastOrder>(
    {
      ...command,
      orderFor: () => ({ form: 'forecast' }),
      done: before?.files ?? new Set(),
      write: (result) => {
        count('problem' in result ? null : result.written)
        return lineOf(result, form)
      },
      end: () => '',
      count: () => table.files,
    },
    environment,
  )
  const rows = table.rows()
  const text = renderTable(rows)
  if (form === 'json-lines') err.write(text)
  else await written(out, form === 'person' && table.files > 0 ? `\n${text}` : text)
  const rate = milliseconds > 0 ? ((table.files - earlier) / milliseconds) * 1000 : 0
  err.write(
    `${counted(table.files, 'file')}${earlier === 0 ? '' : `, ${earlier} of them earlier`}; ${writeDuration(milliseconds)}, ${rate.toFixed(0)} files/s\n`,
  )
  if (summary !== null) {
    const at = settings.clock ?? now()
    await replaceWhole(summary, {
      finished: formatInstant(now()),
      validationTime: formatInstant(at),
      policy: command.policy,
      files: table.files,
      rows,
    })
  }
  return table.files === 0 ? exitStatus.notAllPassed : status
}

/** The line for one file: JSON, or the end, the reason and the path. */
function lineOf(result: FileResult<ForecastOrder>, form: ForecastCommand['form']): string {
  const { file, status } = result
  if (form === 'table') return ''
  if (form === 'json-lines') {
    const element = 'problem' in result ? { file, error: result.problem } : { file, ...result.written }
    return `${terminalJson({ ...element, status }, 0)}\n`
  }
  if ('problem' in result) return `${'not read'.padEnd(20)}  ${terminalText(`${file}: ${result.problem.message}`)}\n`
  const { state, until, reason, extension } = result.written
  const end = until === '' ? state : until
  const about =
    reason === '' ? '' : `  (${reason}${extension === '' ? '' : `; ${extension.startsWith('a') ? 'an' : 'a'} ${extension} extends it`})`
  return `${end.padEnd(20)}  ${terminalText(file)}${about}\n`
}

/** Writes the summary under another name first, so that the service never reads half of it. It replaces that of the run before. */
async function replaceWhole(path: string, summary: object): Promise<void> {
  const temporary = join(dirname(path), `.${crypto.randomUUID()}.part`)
  await writeFile(temporary, `${JSON.stringify(summary, null, 2)}\n`)
  await rename(temporary, path)
}
