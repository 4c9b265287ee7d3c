import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Limits, readBuildInformation, type Settings, SettingsError, trustListsOf } from '#config'
import { disk, takeLock } from '#files'
import type { Instant } from '#model'
import { createDecodedCache, readTrustSettings } from '#trust'
import { type ListSource, manifestName, performRefresh, readListSettings, readManifest } from '#trust/lists'
import { loadInstances } from './load-instances.js'
import { runRefreshThread } from './refresh-thread.js'
import { listFolderReader, openMachineDisk, openRefreshTools } from './refresh-tools.js'
import { TrustRefresher, type TrustRefresherOptions } from './trust-refresher.js'

type TrustSettings = Pick<Settings, Extract<keyof Settings, `trust${string}`> | 'xroad' | 'clock' | 'limits'>

interface OpenTrustOptions {
  readonly settings: TrustSettings
  /** The system clock. */
  readonly now: () => Instant
  /** Default: nothing is logged. */
  readonly log?: TrustRefresherOptions['log']
  /** Where refreshes run: in a separate thread, so that they do not delay requests, or in this thread, for a command. Default: `here`. */
  readonly refreshIn?: 'thread' | 'here'
  /** False: the store is only read. Default true. */
  readonly keep?: boolean
  /** Path of the compiled worker. Default: in the folder of this file. */
  readonly workerFile?: string
}

/** An empty database in the folder of a store; only its lock counts. */
const lockName = 'store.lock'

/** Reads the files that the settings name. Throws `TrustSettingsError` or `SettingsError`, whose message says what to write instead. */
function planTrust(settings: TrustSettings): Pick<TrustRefresherOptions, 'sources' | 'certificates' | 'instances' | 'store'> {
  const { limits } = settings
  const context = { files: disk, cache: createDecodedCache({ limits: limits.asn1, kept: null }), limits: limits.trust }
  const certificates = settings.trust === null ? [] : [readTrustSettings(settings.trust, context)]
  const named = readListSettings(trustListsOf(settings), context)
  const store = settings.trustStore === null || named.sources.length === 0 ? null : areaOf(settings.trustStore, named.sources)
  if (named.gone !== null && !holdsLists(store, limits)) throw named.gone
  const sources = selectTerritories(named.sources, settings)
  return { sources, certificates, instances: loadInstances(settings.xroad, limits), store }
}

/**
 * Opens the configured trust and loads the lists on the disk. Nothing is fetched before `start` or `refresh`. Rejects with `TrustSettingsError` or
 * `SettingsError`.
 */
export async function openTrust(options: OpenTrustOptions): Promise<TrustRefresher> {
  const { refresher, loaded } = beginTrust(options)
  await loaded
  return refresher
}

/** As `openTrust`, but does not wait for the disk; `loaded` resolves when the lists are loaded. Errors in the settings are thrown at once. */
export function beginTrust(options: OpenTrustOptions): ReturnType<typeof TrustRefresher.begin> {
  const { settings, now, log = () => undefined, refreshIn = 'here', keep = true, workerFile } = options
  const { limits } = settings
  const { maxStoredBytes, startMilliseconds, retryMilliseconds, jitter } = limits.trustRefresh
  const machineDisk = openMachineDisk(maxStoredBytes)
  const { version, buildTime } = readBuildInformation()
  const network = { proxy: settings.trustProxy, privateAddresses: settings.trustPrivateAddresses }
  const file = workerFile ?? fileURLToPath(new URL('./refresh-worker.js', import.meta.url))
  return TrustRefresher.begin({
    ...planTrust(settings),
    program: `${version} ${buildTime}`,
    keep,
    clock: () => settings.clock ?? now(),
    limits,
    disk: machineDisk,
    readFolder: listFolderReader(limits),
    own: async (store) => {
      await machineDisk.makeFolder(store)
      return takeLock(join(store, lockName))
    },
    run: (request, signal) => {
      if (refreshIn === 'here') return performRefresh(request, openRefreshTools(network, limits))
      const { totalMilliseconds, localMilliseconds, ...memory } = limits.trustRefresh
      const milliseconds = request.online ? totalMilliseconds : localMilliseconds
      return runRefreshThread({ request, network, limits }, { ...memory, workerFile: file, milliseconds }, signal)
    },
    schedule: {
      intervalMilliseconds: settings.trustRefreshMinutes === 0 ? null : settings.trustRefreshMinutes * 60_000,
      startMilliseconds,
      retryMilliseconds,
      jitter,
      random: Math.random,
    },
    log,
  })
}

/** Whether the manifest of a store names lists. The lists are checked later. */
function holdsLists(area: string | null, limits: Limits): boolean {
  const manifest = area === null ? null : join(area, manifestName)
  if (manifest === null || disk.inspect(manifest)?.kind !== 'file') return false
  const { maxManifestBytes } = limits.trustRefresh
  return (readManifest(disk.readFile(manifest, maxManifestBytes), maxManifestBytes)?.lists ?? []).length > 0
}

/** Applies `ALLKIRI_TRUST_TERRITORIES`, which is for a single source. A settings file states the territories of each of its sources. */
function selectTerritories(sources: readonly ListSource[], { trustTerritories }: TrustSettings): readonly ListSource[] {
  if (trustTerritories === null) return sources
  const [only] = sources
  if (sources.length !== 1 || only === undefined || only.territories.kind !== 'all')
    throw new SettingsError([
      'ALLKIRI_TRUST_TERRITORIES is for ALLKIRI_TRUST_LISTS=eu or a folder; write "territories" into the settings file instead, or remove it.',
    ])
  return [{ ...only, territories: trustTerritories }]
}

/**
 * The folder of a set of sources within the store. Each set has its own folder, so that lists of different sets, such as test lists, do not mix. Anchors and
 * territories are not part of its name, so changing them does not lose the stored lists.
 */
function areaOf(store: string, sources: readonly ListSource[]): string {
  const identity = sources.map(({ name, location, territory, folder }) => [name, location, territory, folder])
  return join(store, createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16))
}
