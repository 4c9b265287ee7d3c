import { type Command, InvalidArgumentError, Option } from 'commander'
import { Cdoc2Error, decryptContainer, encryptFiles, listFiles, listRecipients, reEncryptContainer, type WrittenFile } from '#cdoc2/files'
import { systemErrorCode } from '#model'
import { counted, terminalJson, terminalText } from '#writers/cli'
import type { CommandEnvironment } from '../command-environment.js'
import { exitStatus } from '../exit-status.js'
import { listenForInterrupts } from '../interrupts.js'
import { readPath, readTime } from '../validation-options.js'
import { type OpenedSecret, type OpeningOptions, type RecipientOptions, recipientsOf, secretOf, WrongOptions } from './cdoc2-options.js'
import { showOctets } from './show-octets.js'

/** Adds `allkiri cdoc2 encrypt|decrypt|list|re-encrypt`. */
export function describeCdoc2Commands(program: Command, environment: CommandEnvironment, finish: (status: number) => void): void {
  const cdoc2 = program
    .command('cdoc2')
    .description(
      'encrypts and decrypts CDOC2 containers; exit status 0: done, 2: not done, with a sentence that says why, 64: wrong options',
    )
  encryptCommand(cdoc2).action(async (files: readonly string[], options: RecipientOptions & { readonly out: string }) => {
    finish(
      await run(environment, async (signal) => {
        const recipients = await recipientsOf(options, environment, signal)
        const progress = showOctets(environment.err, environment.now)
        await encryptFiles(
          { files, recipients, container: options.out, progress: progress.octets, signal },
          environment.limits.cdoc2,
        ).finally(progress.clear)
        environment.out.write(
          `${terminalText(options.out)}: ${counted(files.length, 'file')} for ${counted(recipients.length, 'recipient')}\n`,
        )
      }),
    )
  })
  decryptCommand(cdoc2).action(async (container: string, options: OpeningOptions & { readonly out: string }) => {
    finish(await run(environment, (signal) => decrypt(container, options, environment, signal)))
  })
  listCommand(cdoc2).action(async (container: string, options: OpeningOptions & { readonly json?: boolean }) => {
    finish(await run(environment, (signal) => list(container, options, environment, signal)))
  })
  reEncryptCommand(cdoc2).action(async (container: string, options: OpeningOptions & RecipientOptions & { readonly out: string }) => {
    finish(await run(environment, (signal) => reEncrypt(container, options, environment, signal)))
  })
}

function encryptCommand(cdoc2: Command): Command {
  const command = withRecipients(cdoc2.command('encrypt').description('encrypts files into a new container').argument('<file...>', 'files'))
  return withServers(command, "the recipients' keys are stored there instead of in the container", single).requiredOption(
    '--out <container>',
    'the new container; nothing is overwritten',
    readPath,
  )
}

function decryptCommand(cdoc2: Command): Command {
  const command = cdoc2.command('decrypt').description('writes the files of a container into a folder')
  return withServers(withOpening(command.argument('<container>', 'CDOC2 container')), 'may be repeated', collect).requiredOption(
    '--out <folder>',
    'folder for the files; nothing is overwritten',
    readPath,
  )
}

function listCommand(cdoc2: Command): Command {
  const command = cdoc2
    .command('list')
    .description('lists the recipients of a container and, with a key or password that opens it, the files in it; writes nothing')
    .argument('<container>', 'CDOC2 container')
  return withServers(withOpening(command), 'may be repeated', collect).option('--json', 'prints them as JSON')
}

function reEncryptCommand(cdoc2: Command): Command {
  const command = cdoc2
    .command('re-encrypt')
    .description(
      'writes a new container for other recipients, or with a password, from a container that can be opened; the content is never written in clear',
    )
    .argument('<container>', 'CDOC2 container')
  return withServers(withRecipients(withOpening(command)), 'may be repeated', collect)
    .option('--keep-on-server', "also stores the new recipients' keys on a key server, the first --server")
    .requiredOption('--out <container>', 'the new container; nothing is overwritten', readPath)
}

