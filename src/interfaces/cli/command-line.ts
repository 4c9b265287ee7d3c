import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Argument, Command, CommanderError, Option } from 'commander'
import { readBuildInformation, readSettings, type Settings, SettingsError, settingsTable, settingsText } from '#config'
import { asPackageMissing } from '#std'
import { terminalText } from '#writers/cli'
import type { CommandEnvironment } from './command-environment.js'
import { completionScript, type Shell, shells } from './completion-command.js'
import { exitStatus } from './exit-status.js'
import type { Output } from './progress.js'
import { readPath } from './validation-options.js'

interface CommandLineContext extends CommandEnvironment {
  /** Arguments without the name of the program. */
  readonly args: readonly string[]
  /** Runs the service until it is stopped by a signal; resolves with the exit status. */
  readonly serve: (settings: Settings) => Promise<number>
  /** Opens what the service would serve, without listening, and says so; resolves with the exit status. */
  readonly check: (settings: Settings) => Promise<number>
}

/** Runs one command and returns its exit status (`decisions.md#command-line`). */
export async function runCommandLine(context: CommandLineContext): Promise<number> {
  let status: number = exitStatus.allPassed
  const args = withCommand(context.args)
  const program = await describeProgram({ ...context, args }, (done) => {
    status = done
  })
  try {
    await program.parseAsync(withExplainForm(args), { from: 'user' })
    return status
  } catch (error) {
    // Help and version are errors with the code 0; their text has been printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.allPassed : exitStatus.usage
    if (error instanceof SettingsError) return complain(context.err, error.problems)
    const { PolicyFileError } = await import('#validation/policy-file')
    if (error instanceof PolicyFileError) return complain(context.err, error.message.split('\n'))
    const { TrustSettingsError } = await import('#trust')
    if (error instanceof TrustSettingsError) return complain(context.err, [`${settingOf(error.path, context.environment)}${error.message}`])
    const missing = asPackageMissing(error)
    if (missing === null) throw error
    context.err.write(`allkiri: ${missing.message}\n`)
    return exitStatus.unreadable
  }
}

/** Options of the program itself. */
const ownOptions = ['--version', '-V', '-v', '--help', '-h']

/**
 * `allkiri FILE` is `allkiri validate FILE`, and so is `allkiri --brief FILE`; other programs ask for the version as `-v` or `version`. A command goes before a
 * file of its name. A first word with a dot or a slash names a file, even if there is none, because no command has one: then validate says that it cannot be read.
 */
function withCommand(args: readonly string[]): readonly string[] {
  const [first = ''] = args
  if (args.length === 1 && (first === '-v' || first === 'version')) return ['--version']
  if (first.startsWith('-')) return ownOptions.includes(first) ? args : ['validate', ...args]
  const isCommand = first === '' || Object.hasOwn(descriptions, first) || plainCommands.includes(first)
  return !isCommand && (/[./\\]/.test(first) || existsSync(first)) ? ['validate', ...args] : args
}

/** Commands for which no description is loaded, besides those of `descriptions`. */
const plainCommands = ['serve', 'settings', 'completion', 'help']

type Finish = (status: number) => void

/**
 * Functions that add a command to the program. Only the requested command is loaded, because loading the others would take half of the time of a short command.
 * Help, completion and an unknown command need all of them.
 */
const descriptions: Readonly<Record<string, (program: Command, context: CommandLineContext, finish: Finish) => Promise<void>>> = {
  validate: async (program, context, finish) =>
    (await import('./validate/describe-validate-command.js')).describeValidateCommand(program, context, finish),
  forecast: async (program, context, finish) =>
    (await import('./forecast/describe-forecast-command.js')).describeForecastCommand(program, context, finish),
  compare: async (program, context, finish) =>
    (await import('./compare/describe-compare-command.js')).describeCompareCommand(program, context, finish),
  report: async (program, context, finish) => (await import('./report-command.js')).describeReportCommand(program, context, finish),
  'verify-report': async (program, context, finish) =>
    (await import('./evidence/verify-report-command.js')).describeVerifyReportCommand(program, context, finish),
  files: (program, context, finish) => Promise.resolve(describeFilesCommand(program, context, finish)),
  capsules: async (program, context, finish) => (await import('./capsules-commands.js')).describeCapsulesCommands(program, context, finish),
  cdoc2: async (program, context, finish) => (await import('./cdoc2/cdoc2-commands.js')).describeCdoc2Commands(program, context, finish),
  policy: async (program, context, finish) =>
    (await import('./policy/policy-commands.js')).describePolicyCommands(program, context, finish),
  xroad: async (program, context, finish) => (await import('./xroad/xroad-commands.js')).describeXroadCommands(program, context, finish),
  trust: async (program, context, finish) => (await import('./trust-command.js')).describeTrustCommands(program, context, finish),
}

