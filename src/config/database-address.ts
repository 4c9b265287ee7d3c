/**
 * Parameters of a connection string that `pg` knows and that an operator may need. `pg` ignores all others, so a slip in one of them would connect without TLS.
 */
const names = [
  'host',
  'port',
  'user',
  'password',
  'ssl',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'uselibpqcompat',
  'application_name',
  'options',
]

/**
 * `no-verify`: encrypted, the server is not checked. `pg` reads the other modes of libpq as `verify-full` with a warning, and says that its next version will
 * not. They are refused unless `uselibpqcompat=true` asks for their meaning in libpq.
 */
const tlsModes = ['disable', 'no-verify', 'verify-full']
const tlsModesOfLibpq = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * What is wrong with the address of a PostgreSQL database, as a phrase without its subject; null when `pg` can use it. The phrase repeats no text of the address,
 * which may contain a password.
 */
export function problemOfDatabaseAddress(text: string): string | null {
  const url = urlOf(text)
  if (url === null) return 'is not written as postgres://user@host:5432/name, with one host'
  const parameters = url.searchParams
  if (`${url.hostname}${parameters.get('host') ?? ''}`.includes(','))
    return 'names several hosts; name one that always leads to the primary'
  if ([...parameters.keys()].some((name) => !names.includes(name))) return `has a parameter that is not one of ${names.join(', ')}`
  const modes = parameters.get('uselibpqcompat') === 'true' ? tlsModesOfLibpq : tlsModes
  if (parameters.getAll('sslmode').some((mode) => !modes.includes(mode))) return `needs one of ${modes.join(', ')} for sslmode`
  if (parameters.has('sslcert') !== parameters.has('sslkey')) return 'needs sslcert and sslkey together; one of them is not set'
  return null
}

/** An empty host, as in `postgres://user@/name?host=/run/postgresql`, is none that `URL` accepts. */
function urlOf(text: string): URL | null {
  if (!/^postgres(?:ql)?:\/\/\S+$/.test(text)) return null
  const withHost = text.replace('@/', '@localhost/')
  return URL.canParse(withHost) && isDecodable(text) ? new URL(withHost) : null
}

function isDecodable(text: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(text)
}
