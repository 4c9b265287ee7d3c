import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { readMoment, readSettings, type Settings, SettingsError } from '#config'
import type { DocumentType, Instant, PolicyName, ValidationReport } from '#model'
import { readBuildInformation, TrustSettingsError } from '#service'
import { describeCapsulesCommands } from './capsules-commands.js'
import { describeCdoc2Commands } from './cdoc2/cdoc2-commands.js'
import { exitStatus } from './exit-status.js'
import { runFiles } from './files-command.js'
import type { Output } from './progress.js'
import { terminalText } from './terminal-text.js'
import { describeTrustCommands } from './trust-command.js'
import { runValidate } from './validate-command.js'

export interface CommandLineContext {
  /** Arguments without the program's own name. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly input: Readable
  readonly out: Output
  readonly err: Output
  readonly now: () => Instant
  /** Runs the service until it is told to stop; returns the exit status. */
  readonly serve: (settings: Settings) => Promise<number>
  readonly renderReport: (report: ValidationReport, strict: boolean) => unknown
}

interface ValidateOptions {
  readonly type?: DocumentType
  readonly policy: PolicyName
  readonly trust?: string
  readonly at?: Instant
  readonly json?: boolean
  readonly explain?: boolean
}

/** Runs one command and returns its exit status (`decisions.md#command-line`). */
export async function runCommandLine(context: CommandLineContext): Promise<number> {
  let status: number = exitStatus.allPassed
  const program = describeProgram(context, (done) => {
    status = done
  })
  try {
    await program.parseAsync(context.args, { from: 'user' })
    return status
  } catch (error) {
    // Help and version end as errors with the code 0; they have been printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.allPassed : exitStatus.usage
    if (error instanceof SettingsError) return complain(context.err, error.problems)
    if (error instanceof TrustSettingsError) return complain(context.err, [`${settingOf(error.path, context.environment)}${error.message}`])
    throw error
  }
}

function describeProgram(context: CommandLineContext, finish: (status: number) => void): Command {
  const { out, err, environment, now, renderReport } = context
  const program = new Command('allkiri')
    .description('Validates the signatures of signed documents and says why.')
    .version(readBuildInformation().version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => out.write(text), writeErr: (text) => err.write(text) })
    .showHelpAfterError('(allkiri --help says what there is)')
  program
    .command('serve')
    .description('starts the service; its settings come from the environment (ALLKIRI_PORT and others, see the README)')
    .action(async () => finish(await context.serve(readSettings(environment))))
  program
    .command('validate')
    .description('validates files; exit status 0: all signatures pass, 1: not all, 2: a file cannot be read, 64: wrong usage')
    .argument('<file...>', 'signed documents')
    .addOption(new Option('--type <type>', 'BDOC, DDOC, PDF or XROAD; found from the content when it is not given').argParser(readType))
    .addOption(new Option('--policy <policy>', 'POLv1 (every legal level) or POLv2 (QES only)').argParser(readPolicy).default('POLv1'))
    .addOption(new Option('--trust <path>', 'settings file, certificate file or folder (default: ALLKIRI_TRUST)').argParser(readPath))
    .addOption(new Option('--at <time>', 'moment of the verdict, such as 2026-08-20T12:00:00Z (default: now)').argParser(readTime))
    .option('--json', 'prints an array with one element for each file')
    .option('--explain', 'as --json, with facts, validation data and every check of each signature')
    .action(async (files: readonly string[], options: ValidateOptions) => {
      const base = readSettings(environment)
      const settings = { ...base, trust: options.trust ?? base.trust, clock: options.at ?? base.clock }
      const explain = options.explain === true
      const command = { files, type: options.type ?? null, policy: options.policy, explain, json: explain || options.json === true }
      finish(await runValidate(command, { settings, out, err, now, renderReport }))
    })
  program
    .command('files')
    .description(
      'lists the data files of a DIGIDOC-XML document, or writes them into a folder; exit status 1: one was refused, 2: the document cannot be read',
    )
    .argument('<file>', 'DIGIDOC-XML document')
    .addOption(
      new Option('--out <folder>', 'writes the data files into this folder; nothing that exists is overwritten').argParser(readPath),
    )
    .action(async (file: string, options: { readonly out?: string }) => {
      finish(await runFiles({ file, folder: options.out ?? null }, { out }))
    })
  describeCapsulesCommands(program, { input: context.input, environment, out, err, now }, finish)
  describeCdoc2Commands(program, { input: context.input, environment, out, err, now }, finish)
  describeTrustCommands(program, { environment, out, err, now, readTime, readPath }, finish)
  return program
}

function complain(err: Output, problems: readonly string[]): number {
  for (const problem of problems) err.write(`allkiri: ${terminalText(problem)}\n`)
  return exitStatus.usage
}

function readType(text: string): DocumentType {
  switch (text.toUpperCase()) {
    case 'BDOC':
      return 'BDOC'
    case 'DDOC':
      return 'DDOC'
    case 'PDF':
      return 'PDF'
    case 'XROAD':
      return 'XROAD'
    default:
      throw new InvalidArgumentError('Write BDOC, DDOC, PDF or XROAD.')
  }
}

function readPolicy(text: string): PolicyName {
  switch (text.toLowerCase()) {
    case 'polv1':
      return 'POLv1'
    case 'polv2':
      return 'POLv2'
    default:
      throw new InvalidArgumentError('Write POLv1 or POLv2.')
  }
}

/** The setting that names what is wrong with the trust, for the sentence; empty when an option of the command does. */
function settingOf(path: string, environment: CommandLineContext['environment']): string {
  const name = ['ALLKIRI_TRUST', 'ALLKIRI_TRUST_LISTS'].find((setting) => {
    const named = environment[setting]?.trim() ?? ''
    return named !== '' && (path === named || path.startsWith(join(named, '/')))
  })
  return name === undefined ? '' : `${name}: `
}

/** An empty path is mostly a variable of a script that is not set. */
function readPath(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Write the path of a file or a folder.')
  return text
}

function readTime(text: string): Instant {
  const instant = readMoment(text)
  if (instant === null) throw new InvalidArgumentError('Write a moment with its time zone, such as 2026-08-20T12:00:00Z.')
  return instant
}