/** Commands and options for which no description is loaded. */
const withoutDescriptions = ['serve', 'settings', '--version', '-V']

async function describeProgram(context: CommandLineContext, finish: Finish): Promise<Command> {
  const { out, err, environment } = context
  const program = new Command('allkiri')
    .description('Validates the signatures of signed documents and says why.')
    .version(readBuildInformation().version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => out.write(text), writeErr: (text) => err.write(text) })
    .showHelpAfterError('(allkiri --help lists the commands and options)')
  program
    .command('serve')
    .description('starts the service; settings come from the environment (allkiri settings lists them)')
    .option('--check', 'checks the settings and the trust, says what would be served, and ends without listening')
    .action(async ({ check = false }: { readonly check?: boolean }) => {
      const settings = readSettings(environment)
      finish(await (check ? context.check(settings) : context.serve(settings)))
    })
  program
    .command('settings')
    .description('lists every setting of the service with its default and meaning')
    .option('--markdown', 'as the table of docs/settings.md')
    .action(({ markdown = false }: { readonly markdown?: boolean }) => {
      out.write(`${markdown ? settingsTable() : settingsText(environment)}\n`)
      finish(exitStatus.allPassed)
    })
  const [requested = ''] = context.args
  const wanted = Object.hasOwn(descriptions, requested)
    ? [requested]
    : withoutDescriptions.includes(requested)
      ? []
      : Object.keys(descriptions)
  for (const name of wanted) await descriptions[name]?.(program, context, finish)
  program
    .command('completion')
    .description('prints the completion script of a shell; bash: source <(allkiri completion bash)')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(shells))
    .action((shell: Shell) => {
      out.write(completionScript(shell, program))
      finish(exitStatus.allPassed)
    })
  return program
}

function describeFilesCommand(program: Command, { environment, out, err }: CommandLineContext, finish: Finish): void {
  program
    .command('files')
    .description(
      'lists the data files of a document, or writes them into a folder; exit status 1: one was refused, 2: the document cannot be read',
    )
    .argument('<file>', 'BDOC, ASiC-E, DIGIDOC-XML or X-Road document')
    .addOption(
      new Option('--out <folder>', 'writes the data files into this folder; existing files are not overwritten').argParser(readPath),
    )
    .action(async (file: string, options: { readonly out?: string }) => {
      const { runFiles } = await import('./files-command.js')
      finish(await runFiles({ file, folder: options.out ?? null, limits: readSettings(environment).limits }, { out, err }))
    })
}

function complain(err: Output, problems: readonly string[]): number {
  for (const problem of problems) err.write(`allkiri: ${terminalText(problem)}\n`)
  return exitStatus.usage
}

/** Prefix for a sentence about trust settings: the environment variable that names the path; empty when an option names the path. */
function settingOf(path: string, environment: CommandLineContext['environment']): string {
  const name = ['ALLKIRI_TRUST', 'ALLKIRI_TRUST_LISTS', 'ALLKIRI_XROAD'].find((setting) => {
    const named = environment[setting]?.trim() ?? ''
    return named !== '' && (path === named || path.startsWith(join(named, '/')))
  })
  return name === undefined ? '' : `${name}: `
}

/** Replaces `--explain=json` by the hidden option `--explain-json`: an option with an optional value would take the file name that follows it. */
function withExplainForm(args: readonly string[]): readonly string[] {
  return args.map((arg) => (arg === '--explain=json' ? '--explain-json' : arg))
}
