import { homedir } from 'node:os'
import { join } from 'node:path'
import type { capsuleDefinitions } from './capsule-definitions.js'
import { type CapsuleSettings, type CapsuleStoreSettings, capsuleSettingsOf, storeSettingsOf } from './capsule-settings.js'
import type { Limits } from './limits.js'
import {
  type BoundMembers,
  type Environment,
  type Given,
  givenValues,
  limitsWith,
  readValues,
  type SettingValues,
} from './setting-definition.js'
import { allDefinitions, settingDefinitions } from './setting-definitions.js'
import { unknownSettings } from './unknown-settings.js'

type Values = SettingValues<typeof settingDefinitions>
type CapsuleMembers = Exclude<keyof typeof capsuleDefinitions, 'services'>
/** All settings of an operator. The definition of each member explains it (`setting-definitions`, `capsule-definitions`). */
export interface Settings extends Omit<Values, CapsuleMembers | BoundMembers<typeof settingDefinitions>> {
  /** Folder in which the last good lists are stored; null: they are in memory only. */
  readonly trustStore: string | null
  /** Every bound of the process. */
  readonly limits: Limits
  /** Null: this process does not serve capsules. */
  readonly capsules: CapsuleSettings | null
  /** The store of capsules, for the commands that move capsules; null: none is configured. */
  readonly capsuleStore: CapsuleStoreSettings | null
}

/** The settings are wrong. `problems` has one sentence for each problem, which says what to write instead. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Reads the settings from an environment. An empty value counts as not set. Throws `SettingsError` with all problems. */
export function readSettings(environment: Environment): Settings {
  const problems: string[] = unknownSettings(
    environment,
    allDefinitions.map(({ name }) => name),
  )
  return settingsOf(readValues(settingDefinitions, environment, problems), environment, problems)
}

/** Settings that a program gives without an environment, each as its value or as the text of its setting. A store of `none`: the lists are in memory only. */
type GivenSettings = Given<Pick<Values, 'trust' | 'trustLists' | 'xroad' | 'trustStore' | 'workers' | 'policies'>>

/**
 * The settings of a program: the defaults with those that it gives. Throws `SettingsError` with all problems.
 *
 * @param folders variables of the environment in which the store is, when no folder is given
 * @param shownAs names of members in the sentences of problems, where they are not those of `GivenSettings`
 */
export function settingsFrom(
  given: GivenSettings,
  folders: Environment,
  shownAs: Readonly<Partial<Record<keyof GivenSettings, string>>> = {},
): Settings {
  const problems: string[] = []
  return settingsOf(givenValues(settingDefinitions, given, problems, shownAs), folders, problems)
}

function settingsOf(values: Values, folders: Environment, problems: string[]): Settings {
  const limits = limitsWith(settingDefinitions, values)
  const settings: Settings = {
    ...values,
    limits,
    trustStore: storeFolder(values.trustStore, folders),
    capsules: capsuleSettingsOf(values, limits, problems),
    capsuleStore: storeSettingsOf(values, limits),
  }
  if ((values.reportSigningKey === null) !== (values.reportSigningCertificate === null))
    problems.push(
      'ALLKIRI_REPORT_SIGNING_KEY and ALLKIRI_REPORT_SIGNING_CERTIFICATE must be set together: a key, and the certificate of it.',
    )
  const { maxBodyBytes, maxBytesInFlight } = limits.request
  if (maxBytesInFlight < maxBodyBytes)
    problems.push(
      `ALLKIRI_MAX_BYTES_IN_FLIGHT (${maxBytesInFlight}) must not be less than ALLKIRI_MAX_BODY_BYTES (${maxBodyBytes}), or the largest body could never be accepted.`,
    )
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}

/**
 * The trusted lists to use: those of the setting; without it none when certificates are configured, because trusting test certificates together with the real
 * lists would be a trap; otherwise those of the EU.
 */
export function trustListsOf({ trust, trustLists }: Pick<Settings, 'trust' | 'trustLists'>): string {
  return trustLists ?? (trust === null ? 'eu' : 'none')
}

/** The folder of the setting; otherwise in the state folder of the service manager; otherwise in that of the user (XDG base directories). Null: no folder. */
function storeFolder(setting: string | null, environment: Environment): string | null {
  if (setting !== null) return setting === 'none' ? null : setting
  const { STATE_DIRECTORY: state, XDG_STATE_HOME: xdg } = environment
  // systemd separates several folders with colons.
  if (state !== undefined && state !== '') return join(state.split(':')[0] ?? state, 'trust')
  return join(xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.local/state'), 'allkiri/trust')
}
