import { type CapsuleStoreSettings, limits, type Settings, settingsFrom } from '#config'

/** Bounds of a server that tests change, by the names of the settings. */
interface GivenBounds {
  readonly maxBodyBytes?: number
  readonly maxBytesInFlight?: number
  readonly linkMilliseconds?: number
}

export type GivenServerSettings = Partial<Omit<Settings, 'limits'>> & GivenBounds

/** The defaults of all settings, with those that are given. */
export function settingsWith(given: GivenServerSettings = {}): Settings {
  const { request, links } = limits
  const {
    maxBodyBytes = request.maxBodyBytes,
    maxBytesInFlight = request.maxBytesInFlight,
    linkMilliseconds = links.milliseconds,
    ...others
  } = given
  return {
    ...settingsFrom({}, {}),
    ...others,
    limits: {
      ...limits,
      request: { ...request, maxBodyBytes, maxBytesInFlight },
      links: { ...links, milliseconds: linkMilliseconds },
    },
  }
}

/** The store of capsules in a folder. */
export function storeIn(folder: string): CapsuleStoreSettings {
  return { kind: 'embedded', folder, limits: limits.capsules }
}

/** The store of capsules in a database. */
export function storeAt(url: string, connections = 3): CapsuleStoreSettings {
  return { kind: 'postgresql', url, connections, limits: limits.capsules }
}
