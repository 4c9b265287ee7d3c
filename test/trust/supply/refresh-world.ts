import { createHash } from 'node:crypto'
import { limits } from '#config'
import { createDecodedCache } from '#readers/x509'
import type { ListSource } from '../../../src/trust/lists/list-set/list-set.js'
import { type FetchAnswer, FetchError, type FetchRequest } from '../../../src/trust/lists/refresh/access.js'
import {
  nothingKnown,
  performRefresh,
  type RefreshOutcome,
  type RefreshRequest,
  type RefreshTools,
} from '../../../src/trust/lists/refresh/perform-refresh.js'
import {
  listMoment,
  listOfLists,
  listSigners,
  locationOf,
  lotlLocation,
  nationalList,
  pointerTo,
} from '../../support/trusted-lists/index.js'
import { source } from '../lists/list-set/lists-at-hand.js'
import { MemoryDisk } from './memory-disk.js'

export const store = '/store'

/** A network of a few addresses: bytes, or something that goes wrong there. Counts what is asked for. */
export class FakeNetwork {
  readonly pages = new Map<string, Uint8Array | Error>()
  readonly asked: FetchRequest[] = []

  /** Answers 304 to whoever knows the present content, as a server with ETag does. */
  readonly fetch = (request: FetchRequest): Promise<FetchAnswer> => {
    this.asked.push(request)
    const page = this.pages.get(request.location)
    if (page === undefined) return Promise.reject(new FetchError('FETCH_STATUS', 'The server answered with status 404.'))
    if (page instanceof Error) return Promise.reject(page)
    const etag = `"${createHash('sha256').update(page).digest('base64url')}"`
    return Promise.resolve(request.etag === etag ? { kind: 'not-modified' } : { kind: 'fetched', bytes: page, etag, lastModified: null })
  }

  serve(pages: Readonly<Record<string, Uint8Array | Error>>): this {
    for (const [location, page] of Object.entries(pages)) this.pages.set(location, page)
    return this
  }
}

/** The list of lists and its three countries as they are published. */
export const goodPages = (): Readonly<Record<string, Uint8Array>> => ({
  [lotlLocation]: listOfLists(),
  [locationOf('EE')]: nationalList('EE'),
  [locationOf('LV')]: nationalList('LV'),
  [locationOf('FI')]: nationalList('FI'),
})

export const onlineRequest = (changes: Partial<RefreshRequest> = {}): RefreshRequest => ({
  sources: [source],
  certificates: [],
  now: listMoment,
  program: 'test',
  store,
  online: true,
  keep: true,
  mayBePoorer: [],
  state: nothingKnown,
  ...changes,
})

export interface RefreshWorld {
  readonly disk: MemoryDisk
  readonly network: FakeNetwork
  readonly tools: RefreshTools
  readonly refresh: (changes?: Partial<RefreshRequest>) => Promise<RefreshOutcome>
}

export function refreshWorld(disk = new MemoryDisk(), network = new FakeNetwork().serve(goodPages())): RefreshWorld {
  const cache = createDecodedCache({ limits: limits.asn1, kept: null })
  const tools: RefreshTools = { disk, fetch: network.fetch, readFolder: () => [], cache, limits }
  return { disk, network, tools, refresh: (changes = {}) => performRefresh(onlineRequest(changes), tools) }
}

/** `EE 1`, … of the trust that a refresh brought; null when it brought none. */
export const listsOf = (outcome: RefreshOutcome): readonly string[] | null =>
  outcome.trust?.facts.lists.map(({ id, sequenceNumber }) => `${id} ${sequenceNumber}`) ?? null

export const onlyTerritories = (...territories: readonly string[]): ListSource => ({
  ...source,
  territories: { kind: 'only', territories },
})

/** What `goodPages` lead to. */
export const everything = ['list-of-lists:test 10', 'EE 1', 'LV 1', 'FI 1']

/** A new list of lists that announces another Estonian signer, and the Estonian list of that signer: only together are they worth anything. */
export const renewed = () => ({
  [lotlLocation]: listOfLists({
    sequenceNumber: 11,
    pointers: [pointerTo('EE', { signers: [listSigners.eeSecond.certificate] }), pointerTo('LV'), pointerTo('FI')],
  }),
  [locationOf('EE')]: nationalList('EE', { sequenceNumber: 2, signature: { signer: listSigners.eeSecond } }),
})
export const afterwards = ['list-of-lists:test 11', 'EE 2', 'LV 1', 'FI 1']