function withServers(command: Command, more: string, parse: typeof single | typeof collect): Command {
  return command
    .option('--server <server>', `key server, https://host:port or NAME=https://host:port; ${more}`, parse)
    .option('--server-ca <pem>', 'authorities of the TLS certificates of the key servers (default: those of Node.js)')
}

function withRecipients(command: Command): Command {
  command.addOption(new Option('--to <file>', 'certificate or public key of a recipient, PEM or DER; may be repeated').argParser(collect))
  return withOneOf(command, [
    new Option('--new-password', 'asks for a password that opens the new container'),
    new Option('--new-password-file <file>', 'reads this password from a file'),
    new Option('--new-password-env <variable>', 'reads this password from an environment variable'),
  ])
    .option('--new-secret <file>', 'file with a symmetric key of at least 32 octets, in base64')
    .option('--new-label <text>', 'label of the password or symmetric key')
    .addOption(
      new Option('--expiry <time>', 'when the key server should delete the keys, such as 2030-01-01T00:00:00Z').argParser(readTime),
    )
}

function withOpening(command: Command): Command {
  const key = new Option('--key <key>', 'private key: PEM, DER or PKCS#12 file, or pkcs11:… for a card')
  const passwords = [
    new Option('--password', 'asks for the password of the container'),
    new Option('--password-file <file>', 'reads it from a file'),
    new Option('--password-env <variable>', 'reads it from an environment variable'),
  ]
  const secret = new Option('--secret <file>', 'file with the symmetric key of the container, in base64')
  exclude([key, ...passwords, secret])
  command.addOption(key).option('--certificate <pem>', 'certificate of the key, for key servers, if the key file does not contain it')
  withOneOf(command, [
    new Option('--key-password-file <file>', 'file with the password of the key, or the PIN of the card'),
    new Option('--key-password-env <variable>', 'environment variable with this password or PIN'),
  ])
  for (const option of [...passwords, secret]) command.addOption(option)
  return command.option('--label <text>', 'opens only the password or symmetric key with this label')
}

/** Adds options of which at most one may be given: the others would have no effect. */
function withOneOf(command: Command, options: readonly Option[]): Command {
  exclude(options)
  for (const option of options) command.addOption(option)
  return command
}

function exclude(options: readonly Option[]): void {
  for (const option of options) option.conflicts(options.filter((other) => other !== option).map((other) => other.attributeName()))
}

async function decrypt(
  container: string,
  options: OpeningOptions & { readonly out: string },
  environment: CommandEnvironment,
  signal: AbortSignal,
): Promise<void> {
  const files = await opening(options, environment, signal, (opened) =>
    decryptContainer({ container, folder: options.out, ...opened, signal }, environment.limits.cdoc2),
  )
  environment.out.write(`${terminalText(container)}: ${counted(files.length, 'file')}\n`)
  for (const { name, size, writtenAs } of files) {
    const original = writtenAs === name ? '' : `, in the container ${terminalText(JSON.stringify(name))}`
    environment.out.write(`  ${terminalText(writtenAs)} (${size} bytes)${original}\n`)
  }
}

async function reEncrypt(
  container: string,
  options: OpeningOptions & RecipientOptions & { readonly out: string; readonly keepOnServer?: boolean },
  environment: CommandEnvironment,
  signal: AbortSignal,
): Promise<void> {
  if (options.keepOnServer === true && options.server === undefined)
    throw new WrongOptions('Name the key server of --keep-on-server with --server')
  const count = await opening(options, environment, signal, async (opened) => {
    // Re-encryption is for long-term storage, for which a container should not depend on a server: keys are stored on one only with --keep-on-server.
    const recipients = await recipientsOf(options.keepOnServer === true ? options : { ...options, server: [] }, environment, signal)
    await reEncryptContainer({ container, recipients, result: options.out, ...opened, signal }, environment.limits.cdoc2)
    return recipients.length
  })
  environment.out.write(`${terminalText(options.out)}: re-encrypted for ${counted(count, 'recipient')}\n`)
}

type Opened = Pick<OpenedSecret, 'secret' | 'capsules'> & { readonly progress: (done: number) => void }

