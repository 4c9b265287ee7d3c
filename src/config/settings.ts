import { homedir } from 'node:os'
import { join } from 'node:path'
import type { capsuleDefinitions } from './capsule-definitions.js'
import { type CapsuleSettings, type CapsuleStoreSettings, capsuleSettingsOf, storeSettingsOf } from './capsule-settings.js'
import { type Environment, readValues, type SettingValues } from './setting-definition.js'
import { allDefinitions, settingDefinitions } from './setting-definitions.js'
import { sendsTraces } from './trace-settings.js'
import { unknownSettings } from './unknown-settings.js'

type Values = SettingValues<typeof settingDefinitions>

/** Everything that an operator can choose. What each member means stands with its definition (`setting-definitions`, `capsule-definitions`). */
export interface Settings extends Omit<Values, Exclude<keyof typeof capsuleDefinitions, 'services'>> {
  /** Folder that keeps the last good lists; null: they are kept in memory only. */
  readonly trustStore: string | null
  /** Null: this process has no capsules. */
  readonly capsules: CapsuleSettings | null
  /** Whether traces are sent; where to, and how, the exporter reads from the variables of OpenTelemetry by itself. */
  readonly traces: boolean
  /** Where capsules are kept, for commands that move them; null: no store. */
  readonly capsuleStore: CapsuleStoreSettings | null
}

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
export function readSettings(environment: Environment): Settings {
  const problems: string[] = unknownSettings(
    environment,
    allDefinitions.map(({ name }) => name),
  )
  const values = readValues(settingDefinitions, environment, problems)
  const settings: Settings = {
    ...values,
    trustStore: storeFolder(values.trustStore, environment),
    capsules: capsuleSettingsOf(values, problems),
    traces: sendsTraces(environment, problems),
    capsuleStore: storeSettingsOf(values),
  }
  if (settings.maxBytesInFlight < settings.maxBodyBytes)
    problems.push(
      `ALLKIRI_MAX_BYTES_IN_FLIGHT (${settings.maxBytesInFlight}) must not be less than ALLKIRI_MAX_BODY_BYTES (${settings.maxBodyBytes}), or the largest body could never be taken.`,
    )
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}

/**
 * Which lists are meant. With configured certificates no lists are trusted unless the setting names some: test certificates beside the real
 * lists would be a trap. Without any setting the lists of the EU are trusted.
 */
export function trustListsOf({ trust, trustLists }: Pick<Settings, 'trust' | 'trustLists'>): string {
  return trustLists ?? (trust === null ? 'eu' : 'none')
}

/** What a service manager prepared for the service comes first, then where programs keep their state (XDG base directories). */
function storeFolder(setting: string | null, environment: Environment): string | null {
  if (setting !== null) return setting === 'none' ? null : setting
  const { STATE_DIRECTORY: state, XDG_STATE_HOME: xdg } = environment
  // systemd separates several folders by colons.
  if (state !== undefined && state !== '') return join(state.split(':')[0] ?? state, 'trust')
  return join(xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.local/state'), 'allkiri/trust')
}
