import { limits } from '#config'
import { performRefresh, type RefreshRequest } from '../../../src/trust/lists/refresh/perform-refresh.js'
import { TrustRefresher, type TrustRefresherOptions } from '../../../src/trust/supply/trust-refresher.js'
import { listMoment } from '../../support/trusted-lists/index.js'
import { source } from '../lists/list-set/lists-at-hand.js'
import { type RefreshWorld, store } from './refresh-world.js'

export const hour = 3_600_000

/** A refresher over the disk and the network of a world, with its log and the refreshes that it ran. It is not awaited. */
export function beginRefresher(world: RefreshWorld, changes: Partial<TrustRefresherOptions> = {}) {
  const log: string[] = []
  const runs: RefreshRequest[] = []
  const begun = TrustRefresher.begin({
    limits,
    sources: [source],
    certificates: [],
    instances: [],
    program: 'test',
    store,
    keep: true,
    clock: () => listMoment,
    disk: world.disk,
    readFolder: () => [],
    own: () => Promise.resolve(() => undefined),
    run: (request) => {
      runs.push(request)
      return performRefresh(request, world.tools)
    },
    schedule: { intervalMilliseconds: 6 * hour, startMilliseconds: 1, retryMilliseconds: 1, jitter: 0, random: () => 0.5 },
    log: (severity, message) => log.push(`${severity} ${message}`),
    ...changes,
  })
  return { ...begun, log, runs }
}

/** The same, with the lists of its disk loaded. */
export async function openRefresher(world: RefreshWorld, changes: Partial<TrustRefresherOptions> = {}) {
  const { loaded, ...begun } = beginRefresher(world, changes)
  await loaded
  return begun
}
