import { type FileHandle, open } from 'node:fs/promises'
import type { Written } from '#writers'
import { type Change, comparedLine, compareLines, type Verdicts } from '#writers/basis'
import { counted, terminalJson, terminalText } from '#writers/cli'
import { exitStatus } from '../exit-status.js'
import { writeDuration, written } from '../progress.js'
import { readDoneLines } from '../validate/done-lines.js'
import { type RunEnvironment, reportingLists, runFiles } from '../validate/run-files.js'
import type { ValidateCommand } from '../validate/validate-command.js'
import type { CommandOrder, FileResult } from '../validate/validate-file.js'
import { whyNotWritten } from '../why-not-written.js'
import { changedVerdicts } from './changelog.js'
import { EarlierLines } from './earlier-lines.js'

type JsonOrder = Extract<CommandOrder, { readonly form: 'command-json' }>

/**
 * Validates documents and prints only those whose verdict, level or reason differs from an earlier run, each with its causes. Exit status 0: none differs, 1:
 * some do, 2: a file that could be read before cannot be read now, or the earlier lines cannot.
 */
export function runChanges(
  command: Pick<ValidateCommand, 'selection' | 'policy' | 'policies' | 'type' | 'form' | 'content'>,
  files: ChangeFiles,
  environment: RunEnvironment,
): Promise<number> {
  return reportingLists(environment, async () => {
    const earlier = await EarlierLines.open(files.since)
    try {
      return await changesSince(earlier, command, files.lines, environment)
    } finally {
      await earlier.close()
    }
  })
}

interface ChangeFiles {
  /** Lines of the earlier run. */
  readonly since: string
  /** Lines of this run, to which those of an interrupted one belong; null: none are kept. */
  readonly lines: string | null
}

async function changesSince(
  earlier: EarlierLines,
  command: Parameters<typeof runChanges>[0],
  lines: string | null,
  environment: RunEnvironment,
): Promise<number> {
  const { err, out } = environment
  const explained = changedVerdicts()
  const counts = new Map<string, number>()
  let [files, changed] = [0, 0]
  const changeOf = async (line: object): Promise<Change | null> => {
    const now = comparedLine(line)
    if (now === null) throw new TypeError('a line of this run has no file')
    const before = await earlier.differing(now)
    return before === 'same' ? null : compareLines(before === 'absent' ? null : before, now, (key) => explained.get(key) ?? null)
  }
  const textFor = async (line: object): Promise<string> => {
    files += 1
    const change = await changeOf(line)
    if (change === null) return ''
    changed += 1
    for (const kind of new Set(change.causes.map((cause) => cause.kind))) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return command.form === 'person' ? textOf(change) : `${terminalJson(change, 0)}\n`
  }
  const kept = lines === null ? null : await openLines(lines).catch(whyNotWritten)
  if (typeof kept === 'string') {
    err.write(`allkiri: ${terminalText(`${lines ?? ''}: ${kept}`)}\n`)
    return exitStatus.usage
  }
  let milliseconds = 0
  try {
    // What an interrupted run has kept is compared again, so that the output is whole each time.
    const before = lines === null ? null : await readDoneLines(lines, async ({ value }) => written(out, await textFor(value)))
    if (before?.endsInsideLine === true) await kept?.appendFile('\n')
    milliseconds = await runFiles<JsonOrder>(
      {
        ...command,
        orderFor: () => ({ form: 'command-json', strict: false, explain: false, basis: true }),
        done: before?.files ?? new Set(),
        write: async (result) => {
          const line = lineOf(result)
          await kept?.appendFile(`${terminalJson({ ...line, status: result.status }, 0)}\n`)
          return textFor(line)
        },
        end: () => '',
        count: () => files,
      },
      environment,
    )
  } finally {
    await kept?.close()
  }
  const byCause = [...counts].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => `${count} ${kind}`)
  err.write(
    `${counted(files, 'file')}, ${changed} with another verdict${byCause.length === 0 ? '' : `: ${byCause.join(', ')}`}; ${writeDuration(milliseconds)}\n`,
  )
  if (earlier.unseen > 0)
    err.write(`${counted(earlier.unseen, 'file')} of the earlier run ${earlier.unseen === 1 ? 'was' : 'were'} not validated now\n`)
  const unreadable = counts.has('file-not-read')
  return unreadable ? exitStatus.unreadable : changed === 0 ? exitStatus.allPassed : exitStatus.notAllPassed
}

function openLines(path: string): Promise<FileHandle> {
  return open(path, 'a')
}

function lineOf(result: FileResult<JsonOrder>): object {
  if ('problem' in result) return { file: result.file, error: result.problem }
  const report: Written<JsonOrder> = result.written
  return { file: result.file, ...report }
}

/** The file with verdicts before and now, and the causes. */
function textOf({ file, before, now, causes }: Change): string {
  const shown = ({ error, signatures, timeStampTokens }: Verdicts) =>
    error ??
    ([
      ...signatures.map(({ verdict, level, reasons }) => [verdict, level, ...reasons.slice(0, 3)].join(', ')),
      ...(timeStampTokens ?? []).map(({ verdict, reasons }) => ['time-stamp', verdict, ...reasons.slice(0, 3)].join(', ')),
    ].join('; ') ||
      'no signatures')
  return [
    terminalText(file),
    ...(before === null ? [] : [`  before ${terminalText(shown(before))}`]),
    `  now    ${terminalText(shown(now))}`,
    ...causes.map(({ kind, text }) => `  cause  ${kind}: ${terminalText(text)}`),
    '',
  ].join('\n')
}
