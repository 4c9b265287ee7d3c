import { isIP } from 'node:net'
import type { capsuleDefinitions } from './capsule-definitions.js'
import type { Limits } from './limits.js'
import type { SettingValues } from './setting-definition.js'
import type { settingDefinitions } from './setting-definitions.js'

export type ServiceName = 'validation' | 'capsules'

/** Where capsules are stored, and the bounds of the store. */
export type CapsuleStoreSettings = { readonly limits: Limits['capsules'] } & (
  | { readonly kind: 'embedded'; readonly folder: string }
  | { readonly kind: 'postgresql'; readonly url: string; readonly connections: number }
)

/** The peers whose header with a client certificate is trusted: those with listed addresses, or all on a unix socket that only the proxy may open. */
export type ProxyPeers =
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  | { readonly kind: 'socket'; readonly path: string }

export type TlsVersion = '1.3' | '1.2'

export interface CapsuleTls {
  /** PEM files. */
  readonly certificate: string
  readonly key: string
  readonly minimum: TlsVersion
  readonly handshakeMilliseconds: number
}

export type CertificateEncoding = 'rfc9440' | 'pem'

/** The OCSP responders for client certificates, and how they are reached. */
export interface OcspSettings {
  readonly hosts: readonly string[]
  /** Milliseconds. */
  readonly maxAge: number
  readonly proxy: string | null
  readonly privateAddresses: boolean
}

interface ClientTrust {
  readonly authorities: string
  readonly revocationLists: string | null
  /** Absent: OCSP is not used. */
  readonly ocsp?: OcspSettings
}

/** How a client that fetches a capsule is authenticated. */
export type CapsuleClients =
  | ({ readonly kind: 'mutual-tls' } & ClientTrust)
  | ({
      readonly kind: 'proxy'
      readonly peers: ProxyPeers
      readonly header: string
      readonly encoding: CertificateEncoding
    } & ClientTrust)
  | { readonly kind: 'sandbox' }

export interface CapsuleSettings {
  /** Every bound of the process. */
  readonly limits: Limits
  readonly store: CapsuleStoreSettings
  readonly host: string
  readonly postPort: number
  /** Port on which capsules are fetched; null: the port on which they are stored. */
  readonly getPort: number | null
  /** Whether the port on which capsules are stored is that of the other interfaces. */
  readonly onServerPort: boolean
  /** Null: plain HTTP, with a proxy in front or in the sandbox. */
  readonly tls: CapsuleTls | null
  readonly clients: CapsuleClients
  /** Milliseconds. */
  readonly standardExpiry: number
  readonly maximumExpiry: number
  readonly grace: number
  /** Requests of one address or certificate in a minute; null: not limited. */
  readonly requestsPerMinute: number | null
}

/** Path of the unix socket on which a proxy passes on the requests of clients; null when they come from another address. */
export function socketOf(clients: CapsuleClients): string | null {
  return clients.kind === 'proxy' && clients.peers.kind === 'socket' ? clients.peers.path : null
}

/** Whether capsules are fetched from a listener of their own, and not from the one that stores them (`decisions.md#capsule-listeners`). */
export function hasListenerForGet({ clients, getPort }: Pick<CapsuleSettings, 'clients' | 'getPort'>): boolean {
  return getPort !== null || socketOf(clients) !== null
}

/** The values of all settings for key capsules, and of the general settings that concern capsules. */
export type CapsuleValues = SettingValues<typeof capsuleDefinitions> &
  Pick<SettingValues<typeof settingDefinitions>, 'clock' | 'host' | 'port' | 'trustProxy' | 'trustPrivateAddresses'>

/** Only the store, for the command line; null when none is configured. */
export function storeSettingsOf(
  { database, databaseConnections, dataFolder }: Pick<CapsuleValues, 'database' | 'databaseConnections' | 'dataFolder'>,
  { capsules: limits }: Limits,
): CapsuleStoreSettings | null {
  if (database !== null) return { kind: 'postgresql', url: database, connections: databaseConnections, limits }
  return dataFolder === null ? null : { kind: 'embedded', folder: dataFolder, limits }
}

const storeMissing =
  'Capsules need a store: set ALLKIRI_DATA to a folder on a persistent disk that is backed up, or ALLKIRI_CAPSULES_DATABASE to a PostgreSQL database.'

