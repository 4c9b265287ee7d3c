import { availableParallelism, homedir } from 'node:os'
import { join } from 'node:path'
import type { Instant } from '#model'
import { capsuleDefinitions, takeCapsuleValues } from './capsule-definitions.js'
import {
  type CapsuleSettings,
  type CapsuleStoreSettings,
  capsuleSettingsOf,
  type ServiceName,
  storeSettingsOf,
} from './capsule-settings.js'
import { limits } from './limits.js'
import { type Definition, define } from './setting-definition.js'
import {
  hostName,
  moment,
  oneOf,
  path,
  proxyAddress,
  type TerritorySelection,
  territories,
  trueOrFalse,
  wholeNumber,
} from './setting-forms.js'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'

/** Everything that an operator can choose. */
export interface Settings {
  readonly host: string
  readonly port: number
  /** Settings file, certificate file or folder of certificates that are trusted; null: none. */
  readonly trust: string | null
  /** `eu`, `none`, a folder of lists or a settings file; null: not set, see `trustListsOf`. */
  readonly trustLists: string | null
  /** Of the lists of the EU; null: all. */
  readonly trustTerritories: TerritorySelection | null
  /** Folder that keeps the last good lists; null: they are kept in memory only. */
  readonly trustStore: string | null
  /** 0: never by itself. */
  readonly trustRefreshMinutes: number
  readonly trustProxy: string | null
  readonly trustPrivateAddresses: boolean
  /** The moment for which every verdict is given; null: the system clock. */
  readonly clock: Instant | null
  readonly strict: boolean
  readonly behindProxy: boolean
  readonly logLevel: LogLevel
  readonly maxBodyBytes: number
  readonly maxBytesInFlight: number
  readonly workers: number
  readonly workerHeapMegabytes: number
  readonly validationMilliseconds: number
  readonly maxWaiting: number
  readonly services: readonly ServiceName[]
  /** Null: this process has no capsules. */
  readonly capsules: CapsuleSettings | null
  /** Where capsules are kept, for commands that move them; null: nowhere. */
  readonly capsuleStore: CapsuleStoreSettings | null
}

