import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { type Command, Option } from 'commander'
import type { Settings } from '#config'
import type { Instant } from '#model'
import { documentTypeOf, openInProcessService, openTrust, type PrintOrder } from '#service'
import { exitStatus } from './exit-status.js'
import type { Output } from './progress.js'
import { terminalText } from './terminal-text.js'
import { readDocumentFile, readDocumentStream } from './validate/read-document.js'
import { renderRefusal } from './validate/render-person.js'
import { problemOf } from './validate/validate-file.js'
import { addValidationOptions, type OptionReaders, settingsWith, type ValidationOptions } from './validation-options.js'

export interface ReportContext extends OptionReaders {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly input: Readable
  readonly out: Output
  readonly err: Output
  readonly now: () => Instant
}

interface ReportOptions extends ValidationOptions {
  readonly pdf?: string
  readonly html?: string
  readonly language: 'et' | 'en'
}

/** `allkiri report …`: the validation report as a file to print or to keep. */
export function describeReportCommand(program: Command, context: ReportContext, finish: (status: number) => void): void {
  const { readPath } = context
  const report = program
    .command('report')
    .description('validates a document and writes the report as PDF or HTML; exit status as that of validate')
    .argument('<file>', 'signed document, or - for the standard input')
    .addOption(
      new Option('--pdf <file>', 'writes the report as PDF into this file; nothing that exists is overwritten').argParser(readPath),
    )
    .addOption(new Option('--html <file>', 'the same as one HTML file').argParser(readPath))
    .addOption(new Option('--language <language>', 'language of the report').choices(['en', 'et']).default('en'))
  addValidationOptions(report, context).action(async (file: string, options: ReportOptions, command: Command) => {
    if (options.pdf === undefined && options.html === undefined) command.error('error: name the report with --pdf FILE or --html FILE')
    finish(await runReport(file, options, settingsWith(context.environment, options), context))
  })
}

async function runReport(
  file: string,
  options: ReportOptions,
  settings: Settings,
  { input, out, err, now }: ReportContext,
): Promise<number> {
  const trust = await openTrust({ settings, now, log: () => undefined, refreshIn: 'here' })
  const service = openInProcessService({ settings, trust, now, onFault: (fault) => err.write(`allkiri: ${terminalText(fault.message)}\n`) })
  try {
    const document =
      file === '-' ? await readDocumentStream(input, settings.maxFileBytes) : await readDocumentFile(file, settings.maxFileBytes)
    const documentType = documentTypeOf(document)
    const request = { document, filename: basename(file), documentType, policy: options.policy, validationTime: service.clock() }
    let status: number = exitStatus.unreadable
    for (const [form, path] of [
      ['pdf', options.pdf],
      ['html', options.html],
    ] as const) {
      if (path === undefined) continue
      const order: PrintOrder = { form, language: options.language }
      const { report, bytes } = await service.print(request, order)
      const refusal = await save(path, bytes)
      if (refusal !== null) {
        err.write(`allkiri: ${terminalText(`${path}: ${refusal}`)}\n`)
        return exitStatus.usage
      }
      const { signaturesCount, validSignaturesCount } = report
      status = signaturesCount > 0 && validSignaturesCount === signaturesCount ? exitStatus.allPassed : exitStatus.notAllPassed
      out.write(`${terminalText(path)}: ${validSignaturesCount} of ${signaturesCount} signatures pass\n`)
    }
    return status
  } catch (error) {
    err.write(`${renderRefusal(file, problemOf(error).message)}\n`)
    return exitStatus.unreadable
  } finally {
    await service.close()
  }
}

/** Null when it is written, otherwise why not. */
async function save(path: string, bytes: Uint8Array): Promise<string | null> {
  try {
    await writeFile(path, bytes, { flag: 'wx' })
    return null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return 'a file of this name exists already'
    if (error instanceof Error && 'syscall' in error)
      return `it cannot be written (${'code' in error ? String(error.code) : error.message})`
    throw error
  }
}
