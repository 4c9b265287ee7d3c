import { type CapsuleSink, type CapsuleSource, Cdoc2Error, type StoredCapsule } from '#cdoc2/container'
import { type Limits, readMoment } from '#config'
import { formatInstant, type Instant, reasonOf, systemErrorCode } from '#model'

/** A key server, as the user has configured it. Values of a container are not used here. */
export interface KeyServer {
  /** Name of the server in containers. */
  readonly id: string
  /** `https://host:port`, optionally with a path that precedes `/key-capsules`. */
  readonly url: URL
  /** PEM of the authorities for its TLS certificate; null: those of Node.js. */
  readonly authorities: string | null
}

/** Certificate and key for mutual TLS, in PEM. */
export interface ClientIdentity {
  readonly key: string
  readonly certificates: string
}

type Bounds = Limits['cdoc2']['keyServer']

const CAPSULE_TYPES = { secp256r1: 'ecc_secp256r1', secp384r1: 'ecc_secp384r1', secp521r1: 'ecc_secp521r1' } as const

/** Options for storing capsules. */
interface StorageOptions {
  /** The expiry to request; null: the default of the server. */
  readonly expiry: Instant | null
  readonly now: () => Instant
  /** Called with a sentence, without a full stop, about a server that stores a capsule for another time than requested. */
  readonly remark: (sentence: string) => void
  /** Aborts the wait for the server. */
  readonly signal: AbortSignal
}

/**
 * Stores capsules on a key server. When the server states an expiry in the past, the capsule counts as refused, because the container could not be opened.
 */
export function capsuleSinkOf(server: KeyServer, options: StorageOptions, bounds: Bounds): CapsuleSink {
  const { expiry, signal } = options
  return {
    serverId: server.id,
    storeMaterial: async (key, material) => {
      const body = {
        recipient_id: Buffer.from(key.publicKey).toString('base64'),
        ephemeral_key_material: Buffer.from(material).toString('base64'),
        capsule_type: key.kind === 'rsa' ? 'rsa' : CAPSULE_TYPES[key.curve],
      }
      const headers = { 'content-type': 'application/json', ...(expiry === null ? {} : { 'x-expiry-time': formatInstant(expiry) }) }
      const answer = await send(server, null, {
        method: 'POST',
        path: '/key-capsules',
        headers,
        body: JSON.stringify(body),
        signal,
        bounds,
      })
      if (answer.status !== 201) throw refused(server, `answered ${answer.status} to a new capsule${reasonIn(answer.body)}`)
      return storedCapsule(server, answer, options)
    },
  }
}

/** Fetches capsules from the key server whose id the container names. A single given server is used whatever id the container names. */
export function capsuleSourceOf(
  servers: readonly KeyServer[],
  identity: ClientIdentity | null,
  signal: AbortSignal,
  bounds: Bounds,
): CapsuleSource {
  return {
    fetchMaterial: async (serverId, transactionId) => {
      const server = servers.find(({ id }) => id === serverId) ?? (servers.length === 1 ? servers[0] : undefined)
      if (server === undefined)
        throw new Cdoc2Error('capsule', `The key is on the key server ${JSON.stringify(serverId)}, whose address is not configured`)
      if (!/^[A-Za-z0-9]{18,34}$/.test(transactionId))
        throw new Cdoc2Error('capsule', 'The id of the capsule in the container has a form that no key server uses')
      const answer = await send(server, identity, {
        method: 'GET',
        path: `/key-capsules/${transactionId}`,
        headers: {},
        body: null,
        signal,
        bounds,
      })
      if (answer.status === 404)
        throw refused(server, 'has no capsule for this key: it expired, was deleted, or is for another certificate')
      if (answer.status === 401) throw refused(server, 'requires a certificate that it accepts: name one with --certificate')
      if (answer.status !== 200) throw refused(server, `answered ${answer.status}`)
      return materialIn(server, answer.body)
    },
  }
}