const definitions = {
  // Loopback: the interface has neither authentication nor encryption and documents hold personal data. A container image sets 0.0.0.0, because there
  // the network is chosen by whoever publishes the port.
  host: define(
    'ALLKIRI_HOST',
    hostName,
    '127.0.0.1',
    'Address to listen on. `0.0.0.0` opens the service to every network, as a container needs',
  ),
  port: define('ALLKIRI_PORT', wholeNumber(0, 65_535), 8080, 'Port to listen on; `0` takes a free one and logs it'),
  trust: define<string | null>(
    'ALLKIRI_TRUST',
    path,
    null,
    'Certificates that are trusted: a settings file (JSON), a PEM file, or a folder of PEM files',
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
  behindProxy: define(
    'ALLKIRI_BEHIND_PROXY',
    trueOrFalse,
    false,
    '`true` believes `Forwarded` and `X-Forwarded-*` of a proxy in front: the WSDL then names the address that the caller of the proxy used',
  ),
  logLevel: define<LogLevel>(
    'ALLKIRI_LOG_LEVEL',
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    'info',
    'Least severe entry that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `silent`',
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
  workers: define(
    'ALLKIRI_WORKERS',
    wholeNumber(1, 256),
    availableParallelism(),
    'Most worker threads; each validates one document at a time',
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
  ...capsuleDefinitions,
}

const known: readonly Definition<unknown>[] = Object.values<Definition<unknown>>(definitions)

/** The settings are wrong. `problems` holds one sentence for each, every one of which says what to write instead. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Reads the settings from an environment. An empty value counts as not set. Throws `SettingsError` with everything that is wrong at once. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = []
  const names = new Set<string>(known.map((definition) => definition.name))
  for (const name of Object.keys(environment)) {
    if (/^ALLKIRI_/i.test(name) && !names.has(name)) problems.push(unknownName(name, [...names]))
  }
  const take = <T>(definition: Definition<T>): T => {
    const text = environment[definition.name]?.trim() ?? ''
    if (text === '') return definition.value
    const value = definition.read(text)
    // A secret is not shown, not even a wrong one.
    const shown = 'secret' in definition ? '' : `; it is ${JSON.stringify(text.slice(0, 80))}`
    if (value === null) problems.push(`${definition.name} must be ${definition.expected}${shown}.`)
    return value ?? definition.value
  }
  const [host, clock] = [take(definitions.host), take(definitions.clock)]
  const capsuleValues = { ...takeCapsuleValues(take), host, clock }
  const settings: Settings = {
    host,
    port: take(definitions.port),
    trust: take(definitions.trust),
    trustLists: take(definitions.trustLists),
    trustTerritories: take(definitions.trustTerritories),
    trustStore: storeFolder(take(definitions.trustStore), environment),
    trustRefreshMinutes: take(definitions.trustRefreshMinutes),
    trustProxy: take(definitions.trustProxy),
    trustPrivateAddresses: take(definitions.trustPrivateAddresses),
    clock,
    strict: take(definitions.strict),
    behindProxy: take(definitions.behindProxy),
    logLevel: take(definitions.logLevel),
    maxBodyBytes: take(definitions.maxBodyBytes),
    maxBytesInFlight: take(definitions.maxBytesInFlight),
    workers: take(definitions.workers),
    workerHeapMegabytes: take(definitions.workerHeapMegabytes),
    validationMilliseconds: take(definitions.validationMilliseconds),
    maxWaiting: take(definitions.maxWaiting),
    services: capsuleValues.services,
    capsules: capsuleSettingsOf(capsuleValues, problems),
    capsuleStore: storeSettingsOf(capsuleValues),
  }
  if (settings.maxBytesInFlight < settings.maxBodyBytes)
    problems.push(
      `ALLKIRI_MAX_BYTES_IN_FLIGHT (${settings.maxBytesInFlight}) must not be less than ALLKIRI_MAX_BODY_BYTES (${settings.maxBodyBytes}), or the largest body could never be taken.`,
    )
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}

/**
 * Which lists are meant. Who names certificates trusts these and no others until he asks for lists as well: test certificates beside the real
 * lists would be a trap. Who sets nothing gets what everybody in the EU trusts.
 */
export function trustListsOf({ trust, trustLists }: Pick<Settings, 'trust' | 'trustLists'>): string {
  return trustLists ?? (trust === null ? 'eu' : 'none')
}

/** What a service manager prepared for the service comes first, then where programs keep their state (XDG base directories). */
function storeFolder(setting: string | null, environment: Readonly<Record<string, string | undefined>>): string | null {
  if (setting !== null) return setting === 'none' ? null : setting
  const { STATE_DIRECTORY: state, XDG_STATE_HOME: xdg } = environment
  // systemd separates several folders by colons.
  if (state !== undefined && state !== '') return join(state.split(':')[0] ?? state, 'trust')
  return join(xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.local/state'), 'allkiri/trust')
}

/** The table of the README: one row for each setting, in Markdown. */
export function settingsTable(): string {
  const rows = known.map(({ name, shown, meaning }) => `| \`${name}\` | ${shown} | ${meaning} |`)
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function unknownName(name: string, names: readonly string[]): string {
  const shown = name.slice(0, 80)
  const nearest = names
    .map((candidate) => ({ candidate, distance: editDistance(shown.toUpperCase(), candidate) }))
    .sort((a, b) => a.distance - b.distance)[0]
  // Three slips of the finger; more, or half of a short name, is another word.
  const letters = shown.length - 'ALLKIRI_'.length
  return nearest !== undefined && nearest.distance <= Math.min(3, letters / 2)
    ? `${shown} is not a setting; write ${nearest.candidate} instead.`
    : `${shown} is not a setting; remove it or write one of ${names.join(', ')}.`
}

/** Levenshtein distance; both texts are short. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
