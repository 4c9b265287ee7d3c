import { databaseUrl, duration, headerName, hostNames, proxyPeers, rateLimit, services } from './capsule-setting-forms.js'
import type { CertificateEncoding, ProxyPeers, ServiceName, TlsVersion } from './capsule-settings.js'
import { limits } from './limits.js'
import { define } from './setting-definition.js'
import { hostName, oneOf, path, trueOrFalse, wholeNumber } from './setting-forms.js'

const day = 86_400_000

/** Definitions of the settings for key capsules. Each becomes the member of `CapsuleValues` with the same name. */
export const capsuleDefinitions = {
  services: define<readonly ServiceName[]>(
    'ALLKIRI_SERVICES',
    services,
    ['validation'],
    'What this process does: `validation`, `capsules` (the key-capsule server for CDOC2), or both, separated by a comma',
    '`validation`',
  ),
  dataFolder: define<string | null>(
    'ALLKIRI_DATA',
    path,
    null,
    'Folder for the capsules, on a local disk that is kept and backed up. Required by the capsule service, unless a database is set',
    'none',
  ),
  database: define<string | null>(
    'ALLKIRI_CAPSULES_DATABASE',
    databaseUrl,
    null,
    'PostgreSQL instead of the folder: `postgres://user@host:5432/name`, with several hosts, `target_session_attrs` and `sslmode` as its own clients take them; several instances may share it. The password may stand in `PGPASSWORD`',
    'none',
  ),
  databaseConnections: define('ALLKIRI_CAPSULES_DATABASE_CONNECTIONS', wholeNumber(1, 1_000), 10, 'Most connections to PostgreSQL'),
  capsuleHost: define<string | null>(
    'ALLKIRI_CAPSULES_HOST',
    hostName,
    null,
    'Address on which capsules are taken and handed out',
    'that of `ALLKIRI_HOST`',
  ),
  postPort: define(
    'ALLKIRI_CAPSULES_POST_PORT',
    wholeNumber(0, 65_535),
    8443,
    'Port that takes capsules and hands them out; it may be that of `ALLKIRI_PORT` where capsules have no TLS of their own',
  ),
  getPort: define<number | null>(
    'ALLKIRI_CAPSULES_GET_PORT',
    wholeNumber(0, 65_535),
    null,
    'Another port for handing capsules out; the first port then requests no client certificate',
    'the same port',
  ),
  tlsCertificate: define<string | null>(
    'ALLKIRI_CAPSULES_TLS_CERTIFICATE',
    path,
    null,
    'PEM file with the certificate of the server and its chain. Read again when it changes, and on SIGHUP',
    'none',
  ),
  tlsKey: define<string | null>('ALLKIRI_CAPSULES_TLS_KEY', path, null, 'PEM file with its private key', 'none'),
  tlsMinimum: define<TlsVersion>(
    'ALLKIRI_CAPSULES_TLS_MIN_VERSION',
    oneOf(['1.3', '1.2']),
    '1.3',
    'Lowest version of TLS: `1.3`, or `1.2` for clients that need it, whose certificates then travel in the clear',
  ),
  handshakeMilliseconds: define<number>(
    'ALLKIRI_CAPSULES_HANDSHAKE_TIMEOUT_MS',
    wholeNumber(100, 600_000),
    limits.capsules.handshakeMilliseconds,
    'Most time of a TLS handshake, in milliseconds; more where clients ask for the PIN of a card while it runs',
  ),
  clientAuthorities: define<string | null>(
    'ALLKIRI_CAPSULES_CLIENT_AUTHORITIES',
    path,
    null,
    'Folder of PEM files: the authorities that issue client certificates (the issuing ones, not only their roots). Read again when it changes',
    'none',
  ),
  clientRevocationLists: define<string | null>(
    'ALLKIRI_CAPSULES_CLIENT_CRLS',
    path,
    null,
    'Folder of certificate revocation lists (PEM or DER). When it is set, a client whose authority has no current list there is refused',
    'revocation is not checked',
  ),
  ocspHosts: define<readonly string[] | null>(
    'ALLKIRI_CAPSULES_CLIENT_OCSP',
    hostNames,
    null,
    'Hosts of OCSP responders (`aia.example,ocsp.example:8080`). When it is set, each client certificate of an authority is asked about at the address that it names, on one of these hosts; a revoked one gets 401, and without an answer the client gets 503. `ALLKIRI_TRUST_PROXY` and `ALLKIRI_TRUST_PRIVATE_ADDRESSES` hold for it',
    'no responder is asked',
  ),
  ocspMaxAge: define<number>(
    'ALLKIRI_CAPSULES_CLIENT_OCSP_MAX_AGE',
    duration,
    600_000,
    'The oldest answer of a responder that may be a replay: one without our nonce, or without the time of the next one. More for responders that prepare their answers',
    '`PT10M`',
  ),
  proxy: define<ProxyPeers | null>(
    'ALLKIRI_CAPSULES_PROXY',
    proxyPeers,
    null,
    'Proxy that does mutual TLS and hands the client certificate on: its addresses (`10.0.0.5,10.1.0.0/16`), or `unix:/path` of a socket to listen on',
    'none',
  ),
  proxyHeader: define('ALLKIRI_CAPSULES_PROXY_HEADER', headerName, 'client-cert', 'Header in which the proxy hands it on'),
  proxyEncoding: define<CertificateEncoding>(
    'ALLKIRI_CAPSULES_PROXY_ENCODING',
    oneOf(['rfc9440', 'pem']),
    'rfc9440',
    'How it is written there: `rfc9440` (`:base64:`) or `pem` (URL-escaped, as nginx does)',
  ),
  sandbox: define<boolean>(
    'ALLKIRI_CAPSULES_SANDBOX',
    trueOrFalse,
    false,
    '`true` hands capsules out without a client certificate; for trying out, on a loopback address only',
  ),
  standardExpiry: define<number>(
    'ALLKIRI_CAPSULES_DEFAULT_EXPIRY',
    duration,
    1095 * day,
    'Lifetime of a capsule whose sender states no expiry',
    '`P1095D`',
  ),
  maximumExpiry: define<number>(
    'ALLKIRI_CAPSULES_MAX_EXPIRY',
    duration,
    1825 * day,
    'Longest lifetime of a capsule; a later expiry is reduced to it',
    '`P1825D`',
  ),
  grace: define<number>(
    'ALLKIRI_CAPSULES_GRACE',
    duration,
    30 * day,
    'How long an expired capsule, which can no longer be fetched, is kept before it is deleted',
    '`P30D`',
  ),
  rateLimit: define<number | 'off'>(
    'ALLKIRI_CAPSULES_RATE_LIMIT',
    rateLimit,
    1_200,
    'Requests that one address, and one client certificate, may make in a minute; over it the answer is 429. `off` for load tests',
  ),
} as const