/** The settings of the capsule service; null when it is not enabled or they are unusable. Adds a sentence to `problems` for each contradiction. */
export function capsuleSettingsOf(values: CapsuleValues, limits: Limits, problems: string[]): CapsuleSettings | null {
  if (!values.services.includes('capsules')) return null
  const store = storeSettingsOf(values, limits)
  if (store === null) problems.push(storeMissing)
  if (values.clock !== null)
    problems.push('ALLKIRI_CLOCK cannot be used with the capsule service, whose capsules would expire at a wrong time; remove one of them.')
  if (values.standardExpiry > values.maximumExpiry)
    problems.push('ALLKIRI_CAPSULES_DEFAULT_EXPIRY must not be longer than ALLKIRI_CAPSULES_MAX_EXPIRY.')
  const tls = tlsOf(values, problems)
  const clients = clientsOf(values, problems)
  const host = values.capsuleHost ?? values.host
  if (clients?.kind === 'mutual-tls' && tls === null)
    problems.push('Mutual TLS needs the certificate of the server: set ALLKIRI_CAPSULES_TLS_CERTIFICATE and ALLKIRI_CAPSULES_TLS_KEY.')
  if (clients?.kind === 'sandbox' && !isLoopback(host))
    problems.push(
      `ALLKIRI_CAPSULES_SANDBOX returns capsules without a client certificate, so ALLKIRI_CAPSULES_HOST must be 127.0.0.1; it is ${host}.`,
    )
  const { postPort, standardExpiry, maximumExpiry, grace, rateLimit } = values
  const onServerPort = postPort !== 0 && postPort === values.port && host === values.host
  if (onServerPort && tls !== null)
    problems.push('ALLKIRI_CAPSULES_POST_PORT must be another port than ALLKIRI_PORT, or capsules cannot have the TLS that is set.')
  if (store === null || clients === null) return null
  return {
    limits,
    store,
    host,
    postPort,
    getPort: values.getPort === postPort && postPort !== 0 ? null : values.getPort,
    onServerPort,
    tls,
    clients,
    standardExpiry,
    maximumExpiry,
    grace,
    requestsPerMinute: rateLimit === 'off' ? null : rateLimit,
  }
}

function tlsOf({ tlsCertificate, tlsKey, tlsMinimum, handshakeMilliseconds }: CapsuleValues, problems: string[]): CapsuleTls | null {
  if (tlsCertificate !== null && tlsKey !== null)
    return { certificate: tlsCertificate, key: tlsKey, minimum: tlsMinimum, handshakeMilliseconds }
  if (tlsCertificate !== null || tlsKey !== null)
    problems.push('ALLKIRI_CAPSULES_TLS_CERTIFICATE and ALLKIRI_CAPSULES_TLS_KEY belong together; only one of them is set.')
  return null
}

function clientsOf(values: CapsuleValues, problems: string[]): CapsuleClients | null {
  const { clientAuthorities: authorities, clientRevocationLists: revocationLists, proxy, sandbox } = values
  if (sandbox) {
    if (authorities === null && proxy === null) return { kind: 'sandbox' }
    problems.push(
      'ALLKIRI_CAPSULES_SANDBOX authenticates no client; remove it, or remove ALLKIRI_CAPSULES_CLIENT_AUTHORITIES and ALLKIRI_CAPSULES_PROXY.',
    )
    return null
  }
  if (authorities === null) {
    problems.push(
      proxy === null
        ? 'The capsule service must authenticate clients: set ALLKIRI_CAPSULES_CLIENT_AUTHORITIES to a folder with the certificates of the authorities that issue client certificates (mutual TLS; also set ALLKIRI_CAPSULES_PROXY if a proxy terminates it), or ALLKIRI_CAPSULES_SANDBOX=true to try it out on this machine.'
        : 'ALLKIRI_CAPSULES_PROXY passes on client certificates, which are checked here: set ALLKIRI_CAPSULES_CLIENT_AUTHORITIES to a folder with the certificates of their authorities.',
    )
    return null
  }
  const trust = { authorities, revocationLists, ...ocspOf(values) }
  if (proxy === null) return { kind: 'mutual-tls', ...trust }
  return { kind: 'proxy', ...trust, peers: proxy, header: values.proxyHeader, encoding: values.proxyEncoding }
}

function ocspOf({ ocspHosts, ocspMaxAge, trustProxy, trustPrivateAddresses }: CapsuleValues): Pick<ClientTrust, 'ocsp'> {
  if (ocspHosts === null) return {}
  return { ocsp: { hosts: ocspHosts, maxAge: ocspMaxAge, proxy: trustProxy, privateAddresses: trustPrivateAddresses } }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
