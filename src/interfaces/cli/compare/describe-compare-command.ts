import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Instant } from '#model'
import type { CommandEnvironment } from '../command-environment.js'
import { oneOf, readPath, readTime, settingsWith } from '../validation-options.js'
import { runCompare } from './compare-command.js'
import { type SivaInterface, sivaInterfaces } from './compared-answer.js'
import { openSivaClient, validationAddress } from './siva-client.js'

interface CompareOptions {
  readonly with: URL
  readonly interface?: SivaInterface
  readonly policy?: string
  readonly trust?: string
  readonly at?: Instant
  readonly filesFrom?: string
  readonly everyFile?: boolean
  readonly jsonLines?: boolean
}

/** Adds `allkiri compare`. */
export function describeCompareCommand(program: Command, context: CommandEnvironment, finish: (status: number) => void): void {
  program
    .command('compare')
    .description(
      'sends documents to a running SiVa, validates them here too, and prints what differs; they are sent to the named address alone. Exit status 0: no file differs, 1: one does, 2: one could not be compared, 64: wrong usage',
    )
    .argument('[path...]', 'signed documents, or folders (searched recursively for names of signed documents, without following links)')
    .addOption(
      new Option('--with <address>', 'the service, such as http://siva:8080; documents are sent to /validate below it')
        .argParser(readAddress)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--interface <interface>',
        `one of ${sivaInterfaces.join(', ')}; recognised by the answer to an empty request by default`,
      ).argParser(oneOf(sivaInterfaces)),
    )
    .option('--policy <policy>', 'policy of both services (default: POLv1 with SiVa 1, POLv4 with SiVa 2 and 3)')
    .addOption(new Option('--trust <path>', 'settings file, certificate file or folder (default: ALLKIRI_TRUST)').argParser(readPath))
    .addOption(
      new Option(
        '--at <time>',
        'validation time here, such as 2026-08-20T12:00:00Z, where the other service has a fixed clock (default: now)',
      ).argParser(readTime),
    )
    .addOption(new Option('--files-from <list>', 'a file with the path of a document or folder on each line').argParser(readPath))
    .option('--every-file', 'compares all files in folders, whatever their names are')
    .option('--json-lines', 'prints a line of JSON for each file, with both answers')
    .action(async (paths: readonly string[], options: CompareOptions, command: Command) => {
      if (paths.length === 0 && options.filesFrom === undefined) command.error("error: missing required argument 'path'")
      const settings = settingsWith(context.environment, options)
      const { commandLine } = settings.limits
      const bounds = { answerMilliseconds: commandLine.comparedAnswerMilliseconds, maxAnswerBytes: commandLine.maxComparedAnswerBytes }
      const client = openSivaClient(options.with, globalThis.fetch, bounds)
      const { interface: siva = null, policy = null, filesFrom = null, everyFile = false, jsonLines = false } = options
      const selection = { paths, listFile: filesFrom, type: null, everyFile, part: null }
      finish(await runCompare({ selection, client, siva, policy, jsonLines }, { ...context, settings }))
    })
}

function readAddress(text: string): URL {
  const address = validationAddress(text)
  if (address === null) throw new InvalidArgumentError('Write an address without a user name, such as http://siva:8080.')
  return address
}
