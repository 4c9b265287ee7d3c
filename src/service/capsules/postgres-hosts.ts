import { systemErrorCode } from '#model'

/** One server of a cluster. `connect` rejects when the server cannot be reached or accepts no writes. */
export interface Host<Connection> {
  readonly name: string
  readonly connect: () => Promise<Connection>
  readonly end: () => Promise<void>
}

/** The server answers but accepts no writes: it is a standby, or its transactions are read-only. */
export class NoWriter extends Error {
  override readonly name = 'NoWriter'
}

/** No host could be used. The message has the reason for each. */
class NoHostWrites extends Error {
  override readonly name = 'NoHostWrites'
  readonly failures: readonly unknown[]
  constructor(attempts: readonly { readonly name: string; readonly failure: unknown }[]) {
    super(`no host accepts capsules: ${attempts.map(({ name, failure }) => `${name}: ${reasonOf(failure)}`).join('; ')}`)
    this.failures = attempts.map(({ failure }) => failure)
  }
}

/**
 * Connects to the first host that accepts. It starts with the host that accepted last, which is normally the primary, or after a failure with the next one.
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
        // Unless another request has found a working host meanwhile.
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

/** Message of a failure, or its code when the message is empty, as for a name with several addresses. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown reason'
  return failure.message !== '' || !('code' in failure) ? failure.message : String(failure.code)
}

/**
 * Codes of temporary failures: connections refused, reset or timed out; a name server that does not answer; the SQLSTATE classes of a lost connection, of
 * insufficient resources, of a server that starts, stops or recovers, and of a database that accepts no connections. An unknown host name, a refused login or a
 * wrong certificate is not temporary.
 */
const away = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT|08...|53...|57P0.|55000)$/
/** Messages of client errors without a code: connection timeout, connection closed while it was being opened. */
const awayWithoutCode = /timeout|Connection terminated/

/** Whether a store that could not be opened may be available later without a change of settings. */
export function isAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  // A standby becomes the primary when it is promoted.
  if (error instanceof NoWriter) return true
  if (error instanceof NoHostWrites) return error.failures.some(isAway)
  const code = systemErrorCode(error)
  if (code !== null) return away.test(code)
  return error.cause instanceof Error ? isAway(error.cause) : awayWithoutCode.test(error.message)
}
