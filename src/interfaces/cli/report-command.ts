import { basename } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Settings } from '#config'
import { assertFree, writeWhole } from '#files'
import { PackageMissing } from '#std'
import { openInProcessService } from '#threads'
import { openTrust } from '#trust/supply'
import { documentTypeOf } from '#validation'
import type { OperatorPolicy } from '#validation/policy'
import type { ReportOrder, Written } from '#writers'
import { headlineOf, terminalText, writeRefusal } from '#writers/cli'
import type { CommandEnvironment } from './command-environment.js'
import { exitStatus } from './exit-status.js'
import { listenForInterrupts } from './interrupts.js'
import { readDocument } from './validate/read-document.js'
import { problemOf, statusOf } from './validate/validate-file.js'
import { addValidationOptions, choosePolicy, readPath, settingsWith, type ValidationOptions } from './validation-options.js'
import { whyNotWritten } from './why-not-written.js'

interface ReportOptions extends ValidationOptions {
  readonly pdf?: string
  readonly html?: string
  readonly etsi?: string
  readonly json?: string
  readonly evidence?: string
  readonly language: 'et' | 'en'
}

/** Adds `allkiri report`: writes the validation report to files as PDF, HTML, XML or JSON. */
export function describeReportCommand(program: Command, context: CommandEnvironment, finish: (status: number) => void): void {
  const report = program
    .command('report')
    .description('validates a document and writes the report as PDF, HTML, XML or JSON; the exit status is that of validate')
    .argument('<file>', 'signed document, or - for standard input')
    .addOption(
      new Option('--pdf <file>', 'writes the report as PDF into this file; existing files are not overwritten').argParser(readReportPath),
    )
    .addOption(new Option('--html <file>', 'writes the report as one HTML file').argParser(readReportPath))
    .addOption(new Option('--etsi <file>', 'writes the report of ETSI TS 119 102-2 as XML').argParser(readReportPath))
    .addOption(new Option('--json <file>', 'writes the detailed report as JSON: every block, check and proof').argParser(readReportPath))
    .addOption(
      new Option(
        '--evidence <file>',
        'writes a ZIP with the report and everything that is needed to repeat the verdict, for allkiri verify-report',
      ).argParser(readReportPath),
    )
    .addOption(new Option('--language <language>', 'language of PDF and HTML').choices(['en', 'et']).default('en'))
  addValidationOptions(report).action(async (file: string, options: ReportOptions, command: Command) => {
    if (ordersOf(options).length === 0)
      command.error('error: name the report with --pdf FILE, --html FILE, --etsi FILE, --json FILE or --evidence FILE')
    finish(await runReport(file, options, settingsWith(context.environment, options), context))
  })
}

/** Refuses `-`, which for the document means standard input. A report is always a file, and a file with this name would be a mistake. */
function readReportPath(text: string): string {
  if (text === '-') throw new InvalidArgumentError('Write the name of a file: a report is not written to the standard output.')
  return readPath(text)
}

async function runReport(
  file: string,
  options: ReportOptions,
  settings: Settings,
  { input, out, err, now }: CommandEnvironment,
): Promise<number> {
  const { policy, policies } = choosePolicy(options.policy, settings)
  const trust = await openTrust({ settings, now })
  const service = openInProcessService({
    settings,
    trust,
    policies,
    now,
    onFault: (fault) => err.write(`allkiri: ${terminalText(fault.message)}\n`),
  })
  try {
    const document = await readDocument(file, input, settings.limits.commandLine.maxFileBytes)
    const documentType = documentTypeOf(document, settings.limits)
    const request = { document, filename: basename(file), documentType, policy, validationTime: service.clock() }
    let status: number = exitStatus.unreadable
    for (const [path, order] of ordersOf(options)) {
      const { summary, written } = await service.validate(request, order)
      const bytes = order.form === 'evidence' ? await evidenceBytes(written, document, policies, settings) : bytesOf(written)
      const refusal = typeof bytes === 'string' ? { reason: bytes, status: exitStatus.unreadable } : await save(path, bytes)
      if (refusal !== null) {
        err.write(`allkiri: ${terminalText(`${path}: ${refusal.reason}`)}\n`)
        return refusal.status
      }
      status = statusOf(summary)
      out.write(`${terminalText(path)}: ${headlineOf(summary)}\n`)
    }
    return status
  } catch (error) {
    // Nothing is wrong with the document.
    if (error instanceof PackageMissing) throw error
    err.write(`${writeRefusal(file, problemOf(error).message)}\n`)
    return exitStatus.unreadable
  } finally {
    await service.close()
  }
}

function ordersOf({ pdf, html, etsi, json, evidence, language }: ReportOptions): readonly (readonly [path: string, order: FileOrder])[] {
  return [
    ...(pdf === undefined ? [] : [[pdf, { form: 'pdf', language }] as const]),
    ...(html === undefined ? [] : [[html, { form: 'html', language }] as const]),
    ...(etsi === undefined ? [] : [[etsi, { form: 'etsi' }] as const]),
    ...(json === undefined ? [] : [[json, { form: 'detailed' }] as const]),
    ...(evidence === undefined ? [] : [[evidence, { form: 'evidence' }] as const]),
  ]
}

/** The forms that are written to files. `detailed` is the member `detailedReport` of the answer to `POST /validate`. */
type FileOrder = Extract<ReportOrder, { readonly form: 'pdf' | 'html' | 'etsi' | 'detailed' | 'evidence' }>

/** The evidence, once the verdict was repeated from it; a sentence when it cannot be. */
async function evidenceBytes(
  written: Written<FileOrder>,
  document: Uint8Array,
  policies: readonly OperatorPolicy[],
  { limits }: Settings,
): Promise<Uint8Array | string> {
  if (!('trustSnapshot' in written) || !('report' in written)) throw new TypeError('the order was evidence')
  const { packEvidence, readEvidence, repeatVerdict } = await import('#evidence')
  const bytes = await packEvidence(written, policies.find(({ own }) => own.name === written.policy)?.text ?? null)
  const repeated = repeatVerdict(await readEvidence(bytes, limits), document, limits)
  if (repeated.outcome === 'same') return bytes
  const first = repeated.outcome === 'differs' ? ` (${repeated.differences[0]?.place ?? ''})` : ''
  return `not written, because the verdict cannot be repeated from it${first}`
}

function bytesOf(written: Written<FileOrder>): Uint8Array {
  return written instanceof Uint8Array ? written : Buffer.from(`${JSON.stringify(written, null, 2)}\n`)
}

/** Writes a new file completely or not at all, even when the disk is full or the command is interrupted. Null when it was written. */
async function save(path: string, bytes: Uint8Array): Promise<{ readonly reason: string; readonly status: number } | null> {
  const { signal, stopListening } = listenForInterrupts()
  try {
    await assertFree(path)
    await writeWhole(path, [bytes], () => signal.throwIfAborted(), 0o666)
    return null
  } catch (error) {
    if (signal.aborted) return { reason: 'not written, because the command was interrupted', status: exitStatus.unreadable }
    return { reason: whyNotWritten(error), status: exitStatus.usage }
  } finally {
    stopListening()
  }
}