/** Runs an action with the secret of the options, shows its progress, and afterwards ends the session with a card. */
async function opening<T>(
  options: OpeningOptions,
  environment: CommandEnvironment,
  signal: AbortSignal,
  action: (opened: Opened) => Promise<T>,
): Promise<T> {
  const { secret, capsules, close } = await secretOf(options, environment, signal)
  const progress = showOctets(environment.err, environment.now)
  try {
    return await action({ secret, capsules, progress: progress.octets })
  } finally {
    progress.clear()
    close()
  }
}

async function list(
  container: string,
  { json, ...options }: OpeningOptions & { readonly json?: boolean },
  environment: CommandEnvironment,
  signal: AbortSignal,
): Promise<void> {
  const { out } = environment
  const recipients = await listRecipients(container, environment.limits.cdoc2)
  // Names of files are encrypted like their content.
  const files = Object.keys(options).length === 0 ? null : await filesIn(container, options, environment, signal)
  if (json === true) {
    const shown = recipients.map(({ label, ...rest }) => ({
      ...rest,
      label: { ...label, parameters: Object.fromEntries(label.parameters) },
    }))
    out.write(`${terminalJson(files === null ? shown : { recipients: shown, files })}\n`)
    return
  }
  out.write(`${terminalText(container)}: ${counted(recipients.length, 'recipient')}, as the container says\n`)
  for (const [i, { kind, details, label }] of recipients.entries()) {
    const about = [kind, ...details].map(terminalText).join(', ')
    const type = label.type === null ? '' : ` (${terminalText(label.type)})`
    const expiry = label.serverExpiry === null ? '' : `, on the server until ${new Date(label.serverExpiry).toISOString()}`
    out.write(`  ${i + 1}. ${terminalText(label.shown)}${type}: ${about}${expiry}\n`)
  }
  if (files === null) return
  out.write(`${counted(files.length, 'file')}\n`)
  for (const { name, size, writtenAs } of files) {
    const other = writtenAs === name ? '' : `, which decrypt writes as ${terminalText(writtenAs)}`
    out.write(`  ${terminalText(name)} (${size} bytes)${other}\n`)
  }
}

function filesIn(
  container: string,
  options: OpeningOptions,
  environment: CommandEnvironment,
  signal: AbortSignal,
): Promise<readonly WrittenFile[]> {
  return opening(options, environment, signal, (opened) => listFiles({ container, ...opened, signal }, environment.limits.cdoc2))
}

/** Runs a command and returns its exit status. An interrupt aborts the signal; an error becomes one sentence, and status 2, or 64 for wrong options. */
async function run({ err }: CommandEnvironment, work: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const { signal, stopListening } = listenForInterrupts()
  try {
    await work(signal)
    return exitStatus.allPassed
  } catch (error) {
    const sentence = signal.aborted ? 'Interrupted; nothing was written' : sentenceOf(error)
    if (sentence === null) throw error
    err.write(`allkiri: ${terminalText(sentence)}.\n`)
    return error instanceof WrongOptions ? exitStatus.usage : exitStatus.unreadable
  } finally {
    stopListening()
  }
}

/** One sentence, without a full stop, for a `Cdoc2Error` or a system error; null for an internal error. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof Cdoc2Error || error instanceof WrongOptions) return error.message
  if (!(error instanceof Error) || !('syscall' in error)) return null
  const path = 'dest' in error ? error.dest : 'path' in error ? error.path : ''
  const what = typeof path === 'string' && path !== '' ? `${path}: ` : ''
  const code = systemErrorCode(error) ?? ''
  switch (code) {
    case 'EEXIST':
      return `${what}exists already, and nothing is overwritten`
    case 'ENOENT':
      return `${what}there is no such file or folder`
    case 'EISDIR':
      return `${what}this is a folder, and a file is needed`
    case 'ENOSPC':
    case 'EDQUOT':
      return `${what}there is no space left on the disk; nothing was written`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${what}permission denied`
    default:
      return `${what}the system refuses the operation (${code})`
  }
}

/** Reads an option that must not be repeated, as a list of one. */
function single(value: string, before?: readonly string[]): readonly string[] {
  if (before !== undefined) throw new InvalidArgumentError('Name one key server: a recipient has its key on one.')
  return [value]
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}
