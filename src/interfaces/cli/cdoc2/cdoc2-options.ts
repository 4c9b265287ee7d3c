import {
  type CapsuleSource,
  Cdoc2Error,
  capsuleSinkOf,
  capsuleSourceOf,
  type KeyServer,
  type NewRecipient,
  openPkcs11Key,
  readKeyFile,
  readPrivateKeyFile,
  readRecipientFile,
  type Secret,
  writeKeyLabel,
} from '#cdoc2/files'
import { formatInstant, type Instant } from '#model'
import { terminalText } from '#writers/cli'
import type { CommandEnvironment } from '../command-environment.js'
import { readPassword, type Terminal } from './password-prompt.js'

/** Options that name the secret that opens a container, and the key servers. */
export interface OpeningOptions {
  readonly key?: string
  readonly certificate?: string
  readonly keyPasswordFile?: string
  readonly keyPasswordEnv?: string
  readonly password?: boolean
  readonly passwordFile?: string
  readonly passwordEnv?: string
  readonly secret?: string
  readonly label?: string
  readonly server?: readonly string[]
  readonly serverCa?: string
}

/** Options that name the recipients of a new container. */
export interface RecipientOptions {
  readonly to?: readonly string[]
  readonly newPassword?: boolean
  readonly newPasswordFile?: string
  readonly newPasswordEnv?: string
  readonly newSecret?: string
  readonly newLabel?: string
  readonly server?: readonly string[]
  readonly serverCa?: string
  readonly expiry?: Instant
}

/** Options are missing or have no effect in this combination. The message is a sentence without a full stop. */
export class WrongOptions extends Error {
  override readonly name = 'WrongOptions'
}

/** A secret, and access to the key servers that it may use. `close` ends the session with a card. */
export interface OpenedSecret {
  readonly secret: Secret
  readonly capsules: CapsuleSource | null
  readonly close: () => void
}

/**
 * The secret that the options name: a private key, a symmetric key or a password.
 *
 * @throws WrongOptions; Cdoc2Error; system errors of the named files
 */
export async function secretOf(options: OpeningOptions, terminal: Terminal, signal: AbortSignal): Promise<OpenedSecret> {
  const label = options.label ?? null
  if (options.key !== undefined) return openKey(options.key, options, terminal, signal)
  if (options.secret !== undefined)
    return {
      secret: { kind: 'symmetric-key', key: await readSymmetricKey(options.secret, terminal), label },
      capsules: null,
      close: () => undefined,
    }
  if (options.password === true || options.passwordFile !== undefined || options.passwordEnv !== undefined) {
    const source = { file: options.passwordFile ?? null, variable: options.passwordEnv ?? null }
    const password = await readPassword(source, 'Password of the container', terminal, signal)
    return { secret: { kind: 'password', password, label }, capsules: null, close: () => undefined }
  }
  throw new WrongOptions('Name what opens the container: --key, --password, --password-file, --password-env or --secret')
}

async function openKey(path: string, options: OpeningOptions, terminal: Terminal, signal: AbortSignal): Promise<OpenedSecret> {
  const source = { file: options.keyPasswordFile ?? null, variable: options.keyPasswordEnv ?? null }
  const { keyServer } = terminal.limits.cdoc2
  const servers = await serversOf(options, terminal)
  if (path.startsWith('pkcs11:')) {
    // The TLS of Node.js can only use keys in memory, so a key on a card cannot authenticate the client to a key server.
    if (options.certificate !== undefined)
      throw new Cdoc2Error(
        'wrong-secret',
        'A key on a card cannot be used for the connection to a key server: omit --certificate if the key is in the container itself, or use a key file',
      )
    const { key, close } = await openPkcs11Key(path, () => readPassword(source, 'PIN of the card', terminal, signal))
    return {
      secret: { kind: 'private-key', key },
      capsules: servers.length === 0 ? null : capsuleSourceOf(servers, null, signal, keyServer),
      close,
    }
  }
  const { key, tls } = await readPrivateKeyFile(
    path,
    () => readPassword(source, `Password of ${path}`, terminal, signal),
    options.certificate ?? null,
    terminal.limits.cdoc2,
  )
  return {
    secret: { kind: 'private-key', key },
    capsules: servers.length === 0 ? null : capsuleSourceOf(servers, tls, signal, keyServer),
    close: () => undefined,
  }
}