interface KeyServerRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal: AbortSignal
  readonly bounds: Bounds
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Sends one request. Redirects are not followed: the client certificate is sent only to the server that the user has named. */
async function send(server: KeyServer, identity: ClientIdentity | null, outgoing: KeyServerRequest): Promise<Answer> {
  const { method, path, headers, body, signal, bounds } = outgoing
  // Loaded only here: the HTTP client takes a fifth of the memory of a command, and most containers need no server.
  const { Agent, request } = await import('undici')
  const connect = {
    timeout: bounds.idleMilliseconds,
    ...(server.authorities === null ? {} : { ca: server.authorities }),
    ...(identity === null ? {} : { key: identity.key, cert: identity.certificates }),
  }
  const dispatcher = new Agent({
    connect,
    headersTimeout: bounds.idleMilliseconds,
    bodyTimeout: bounds.idleMilliseconds,
    maxResponseSize: bounds.maxAnswerBytes,
  })
  try {
    const url = new URL(server.url.pathname.replace(/\/$/, '') + path, server.url)
    const ending = AbortSignal.any([signal, AbortSignal.timeout(bounds.milliseconds)])
    const answer = await request(url, { method, headers, body, dispatcher, signal: ending })
    return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() }
  } catch (cause) {
    const reason = systemErrorCode(cause) ?? reasonOf(cause)
    // Codes of OpenSSL for a certificate chain that does not end in a known authority.
    const what = /^UNABLE_TO|SELF_SIGNED/.test(reason)
      ? `has a TLS certificate of an unknown authority (${reason}): name the authority with --server-ca`
      : `cannot be reached (${reason})`
    throw new Cdoc2Error('capsule', `The key server ${server.url.origin} ${what}`, { cause })
  } finally {
    // Not `close`, which waits for answers in progress.
    await dispatcher.destroy()
  }
}

function storedCapsule(server: KeyServer, { headers }: Answer, options: StorageOptions): StoredCapsule {
  const transactionId = /^(?:.*\/)?key-capsules\/([A-Za-z0-9]{18,34})$/.exec(String(headers['location'] ?? ''))?.[1]
  if (transactionId === undefined) throw refused(server, 'did not return the id of the capsule')
  return { transactionId, expiry: statedExpiry(server, headers['x-expiry-time'], options) }
}

/**
 * The expiry of the capsule in the header of the answer; null when the header is missing, as with servers before version 1.5, or is not a time.
 *
 * @throws Cdoc2Error when the expiry is in the past
 */
function statedExpiry(server: KeyServer, header: string | string[] | undefined, { expiry, now, remark }: StorageOptions): Instant | null {
  if (header === undefined) return null
  const moment = readMoment(String(header))
  if (moment === null) {
    remark(
      `The key server ${server.url.origin} does not state when the key expires: its x-expiry-time ${JSON.stringify(String(header).slice(0, 100))} is not a time`,
    )
    return null
  }
  if (moment <= now())
    throw refused(server, `stores the key only until ${formatInstant(moment)}, which is in the past by the clock of this machine`)
  // Servers may store only whole seconds.
  if (expiry !== null && moment < expiry - 1000)
    remark(`The key server ${server.url.origin} stores the key until ${formatInstant(moment)}, not until ${formatInstant(expiry)}`)
  return moment
}

function materialIn(server: KeyServer, body: string): Uint8Array {
  try {
    const capsule: unknown = JSON.parse(body)
    if (typeof capsule === 'object' && capsule !== null && 'ephemeral_key_material' in capsule) {
      const { ephemeral_key_material: material } = capsule
      if (typeof material === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(material)) return Buffer.from(material, 'base64')
    }
  } catch (cause) {
    throw new Cdoc2Error('capsule', `The key server ${server.url.origin} answered something that is not JSON`, { cause })
  }
  throw refused(server, 'answered a capsule without key material')
}

function reasonIn(body: string): string {
  return body === '' ? '' : `: ${body.slice(0, 300)}`
}

function refused(server: KeyServer, what: string): Cdoc2Error {
  return new Cdoc2Error('capsule', `The key server ${server.url.origin} ${what}`)
}
