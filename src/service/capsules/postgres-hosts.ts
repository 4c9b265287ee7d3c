import { systemErrorCode } from '#model'

/** One server of a cluster. `connect` rejects where it is away, or is no server to write to. */
export interface Host<Connection> {
  readonly name: string
  readonly connect: () => Promise<Connection>
  readonly end: () => Promise<void>
}

/** A server that answers, and takes no capsules: a standby, or one whose transactions are read-only. */
export class NoWriter extends Error {
  override readonly name = 'NoWriter'
}

/** Why each host was not used. */
class NoHostWrites extends Error {
  override readonly name = 'NoHostWrites'
  readonly failures: readonly unknown[]
  constructor(attempts: readonly { readonly name: string; readonly failure: unknown }[]) {
    super(`no host takes capsules: ${attempts.map(({ name, failure }) => `${name}: ${reasonOf(failure)}`).join('; ')}`)
    this.failures = attempts.map(({ failure }) => failure)
  }
}

/**
 * Connections to the first host that gives one, beginning with the one that gave the last: after a failover that is where the database is now. A host that
 * does not answer at all costs its time to connect once; those that follow it are tried by the next request when that time is over.
 *
 * @param milliseconds after which no further host is tried for the same request
 */
export function openHosts<Connection>(hosts: readonly Host<Connection>[], milliseconds: number) {
  let current = 0
  const connect = async (): Promise<Connection> => {
    const began = performance.now()
    const attempts: { name: string; failure: unknown }[] = []
    for (const index of orderFrom(current, hosts.length)) {
      const host = hosts[index]
      if (host === undefined || (attempts.length > 0 && performance.now() - began >= milliseconds)) break
      try {
        const connection = await host.connect()
        current = index
        return connection
      } catch (failure) {
        attempts.push({ name: host.name, failure })
        // Another request may have found the right one meanwhile.
        if (current === index) current = (index + 1) % hosts.length
      }
    }
    const [first] = attempts
    throw hosts.length === 1 && first !== undefined ? first.failure : new NoHostWrites(attempts)
  }
  const end = async (): Promise<void> => {
    await Promise.all(hosts.map((host) => host.end()))
  }
  return { connect, end }
}

function orderFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => (first + i) % count)
}

/** The failure of several addresses of one name has no message of its own. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'for a reason that is unknown'
  return failure.message !== '' || !('code' in failure) ? failure.message : String(failure.code)
}

/**
 * Codes of a network or a server that is away for a while: connections that are refused, reset, or not answered; a name server that is away; and the SQLSTATE
 * classes of a lost connection, of a server that starts, stops or recovers, and of one that has too many connections. A name that does not exist, a refused
 * login and a certificate of somebody else are no such thing: they do not pass by themselves.
 */
const away = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT|08...|53...|57P0.)$/
/** What the client says without a code: it waited in vain, or the connection was closed while it was made. */
const awayWithoutCode = /timeout|Connection terminated/

/** Whether a store that could not be opened may be there later, without anybody changing a setting. */
export function isAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  // A standby becomes the primary when it is promoted.
  if (error instanceof NoWriter) return true
  if (error instanceof NoHostWrites) return error.failures.some(isAway)
  const code = systemErrorCode(error)
  if (code !== null) return away.test(code)
  return error.cause instanceof Error ? isAway(error.cause) : awayWithoutCode.test(error.message)
}