/**
 * The recipients that the options name, at least one. Keys are stored on the first server, if there is one.
 *
 * @throws WrongOptions; Cdoc2Error; system errors of the named files
 */
export async function recipientsOf(
  options: RecipientOptions,
  terminal: Terminal & Pick<CommandEnvironment, 'now'>,
  signal: AbortSignal,
): Promise<readonly NewRecipient[]> {
  const server = (await serversOf(options, terminal))[0] ?? null
  if (server === null && options.expiry !== undefined)
    throw new WrongOptions('--expiry is for keys on a key server, and none is used (--server; --keep-on-server of re-encrypt)')
  const { expiry = null } = options
  if (expiry !== null && expiry <= terminal.now())
    throw new Cdoc2Error('capsule', `--expiry ${formatInstant(expiry)} is in the past: the container could not be opened`)
  const remark = (sentence: string): void => void terminal.err.write(`allkiri: ${terminalText(sentence)}.\n`)
  const sink =
    server === null ? null : capsuleSinkOf(server, { expiry, now: terminal.now, remark, signal }, terminal.limits.cdoc2.keyServer)
  const recipients: NewRecipient[] = []
  for (const path of options.to ?? []) recipients.push(await readRecipientFile(path, sink, terminal.limits.cdoc2))
  if (options.newSecret !== undefined) {
    const label = options.newLabel ?? writeKeyLabel('secret', { label: 'secret' })
    recipients.push({ kind: 'symmetric-key', key: await readSymmetricKey(options.newSecret, terminal), label })
  }
  if (options.newPassword === true || options.newPasswordFile !== undefined || options.newPasswordEnv !== undefined)
    recipients.push(await newPassword(options, terminal, signal))
  if (recipients.length === 0)
    throw new WrongOptions(
      'Name the recipients of the container: --to, --new-password, --new-password-file, --new-password-env or --new-secret',
    )
  return recipients
}

async function newPassword(options: RecipientOptions, terminal: Terminal, signal: AbortSignal): Promise<NewRecipient> {
  const source = { file: options.newPasswordFile ?? null, variable: options.newPasswordEnv ?? null }
  const password = await readPassword(source, 'New password', terminal, signal)
  const typed = source.file === null && source.variable === null
  if (typed && (await readPassword(source, 'New password again', terminal, signal)) !== password)
    throw new Cdoc2Error('wrong-secret', 'The two passwords differ')
  const { minPasswordLength } = terminal.limits.cdoc2
  if (password.length < minPasswordLength)
    throw new Cdoc2Error(
      'wrong-secret',
      `A password for a container has at least ${minPasswordLength} characters: anyone with the file can try any number of passwords`,
    )
  return { kind: 'password', password, label: options.newLabel ?? writeKeyLabel('pw', { label: 'password' }) }
}

/** Reads a key of 32 to 1,024 octets from a file with its base64, the form that the Java and C++ implementations accept as well. */
async function readSymmetricKey(path: string, { limits }: Terminal): Promise<Uint8Array> {
  const text = (await readKeyFile(path, 'a symmetric key', limits.cdoc2)).toString('latin1').trim()
  if (!/^[A-Za-z0-9+/]{43,1366}={0,2}$/.test(text))
    throw new Cdoc2Error('wrong-secret', `${path} holds no key of 32 to 1,024 octets in base64`)
  return Buffer.from(text, 'base64')
}

/** Servers, written as `URL` or `ID=URL`. Without an id, the id is the host. */
async function serversOf(
  { server = [], serverCa }: Pick<OpeningOptions, 'server' | 'serverCa'>,
  { limits }: Terminal,
): Promise<readonly KeyServer[]> {
  const authorities = serverCa === undefined ? null : (await readKeyFile(serverCa, 'certificates of authorities', limits.cdoc2)).toString()
  return server.map((text) => {
    const [, id, address = text] = /^([^=/:?]+)=(.*)$/s.exec(text) ?? []
    const url = URL.canParse(address) ? new URL(address) : null
    if (url?.protocol !== 'https:')
      throw new Cdoc2Error('capsule', `${JSON.stringify(text)} is not a key server: write https://host:port, or NAME=https://host:port`)
    return { id: id ?? url.host, url, authorities }
  })
}
