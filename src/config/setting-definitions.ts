import { availableParallelism } from 'node:os'
import type { Instant } from '#model'
import { capsuleDefinitions } from './capsule-definitions.js'
import { type ExternalLink, externalLinks } from './external-links.js'
import { networks } from './networks.js'
import { type Definition, define, defineBound, type Environment } from './setting-definition.js'
import {
  hostName,
  listOfPaths,
  moment,
  oneOf,
  path,
  proxyAddress,
  secretText,
  type TerritorySelection,
  territories,
  trueOrFalse,
  wholeNumber,
} from './setting-forms.js'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'

/** Definitions of all settings. Each general setting becomes the member of `Settings` with the same name. */
export const settingDefinitions = {
  // Loopback, because the interface has neither authentication nor encryption, and documents contain personal data. A container image sets 0.0.0.0: there the
  // network is chosen where the port is published.
  host: define(
    'ALLKIRI_HOST',
    hostName,
    '127.0.0.1',
    'Address on which the service listens. `0.0.0.0` opens it to every network, which a container needs',
  ),
  interface: define<'siva1' | 'siva3'>(
    'ALLKIRI_INTERFACE',
    oneOf(['siva1', 'siva3']),
    'siva1',
    'Whose interface is served at `/validate` and `/getDataFiles`: that of SiVa 1, or with `siva3` that of SiVa 3, which is always at `/V3`',
  ),
  port: define('ALLKIRI_PORT', wholeNumber(0, 65_535), 8080, 'Port on which the service listens; `0` uses a free port, which is logged'),
  docs: define('ALLKIRI_DOCS', trueOrFalse, true, '`false` turns off the pages at `/docs`, which show the description of the interfaces'),
  drainMilliseconds: define<number>(
    'ALLKIRI_DRAIN_MS',
    wholeNumber(0, 600_000),
    0,
    'Milliseconds after a signal to stop in which readiness answers 503 and requests are still served: the time that a load balancer needs to notice',
  ),
  metricsPort: define<number | null>(
    'ALLKIRI_METRICS_PORT',
    wholeNumber(0, 65_535),
    null,
    'Separate port for `/monitoring/metrics`, which is then not served at `ALLKIRI_PORT`',
    'that of `ALLKIRI_PORT`',
  ),
  metricsHost: define<string | null>('ALLKIRI_METRICS_HOST', hostName, null, 'Address of the port for metrics', 'that of `ALLKIRI_HOST`'),
  policies: define<readonly string[]>(
    'ALLKIRI_POLICIES',
    listOfPaths,
    [],
    'Policy files (JSON), separated by commas, whose names may be chosen over SiVa 3, in the library, on the command line and on the page',
    'none',
  ),
  forecastSummary: define<string | null>(
    'ALLKIRI_FORECAST_SUMMARY',
    path,
    null,
    'File into which `allkiri forecast --summary` writes its table; the metrics have the table of the last run',
    'none',
  ),
  trust: define<string | null>(
    'ALLKIRI_TRUST',
    path,
    null,
    'Trusted certificates: a settings file (JSON), a PEM file, or a folder of PEM files',
    'none',
  ),
  xroad: define<string | null>(
    'ALLKIRI_XROAD',
    path,
    null,
    'Trust for X-Road instances: a settings file (JSON) with their configurations or their authorities',
    'none',
  ),
  trustLists: define<string | null>(
    'ALLKIRI_TRUST_LISTS',
    path,
    null,
    'Trusted lists: `eu` (the list of lists of the EU, over the network), `none`, a folder of lists, or a settings file (JSON)',
    '`eu`; `none` when `ALLKIRI_TRUST` is set',
  ),
  trustTerritories: define<TerritorySelection | null>(
    'ALLKIRI_TRUST_TERRITORIES',
    territories,
    null,
    'National lists of the EU to use: `EE,LV` for only these, `-UK,-HR` for all except these',
    'all',
  ),
  trustStore: define<string | null>(
    'ALLKIRI_TRUST_STORE',
    path,
    null,
    'Folder in which the last good lists are stored, so that a restart needs no network; `none` holds them in memory only',
    '`$STATE_DIRECTORY/trust`, otherwise `allkiri/trust` in `$XDG_STATE_HOME` or `~/.local/state`',
  ),
  trustRefreshMinutes: define<number>(
    'ALLKIRI_TRUST_REFRESH_MINUTES',
    wholeNumber(0, 44_640),
    360,
    'Minutes between two refreshes of the trusted lists; `0`: no automatic refreshes',
  ),
  trustProxy: define<string | null>(
    'ALLKIRI_TRUST_PROXY',
    proxyAddress,
    null,
    'Proxy for fetching trusted lists, with user and password if required',
    'none',
  ),
  trustPrivateAddresses: define<boolean>(
    'ALLKIRI_TRUST_PRIVATE_ADDRESSES',
    trueOrFalse,
    false,
    '`true` allows fetching trusted lists from this machine and from private networks, which a private mirror needs',
  ),
  clock: define<Instant | null>(
    'ALLKIRI_CLOCK',
    moment,
    null,
    'Fixed validation time, to reproduce a result: `2026-08-20T12:00:00Z`',
    'the system clock',
  ),
  strict: define('ALLKIRI_STRICT', trueOrFalse, false, '`true` omits every member that the interface description does not have'),
  reportSigningKey: define<string | null>(
    'ALLKIRI_REPORT_SIGNING_KEY',
    path,
    null,
    'Private key (PEM) with which reports of the type Detailed are signed in the interface of SiVa 3. Needs the certificate as well',
    'none',
  ),
  reportSigningCertificate: define<string | null>(
    'ALLKIRI_REPORT_SIGNING_CERTIFICATE',
    path,
    null,
    'Certificate (PEM) of the key that signs reports',
    'none',
  ),
  page: define('ALLKIRI_PAGE', trueOrFalse, true, '`false` turns off the page for people at `/` and its requests'),
  trustedProxies: define<readonly string[]>(
    'ALLKIRI_TRUSTED_PROXIES',
    networks,
    [],
    'Addresses and networks of the proxies in front of the service (`10.0.0.5,10.1.0.0/16`), never all addresses. Their headers `Forwarded` and `X-Forwarded-…` determine the address of the client, for limits and fairness, and the address in the WSDL. The headers of other peers are ignored',
    'none',
  ),
  logLevel: define<LogLevel>(
    'ALLKIRI_LOG_LEVEL',
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    'info',
    'Lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`; `silent` logs nothing',
  ),
  logStatistics: define(
    'ALLKIRI_LOG_STATISTICS',
    trueOrFalse,
    true,
    '`false` turns off the line of statistics that is logged for each validation',
  ),
  logPseudonymKey: define<string | null>(
    'ALLKIRI_LOG_PSEUDONYM_KEY',
    secretText,
    null,
    'Secret of at least 32 characters for the pseudonyms in the log. Use the same secret on all instances, and do not change it, to compare lines of several instances or days',
    'a new one at each start',
  ),
  maxBodyBytes: defineBound(
    'ALLKIRI_MAX_BODY_BYTES',
    wholeNumber(1_000, 200_000_000),
    ['request', 'maxBodyBytes'],
    'Largest request body in bytes; base64 makes a document larger by a third. Without this setting the interface of SiVa 3 takes 28311552',
  ),
  maxBytesInFlight: defineBound(
    'ALLKIRI_MAX_BYTES_IN_FLIGHT',
    wholeNumber(1_000, 10_000_000_000),
    ['request', 'maxBytesInFlight'],
    'Bytes of request bodies that are held at the same time; above it the answer is 503',
  ),
  maxFileBytes: defineBound(
    'ALLKIRI_MAX_FILE_BYTES',
    wholeNumber(1_000, 2_000_000_000),
    ['commandLine', 'maxFileBytes'],
    'Largest document in bytes that the command line reads. One document for each worker, and one more, are in memory at the same time',
  ),
  // One for each core. On one core, a second worker reduces the throughput by 20 to 40 %, because each worker has its own compiler and garbage collector. On
  // two cores that also run the client, one and two workers differ by less than repeated runs do. Machines with four and eight cores have not been measured.
  workers: define(
    'ALLKIRI_WORKERS',
    wholeNumber(1, 256),
    availableParallelism(),
    'Number of worker threads; each validates one document at a time',
    'one for each core',
  ),
  workerHeapMegabytes: defineBound(
    'ALLKIRI_WORKER_HEAP_MB',
    wholeNumber(32, 16_384),
    ['workers', 'heapMegabytes'],
    'Maximum heap of one worker in megabytes; a document that needs more is refused',
  ),
  validationMilliseconds: defineBound(
    'ALLKIRI_VALIDATION_TIMEOUT_MS',
    wholeNumber(100, 3_600_000),
    ['request', 'maxMilliseconds'],
    'Maximum time of one validation in milliseconds; a document that needs more is refused',
  ),
  maxWaiting: defineBound(
    'ALLKIRI_MAX_QUEUE',
    wholeNumber(0, 100_000),
    ['workers', 'maxWaiting'],
    'Maximum number of validations that wait for a worker; above it the answer is 503',
  ),
  maxWaitMilliseconds: defineBound(
    'ALLKIRI_MAX_QUEUE_WAIT_MS',
    wholeNumber(100, 600_000),
    ['workers', 'maxWaitMilliseconds'],
    'Maximum wait of a validation for a worker in milliseconds; above it the answer is 503 with `Retry-After`',
  ),
  links: define<readonly ExternalLink[]>(
    'ALLKIRI_LINKS',
    externalLinks,
    [],
    'External systems whose state `/monitoring/health` shows: `name=url,name=url`. A system is UP when it answers with HTTP 200 and a JSON object whose `status` is UP',
    'none',
  ),
  linkMilliseconds: defineBound(
    'ALLKIRI_LINK_TIMEOUT_MS',
    wholeNumber(1, 600_000),
    ['links', 'milliseconds'],
    'Maximum time for the answer of an external system in milliseconds',
  ),
  ...capsuleDefinitions,
} as const

/** Every setting, in the order in which they are listed. */
export const allDefinitions: readonly Definition<unknown>[] = Object.values<Definition<unknown>>(settingDefinitions)

/** The table of `docs/settings.md`: one row for each setting, in Markdown. */
export function settingsTable(): string {
  const rows = allDefinitions.map(({ name, shown, meaning }) => `| \`${name}\` | ${shown} | ${meaning} |`)
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

/** Columns of a line in a terminal. */
const columns = 96

/** Every setting for a terminal: its name, default and meaning, and the value that the environment gives. Secrets are not shown. */
export function settingsText(environment: Environment): string {
  const plain = (text: string) => text.replaceAll('`', '')
  return allDefinitions
    .map((definition) => {
      const { name, shown, meaning } = definition
      const given = environment[name]?.trim() ?? ''
      const now = given === '' ? '' : `; now ${'secret' in definition ? 'set' : JSON.stringify(given)}`
      return [`${name}  (default: ${plain(shown)}${now})`, ...wrapped(plain(meaning))].join('\n')
    })
    .join('\n\n')
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = []
  let line = ' '
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > columns) {
      lines.push(line)
      line = ' '
    }
    line += ` ${word}`
  }
  return [...lines, line]
}
