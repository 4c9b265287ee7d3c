import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type Agent, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { type CapsuleService, openCapsuleService, openCapsuleStore } from '#capsules/service'
import { type CapsuleSettings, limits } from '#config'
import { type CapsuleListeners, createCapsuleListeners } from '#interfaces/http'
import { type CapsulePki, certificatePem, keyPem, makeCapsulePki } from './capsule-pki.js'
import type { Identity } from './certificate.js'
import { storeIn } from './settings.js'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A client certificate and its key, PEM. */
export interface TlsClient {
  readonly cert: string
  readonly key: string
}

export interface AskOptions {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
  readonly as?: Identity | TlsClient
  readonly agent?: Agent
  readonly tls?: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'
}

export interface CapsulesUnderTest {
  readonly pki: CapsulePki
  readonly folder: string
  readonly settings: CapsuleSettings
  readonly service: CapsuleService
  readonly listeners: CapsuleListeners
  readonly postPort: number
  readonly getPort: number
  /** Rejects when the connection ends without an answer. */
  readonly post: (path: string, body: unknown, options?: AskOptions) => Promise<Answer>
  readonly get: (path: string, options?: AskOptions) => Promise<Answer>
  readonly logged: () => string
  readonly setClock: (now: number) => void
  readonly close: () => Promise<void>
}

export const day = 86_400_000
export const startOfTests = Date.UTC(2026, 10, 21, 12)

const authoritiesFolder = 'authorities'

/** The listeners as the service has them, on free ports, with a store in a new folder. `change` gets the settings of mutual TLS. */
export async function capsulesUnderTest(
  change: (settings: CapsuleSettings, folder: string) => CapsuleSettings = (settings) => settings,
  pki: CapsulePki = makeCapsulePki(),
): Promise<CapsulesUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'capsules-'))
  mkdirSync(join(folder, authoritiesFolder))
  writeFileSync(join(folder, authoritiesFolder, 'issuing.pem'), certificatePem(pki.issuing))
  writeFileSync(join(folder, 'server.pem'), certificatePem(pki.server, pki.issuing))
  writeFileSync(join(folder, 'server.key'), keyPem(pki.server))
  const settings = change(mutualTlsSettings(folder), folder)
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const logger = pino({ level: 'debug' }, sink)
  let now = startOfTests
  const service = await openCapsuleService({
    settings,
    openStore: () => openCapsuleStore(settings.store, { role: 'command', onFault: (error) => lines.push(`${error.message}\n`) }),
    now: () => now,
    onCleanUp: (outcome) => lines.push(`${JSON.stringify(outcome)}\n`),
    onStoreState: (state) => lines.push(`store: ${state.usable ? 'usable' : String(state.failure)}\n`),
  })
  const listeners = await createCapsuleListeners({
    settings,
    strict: false,
    trustedProxies: [],
    logPseudonymKey: null,
    service,
    logger,
    metrics: null,
  })
  await listeners.listen()
  const postPort = portOf(listeners.post)
  // The proxy's socket has no port.
  const getPort = portOf(listeners.get)
  const ask = (port: number, path: string, options: AskOptions) => send(port, path, options, settings.tls !== null, pki)
  return {
    pki,
    folder,
    settings,
    service,
    listeners,
    postPort,
    getPort,
    post: (path, body, options = {}) =>
      ask(postPort, path, {
        method: 'POST',
        body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
        ...options,
        headers: { 'content-type': 'application/json', ...options.headers },
      }),
    get: (path, options = {}) => ask(getPort, path, options),
    logged: () => lines.join(''),
    setClock: (moment) => {
      now = moment
    },
    close: async () => {
      listeners.closeAllConnections()
      await listeners.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function mutualTlsSettings(folder: string): CapsuleSettings {
  return {
    limits,
    store: storeIn(folder),
    host: '127.0.0.1',
    postPort: 0,
    getPort: null,
    onServerPort: false,
    tls: { certificate: join(folder, 'server.pem'), key: join(folder, 'server.key'), minimum: '1.3', handshakeMilliseconds: 10_000 },
    clients: { kind: 'mutual-tls', authorities: join(folder, authoritiesFolder), revocationLists: null },
    standardExpiry: 1095 * day,
    maximumExpiry: 1825 * day,
    grace: 30 * day,
    requestsPerMinute: null,
  }
}

export function portOf(app: CapsuleListeners['post']): number {
  const address = app?.server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** One request to a listener of this machine, whose certificate is one of `pki`. Rejects when the connection ends without an answer. */
export function send(port: number, path: string, options: AskOptions, tls: boolean, pki: CapsulePki): Promise<Answer> {
  const { method = 'GET', headers = {}, body, as, agent } = options
  const identity = as === undefined ? {} : 'cert' in as ? as : { cert: certificatePem(as), key: keyPem(as) }
  const version = options.tls === undefined ? {} : { minVersion: options.tls, maxVersion: options.tls }
  const common = { host: '127.0.0.1', port, path, method, headers, agent: agent ?? false }
  return new Promise((resolve, reject) => {
    const request = tls ? httpsRequest({ ...common, ca: certificatePem(pki.root), ...identity, ...version }) : httpRequest(common)
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    request.end(body)
  })
}
