import { capsuleLimits } from './capsule-limits.js'

/** The address of a PostgreSQL database, parsed from a connection string of libpq (PostgreSQL 17, 32.1.1 "Connection Strings"). */
export interface DatabaseAddress {
  /** In the order in which they are tried. A host that begins with a slash is the folder of a unix socket. */
  readonly hosts: readonly DatabaseHost[]
  /** `user`, `password`, `database`: null when the environment decides (`PGUSER`, `PGPASSWORD`, `PGDATABASE`), as with other clients. */
  readonly user: string | null
  readonly password: string | null
  readonly database: string | null
  readonly target: DatabaseTarget
  /** Null: the address does not mention TLS, so `PGSSLMODE` decides; without that variable TLS is not used. */
  readonly tls: DatabaseTls | null
  readonly applicationName: string | null
  /** Settings of the session, as `-c name=value`. */
  readonly options: string | null
}

export interface DatabaseHost {
  readonly host: string
  readonly port: number
}

const targets = ['read-write', 'primary', 'any'] as const
/** `target_session_attrs`: a server that accepts writes, a server that is not a standby, or any server. */
type DatabaseTarget = (typeof targets)[number]

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
type TlsMode = (typeof tlsModes)[number]

/**
 * `require`: encrypted, the server is not checked. `verify-ca`: its certificate must be issued by the authority. `verify-full`: the certificate must also name
 * the host.
 */
export interface DatabaseTls {
  readonly mode: TlsMode
  /** PEM file of the authorities; null: the authorities that the platform trusts. */
  readonly authorities: string | null
  /** PEM files of the client certificate and its key; null: none. */
  readonly client: { readonly certificate: string; readonly key: string } | null
}

const names = [
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'target_session_attrs',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
  'options',
] as const
type Parameters = Map<(typeof names)[number], string>

const defaultPort = '5432'

/**
 * A malformed address. The message is a sentence without its subject. It repeats no text of the address, which may contain a password, except names of
 * parameters.
 */
export class AddressProblem extends Error {
  override readonly name = 'AddressProblem'
}

/**
 * Reads `postgres://user@first:5432,second:5432/name?target_session_attrs=read-write`, or `host=first,second dbname=name`. Without `target_session_attrs` the
 * target is `read-write`, because capsules are written. Throws `AddressProblem`.
 */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const parameters: Parameters = /^postgres(?:ql)?:\/\//.test(text) ? parametersOfUri(text) : parametersOfPairs(text)
  return {
    hosts: hostsOf(parameters.get('host') ?? 'localhost', parameters.get('port') ?? defaultPort),
    user: parameters.get('user') ?? null,
    password: parameters.get('password') ?? null,
    database: parameters.get('dbname') ?? null,
    target: oneOfThese('target_session_attrs', targets, parameters) ?? 'read-write',
    tls: tlsOf(parameters),
    applicationName: parameters.get('application_name') ?? null,
    options: parameters.get('options') ?? null,
  }
}

/** Parsed without `URL`, which does not accept several hosts separated by commas. Hosts may also be in the query. */
function parametersOfUri(text: string): Parameters {
  const match = /^[a-z]+:\/\/(?:([^/?]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(text)
  if (match === null || /\s/.test(text)) throw new AddressProblem('is not written as postgres://user@host:5432/name')
  const [, login = '', places = '', database = '', query = ''] = match
  const [user, password] = splitOnce(login, ':')
  const parameters: Parameters = new Map()
  const listed = places.split(',').map(hostAndPort)
  setGiven(parameters, 'user', decoded(user))
  setGiven(parameters, 'password', decoded(password))
  setGiven(parameters, 'dbname', decoded(database))
  if (places !== '') {
    setGiven(parameters, 'host', listed.map(({ host }) => decoded(host)).join(','))
    setGiven(parameters, 'port', listed.map(({ port }) => port).join(','))
  }
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [name, value] = splitOnce(pair, '=')
    setGiven(parameters, knownName(decoded(name)), decoded(value))
  }
  return parameters
}

function hostAndPort(place: string): { readonly host: string; readonly port: string } {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]*))(?::(\d*))?$/.exec(place)
  if (match === null) throw new AddressProblem('has a host that is not written as name:5432, 192.0.2.1:5432 or [2001:db8::1]:5432')
  return { host: match[1] ?? match[2] ?? '', port: match[3] === undefined || match[3] === '' ? defaultPort : match[3] }
}

