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
    'Services of this process: `validation`, `capsules` (the key capsule server for CDOC2), or both, separated by a comma',
    '`validation`',
  ),
  dataFolder: define<string | null>(
    'ALLKIRI_DATA',
    path,
    null,
    'Folder for the capsules, on a persistent local disk that is backed up. The capsule service requires it, or a database',
    'none',
  ),
  database: define<string | null>(
    'ALLKIRI_CAPSULES_DATABASE',
    databaseUrl,
    null,
    'PostgreSQL instead of the folder: `postgres://user@host:5432/name`, in the form of `pg`, with `?sslmode=verify-full&sslrootcert=FILE` for TLS. The host must lead to the primary. Several instances may share the database. The password may be in `PGPASSWORD`',
    'none',
  ),
  databaseConnections: define(
    'ALLKIRI_CAPSULES_DATABASE_CONNECTIONS',
    wholeNumber(1, 1_000),
    10,
    'Maximum number of connections to PostgreSQL',
  ),
  capsuleHost: define<string | null>(
    'ALLKIRI_CAPSULES_HOST',
    hostName,
    null,
    'Address on which the capsule service listens',
    'that of `ALLKIRI_HOST`',
  ),
  postPort: define(
    'ALLKIRI_CAPSULES_POST_PORT',
    wholeNumber(0, 65_535),
    8443,
    'Port for storing and fetching capsules. It may be the same as `ALLKIRI_PORT` if no TLS certificate is set here',
  ),
  getPort: define<number | null>(
    'ALLKIRI_CAPSULES_GET_PORT',
    wholeNumber(0, 65_535),
    null,
    'Separate port for fetching capsules; the other port then requests no client certificate',
    'the same port',
  ),
  tlsCertificate: define<string | null>(
    'ALLKIRI_CAPSULES_TLS_CERTIFICATE',
    path,
    null,
    'PEM file with the certificate of the server and its chain. Read again when it changes and on SIGHUP',
    'none',
  ),
  tlsKey: define<string | null>('ALLKIRI_CAPSULES_TLS_KEY', path, null, 'PEM file with the private key of this certificate', 'none'),
  tlsMinimum: define<TlsVersion>(
    'ALLKIRI_CAPSULES_TLS_MIN_VERSION',
    oneOf(['1.3', '1.2']),
    '1.3',
    'Lowest version of TLS: `1.3`, or `1.2` for clients that need it; in TLS 1.2 client certificates are not encrypted',
  ),
  handshakeMilliseconds: define<number>(
    'ALLKIRI_CAPSULES_HANDSHAKE_TIMEOUT_MS',
    wholeNumber(100, 600_000),
    limits.capsules.handshakeMilliseconds,
    'Maximum time of a TLS handshake in milliseconds; increase it for clients that ask for the PIN of a card during the handshake',
  ),
  clientAuthorities: define<string | null>(
    'ALLKIRI_CAPSULES_CLIENT_AUTHORITIES',
    path,
    null,
    'Folder of PEM files with the authorities that issue client certificates (the issuing authorities, not only their roots). Read again when it changes',
    'none',
  ),
  clientRevocationLists: define<string | null>(
    'ALLKIRI_CAPSULES_CLIENT_CRLS',
    path,
    null,
    'Folder of certificate revocation lists (PEM or DER). If it is set, a client is refused when the folder has no current list of its authority',
    'revocation is not checked',
  ),
  ocspHosts: define<readonly string[] | null>(
    'ALLKIRI_CAPSULES_CLIENT_OCSP',
    hostNames,
    null,
    'Hosts of OCSP responders (`aia.example,ocsp.example:8080`). If it is set, the status of each client certificate that an authority has issued is queried at the OCSP address in the certificate, which must be on one of these hosts. A revoked certificate gets 401; without a valid response the client gets 503. `ALLKIRI_TRUST_PROXY` and `ALLKIRI_TRUST_PRIVATE_ADDRESSES` apply',
    'OCSP is not used',
  ),
  ocspMaxAge: define<number>(
    'ALLKIRI_CAPSULES_CLIENT_OCSP_MAX_AGE',
    duration,
    600_000,
    'Maximum age of an OCSP response that could be a replay, because it has no nonce or no `nextUpdate`. Increase it for responders that sign responses in advance',
    '`PT10M`',
  ),
  proxy: define<ProxyPeers | null>(
    'ALLKIRI_CAPSULES_PROXY',
    proxyPeers,
    null,
    'Proxy that terminates mutual TLS and passes on the client certificate: its addresses (`10.0.0.5,10.1.0.0/16`), or `unix:/path` of a socket on which to listen',
    'none',
  ),
  proxyHeader: define(
    'ALLKIRI_CAPSULES_PROXY_HEADER',
    headerName,
    'client-cert',
    'Header in which the proxy passes on the client certificate',
  ),
  proxyEncoding: define<CertificateEncoding>(
    'ALLKIRI_CAPSULES_PROXY_ENCODING',
    oneOf(['rfc9440', 'pem']),
    'rfc9440',
    'Encoding of the certificate in this header: `rfc9440` (`:base64:`) or `pem` (URL-escaped, as by nginx)',
  ),
  sandbox: define<boolean>(
    'ALLKIRI_CAPSULES_SANDBOX',
    trueOrFalse,
    false,
    '`true` returns capsules without a client certificate; for tests, only on a loopback address',
  ),
  standardExpiry: define<number>(
    'ALLKIRI_CAPSULES_DEFAULT_EXPIRY',
    duration,
    1095 * day,
    'Lifetime of a capsule whose sender requests no expiry',
    '`P1095D`',
  ),
  maximumExpiry: define<number>(
    'ALLKIRI_CAPSULES_MAX_EXPIRY',
    duration,
    1825 * day,
    'Maximum lifetime of a capsule; a later expiry is reduced to it',
    '`P1825D`',
  ),
  grace: define<number>(
    'ALLKIRI_CAPSULES_GRACE',
    duration,
    30 * day,
    'Time after which an expired capsule, which can no longer be fetched, is deleted',
    '`P30D`',
  ),
  rateLimit: define<number | 'off'>(
    'ALLKIRI_CAPSULES_RATE_LIMIT',
    rateLimit,
    1_200,
    'Maximum number of requests in a minute for each address and for each client certificate; above it the answer is 429. `off` for load tests',
  ),
} as const
