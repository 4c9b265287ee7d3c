import { availableParallelism } from 'node:os'
import type { Instant } from '#model'
import { capsuleDefinitions } from './capsule-definitions.js'
import { type ExternalLink, externalLinks } from './external-links.js'
import { limits } from './limits.js'
import { networks } from './networks.js'
import { type Definition, define } from './setting-definition.js'
import {
  hostName,
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
    'Address to listen on. `0.0.0.0` opens the service to every network, as a container needs',
  ),
  port: define('ALLKIRI_PORT', wholeNumber(0, 65_535), 8080, 'Port to listen on; `0` takes a free one and logs it'),
  docs: define('ALLKIRI_DOCS', trueOrFalse, true, '`false` leaves out the pages at `/docs`, which show the description of the interfaces'),
  drainMilliseconds: define<number>(
    'ALLKIRI_DRAIN_MS',
    wholeNumber(0, 600_000),
    0,
    'After a signal to stop, so many milliseconds in which readiness says no and everything is served as before: the time that a balancer needs to notice',
  ),
  metricsPort: define<number | null>(
    'ALLKIRI_METRICS_PORT',
    wholeNumber(0, 65_535),
    null,
    'Port for `/monitoring/metrics` alone, which is then not served at the other port',
    'that of `ALLKIRI_PORT`',
  ),
  metricsHost: define<string | null>(
    'ALLKIRI_METRICS_HOST',
    hostName,
    null,
    'Address on which that port listens',
    'that of `ALLKIRI_HOST`',
  ),
  trust: define<string | null>(
    'ALLKIRI_TRUST',
    path,
    null,
    'Certificates that are trusted: a settings file (JSON), a PEM file, or a folder of PEM files',
    'none',
  ),
  xroad: define<string | null>(
    'ALLKIRI_XROAD',
    path,
    null,
    'Trust of X-Road instances: a settings file (JSON) that names their configurations, or their authorities',
    'none',
  ),
  trustLists: define<string | null>(
    'ALLKIRI_TRUST_LISTS',
    path,
    null,
    'Trusted lists: `eu` (the list of lists of the EU, from the network), `none`, a folder of lists, or a settings file (JSON)',
    '`eu`; `none` when `ALLKIRI_TRUST` is set',
  ),
  trustTerritories: define<TerritorySelection | null>(
    'ALLKIRI_TRUST_TERRITORIES',
    territories,
    null,
    'Which national lists of the EU are taken: `EE,LV` for these only, `-UK,-HR` for all but these',
    'all',
  ),
  trustStore: define<string | null>(
    'ALLKIRI_TRUST_STORE',
    path,
    null,
    'Folder that keeps the last good lists, so that a restart needs no network; `none` keeps them in memory only',
    '`$STATE_DIRECTORY/trust`, else `allkiri/trust` in `$XDG_STATE_HOME` or `~/.local/state`',
  ),
  trustRefreshMinutes: define<number>(
    'ALLKIRI_TRUST_REFRESH_MINUTES',
    wholeNumber(0, 44_640),
    360,
    'Pause between two refreshes of the trusted lists, in minutes; `0` refreshes never by itself',
  ),
  trustProxy: define<string | null>(
    'ALLKIRI_TRUST_PROXY',
    proxyAddress,
    null,
    'Proxy for fetching trusted lists, with its user and password if it needs them',
    'none',
  ),
  trustPrivateAddresses: define<boolean>(
    'ALLKIRI_TRUST_PRIVATE_ADDRESSES',
    trueOrFalse,
    false,
    "`true` lets trusted lists be fetched from this machine and from private networks, as a mirror of one's own needs",
  ),
  clock: define<Instant | null>(
    'ALLKIRI_CLOCK',
    moment,
    null,
    'A fixed moment for every verdict, to reproduce one: `2026-08-20T12:00:00Z`',
    'the system clock',
  ),
  strict: define('ALLKIRI_STRICT', trueOrFalse, false, '`true` leaves out every member that the interface description does not name'),
  page: define('ALLKIRI_PAGE', trueOrFalse, true, '`false` removes the page for people at `/` and all that it asks'),
  trustedProxies: define<readonly string[]>(
    'ALLKIRI_TRUSTED_PROXIES',
    networks,
    [],
    'Addresses and networks of the proxies in front (`10.0.0.5,10.1.0.0/16`), never all. Their `Forwarded` and `X-Forwarded-…` tell the address of the client, for limits and fairness, and the address in the WSDL; these headers are ignored from any other peer',
    'none',
  ),
  logLevel: define<LogLevel>(
    'ALLKIRI_LOG_LEVEL',
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    'info',
    'Least severe entry that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `silent`',
  ),
  logStatistics: define(
    'ALLKIRI_LOG_STATISTICS',
    trueOrFalse,
    true,
    '`false` leaves out the line of statistics that is logged for each validation',
  ),
  logPseudonymKey: define<string | null>(
    'ALLKIRI_LOG_PSEUDONYM_KEY',
    secretText,
    null,
    'Secret of at least 32 characters, from which the pseudonyms in the log are made: the same on all instances, and kept, where lines of several instances or days are compared',
    'a new one at each start',
  ),
  maxBodyBytes: define<number>(
    'ALLKIRI_MAX_BODY_BYTES',
    wholeNumber(1_000, 200_000_000),
    limits.request.maxBodyBytes,
    'Largest request body in bytes; base64 makes a document larger by a third',
  ),
  maxBytesInFlight: define<number>(
    'ALLKIRI_MAX_BYTES_IN_FLIGHT',
    wholeNumber(1_000, 10_000_000_000),
    limits.request.maxBytesInFlight,
    'Bytes of request bodies that are held at once; over it the answer is 503',
  ),
  maxFileBytes: define<number>(
    'ALLKIRI_MAX_FILE_BYTES',
    wholeNumber(1_000, 2_000_000_000),
    limits.commandLine.maxFileBytes,
    'Largest document in bytes that the command line reads; one for each worker and one more are held at once',
  ),
  // One for each core. On one core, a second worker reduces the throughput by 20 to 40 %, because each worker has its own compiler and garbage collector. On
  // two cores that also run the client, one and two workers differ by less than repeated runs do. Machines with four and eight cores have not been measured.
  workers: define(
    'ALLKIRI_WORKERS',
    wholeNumber(1, 256),
    availableParallelism(),
    'Most worker threads; each validates one document at a time. Up to two more try short documents while all are busy with long ones',
    'one for each core',
  ),
  workerHeapMegabytes: define<number>(
    'ALLKIRI_WORKER_HEAP_MB',
    wholeNumber(32, 16_384),
    limits.workers.heapMegabytes,
    'Most heap of one worker, in megabytes; a document that needs more is refused',
  ),
  validationMilliseconds: define<number>(
    'ALLKIRI_VALIDATION_TIMEOUT_MS',
    wholeNumber(100, 3_600_000),
    limits.request.maxMilliseconds,
    'Most time of one validation, in milliseconds; a document that needs more is refused',
  ),
  maxWaiting: define<number>(
    'ALLKIRI_MAX_QUEUE',
    wholeNumber(0, 100_000),
    limits.workers.maxWaiting,
    'Validations that may wait for a worker; over it the answer is 503',
  ),
  maxWaitMilliseconds: define<number>(
    'ALLKIRI_MAX_QUEUE_WAIT_MS',
    wholeNumber(100, 600_000),
    limits.workers.maxWaitMilliseconds,
    'Longest wait of a validation for a worker, in milliseconds; over it the answer is 503 with `Retry-After`',
  ),
  links: define<readonly ExternalLink[]>(
    'ALLKIRI_LINKS',
    externalLinks,
    [],
    'External systems that health asks and shows: `name=url,name=url`. One is UP when it answers with HTTP 200 and a JSON object whose `status` is UP',
    'none',
  ),
  linkMilliseconds: define<number>(
    'ALLKIRI_LINK_TIMEOUT_MS',
    wholeNumber(1, 600_000),
    limits.links.milliseconds,
    'Most time for the answer of an external system, in milliseconds',
  ),
  ...capsuleDefinitions,
} as const

/** Every setting, in the order of the README. */
export const allDefinitions: readonly Definition<unknown>[] = Object.values<Definition<unknown>>(settingDefinitions)

/** The table of the README: one row for each setting, in Markdown. */
export function settingsTable(): string {
  const rows = allDefinitions.map(({ name, shown, meaning }) => `| \`${name}\` | ${shown} | ${meaning} |`)
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}