/** Values may be in apostrophes. A backslash escapes the next character. */
function parametersOfPairs(text: string): Parameters {
  const pairs = /\s*([A-Za-z_]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s'\\]|\\.)*))(?=\s|$)/gsy
  const parameters: Parameters = new Map()
  let read = 0
  for (const [pair, name = '', quoted, bare = ''] of text.matchAll(pairs)) {
    setGiven(parameters, knownName(name), (quoted ?? bare).replaceAll(/\\(.)/gs, '$1'))
    read += pair.length
  }
  if (read === 0 || text.slice(read).trim() !== '')
    throw new AddressProblem('is not written as postgres://user@host:5432/name, nor as "host=… dbname=…"')
  return parameters
}

function knownName(name: string): (typeof names)[number] {
  const found = names.find((known) => known === name)
  if (found === undefined) throw new AddressProblem(`has a parameter that is not one of ${names.join(', ')}`)
  return found
}

function hostsOf(hosts: string, ports: string): readonly DatabaseHost[] {
  const [places, numbers] = [hosts.split(','), ports.split(',')]
  if (places.length > capsuleLimits.maxDatabaseHosts) throw new AddressProblem(`has more than ${capsuleLimits.maxDatabaseHosts} hosts`)
  if (places.some((host) => !/^(?:[A-Za-z0-9._:-]+|\/[^\0]*)$/.test(host)))
    throw new AddressProblem('has a host that is neither a name, an address nor the folder of a unix socket')
  if (numbers.length !== 1 && numbers.length !== places.length)
    throw new AddressProblem(`has ${numbers.length} ports for ${places.length} hosts`)
  return places.map((host, i) => {
    const port = Number(numbers[numbers.length === 1 ? 0 : i])
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new AddressProblem('has a port that is not a number from 1 to 65535')
    return { host, port }
  })
}

/** Modes that fall back to an unencrypted connection are refused: an attacker on the line can force the fallback. */
function tlsOf(parameters: Parameters): DatabaseTls | null {
  const mode = oneOfThese('sslmode', tlsModes, parameters)
  const [rootCertificate, certificate, key] = [parameters.get('sslrootcert'), parameters.get('sslcert'), parameters.get('sslkey')]
  const authorities = rootCertificate === 'system' ? null : (rootCertificate ?? null)
  if (mode === null || mode === 'disable') {
    if (rootCertificate !== undefined || certificate !== undefined || key !== undefined)
      throw new AddressProblem('names certificates, which count only with sslmode=verify-full, verify-ca or require')
    return mode === null ? null : { mode, authorities: null, client: null }
  }
  if ((certificate === undefined) !== (key === undefined))
    throw new AddressProblem('needs sslcert and sslkey together; one of them is not set')
  if (mode === 'verify-ca' && authorities === null)
    throw new AddressProblem(
      'has sslmode=verify-ca without a file in sslrootcert: any name that a public authority knows would do; write verify-full',
    )
  // As libpq does: naming authorities implies verification.
  const effectiveMode = mode === 'require' && authorities !== null ? 'verify-ca' : mode
  return { mode: effectiveMode, authorities, client: certificate === undefined || key === undefined ? null : { certificate, key } }
}

function oneOfThese<T extends string>(name: (typeof names)[number], values: readonly T[], parameters: Parameters): T | null {
  const value = parameters.get(name)
  if (value === undefined) return null
  const found = values.find((known) => known === value)
  if (found === undefined) throw new AddressProblem(`needs one of ${values.join(', ')} for ${name}`)
  return found
}

function setGiven(parameters: Parameters, name: (typeof names)[number], value: string): void {
  if (value !== '') parameters.set(name, value)
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) throw new AddressProblem('has a percent sign that begins no character; write %25 for one that is meant')
    throw error
  }
}
