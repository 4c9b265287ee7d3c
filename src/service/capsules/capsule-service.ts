import { type CapsuleStore, type Recipient, recipientOfKey, type StoredCapsule, StoreUnavailable } from '#capsule'
import type { ClientCertificates, ClientIdentity, ClientRefusal, OcspStatuses } from '#client'
import type { CapsuleSettings } from '#config'
import { limits } from '#config'
import type { Instant } from '#model'
import { openOcspStatuses } from './ask-responders.js'
import { type CleanUpPauses, type DeletionState, startCleanUp } from './clean-up.js'
import { type CapsuleReader, fetchKeyCapsule } from './fetch-key-capsule.js'
import { type LoadedClientCertificates, loadClientCertificates } from './load-client-certificates.js'
import { type CapsuleSubmission, type StoreOutcome, storeKeyCapsule } from './store-key-capsule.js'

/** Since the start of the process. */
export interface CapsuleCounts {
  readonly stored: number
  /** Of those stored, the ones whose expiry was brought down to the maximum. */
  readonly adjusted: number
  readonly fetched: number
  /** Requests that were answered with a refusal, and clients that were refused. */
  readonly refused: number
  /** Capsules that were deleted after their expiry. */
  readonly expired: number
}

export interface CapsuleStoreState {
  readonly usable: boolean
  /** Time of one durable write; null when it failed. */
  readonly latencyMilliseconds: number | null
  readonly kind: CapsuleSettings['store']['kind']
  /** Capsules that are not deleted, as they were counted a minute ago or less; null until then, and where they could not be counted. */
  readonly capsules: number | null
  /** Whether expired capsules are deleted; suspended until the clock was accepted. Storing and reading go on. */
  readonly deletion: DeletionState['kind']
}

/** A client whose certificate was accepted. */
export interface CapsuleClient {
  /** The recipient whose capsules it may fetch; null when capsules have no type for its key. */
  readonly recipient: Recipient | null
  /** Names its key where its requests are counted. */
  readonly keyId: string
}

export type ClientAdmission =
  | { readonly kind: 'admitted'; readonly client: CapsuleClient }
  /** The reason is for the log; the client is not told. */
  | { readonly kind: 'refused'; readonly reason: ClientRefusal }
  /** No responder says whether the certificate has been revoked. For the log as well. */
  | { readonly kind: 'undecided'; readonly reason: string; readonly detail: string }

/** What the interfaces call. */
export interface CapsuleService {
  clock(): Instant
  store(submission: CapsuleSubmission): Promise<StoreOutcome>
  fetch(id: string, reader: CapsuleReader): Promise<StoredCapsule | null>
  /** Identifies the client of a certificate (DER). The caller has verified that the client holds the key. */
  admitClient(certificate: Uint8Array): Promise<ClientAdmission>
  /** DER of the authorities of clients. A new array after each reload that changed something. */
  clientAuthorities(): readonly Buffer[]
  /** Reads authorities and revocation lists again. Throws `SettingsError`, and keeps what it has, when they are not sound. */
  reloadClients(): void
  countRefusal(): void
  counts(): CapsuleCounts
  state(): Promise<CapsuleStoreState>
  close(): Promise<void>
}

export interface CapsuleServiceOptions {
  readonly settings: CapsuleSettings
  readonly openStore: () => Promise<CapsuleStore>
  readonly now: () => Instant
  /** Milliseconds since some moment, never set and never stepped; that of the platform unless a test has another. */
  readonly monotonic?: () => number
  readonly onCleanUp: (outcome: { readonly deleted: number } | { readonly failure: unknown }) => void
  /** Those of `limits` unless a test has others. */
  readonly pauses?: CleanUpPauses
  /** Told when deletion is suspended because of the clock, and when it goes on. */
  readonly onDeletion?: (state: DeletionState) => void
  /** Told when the store turns out to be unusable, and when it is usable again. */
  readonly onStoreState: (state: { readonly usable: true } | { readonly usable: false; readonly failure: unknown }) => void
}

/** Opens the service with its store, which closes with it. Rejects with `SettingsError` when files of clients or the store cannot be used. */
export async function openCapsuleService(options: CapsuleServiceOptions): Promise<CapsuleService> {
  const { settings, now, onCleanUp } = options
  const counts = { stored: 0, adjusted: 0, fetched: 0, refused: 0, expired: 0 }
  const bounds = { standard: settings.standardExpiry, maximum: settings.maximumExpiry }
  // The files first: what they lack is found before anything is open.
  let clients = loadClients(settings)
  const responders = respondersOf(settings, now)
  const store = await options.openStore()
  const cleanUp = startCleanUp({
    store,
    now,
    monotonic: options.monotonic ?? (() => performance.now()),
    graceMilliseconds: settings.grace,
    pauses: options.pauses ?? limits.capsules,
    onDeleted: (deleted) => {
      counts.expired += deleted
      onCleanUp({ deleted })
    },
    onFailure: (failure) => onCleanUp({ failure }),
    onDeletion: (state) => options.onDeletion?.(state),
  })
  const usability = usabilityOf(store, settings.store.kind, options.onStoreState)
  const countedCapsules = countSeldom(store)
  return {
    clock: now,
    store: async (submission) => {
      const outcome = await storeKeyCapsule(store, submission, now(), bounds)
      if (outcome.kind === 'stored') {
        counts.stored += 1
        if (outcome.adjusted) counts.adjusted += 1
      }
      return outcome
    },
    fetch: async (id, reader) => {
      const capsule = await fetchKeyCapsule(store, id, reader, now())
      if (capsule !== null) counts.fetched += 1
      return capsule
    },
    admitClient: (certificate) => admit(certificate, clients?.certificates ?? null, responders, now()),
    clientAuthorities: () => clients?.authorities ?? [],
    reloadClients: () => {
      clients = loadClients(settings)
    },
    countRefusal: () => {
      counts.refused += 1
    },
    counts: () => ({ ...counts }),
    state: async () => ({ ...(await usability()), capsules: countedCapsules(), deletion: cleanUp.deletion().kind }),
    close: async () => {
      await cleanUp.stop()
      await store.close()
    },
  }
}

/** Responders are asked last: a foreign certificate must not make this service send requests. */
async function admit(
  der: Uint8Array,
  certificates: ClientCertificates | null,
  responders: OcspStatuses | null,
  now: Instant,
): Promise<ClientAdmission> {
  const judgement = certificates?.judge(der, now) ?? { kind: 'refused', reason: 'issuer-unknown' }
  if (judgement.kind === 'refused') return judgement
  const { identity, certificate, issuer } = judgement
  if (responders !== null && issuer !== null) {
    const answer = await responders.statusOf(certificate, issuer)
    if (answer.status === 'revoked') return { kind: 'refused', reason: 'revoked' }
    if (answer.status === 'unknown') return { kind: 'undecided', reason: answer.problem, detail: answer.detail }
  }
  return { kind: 'admitted', client: clientOf(identity) }
}

function respondersOf({ clients }: CapsuleSettings, now: () => Instant): OcspStatuses | null {
  return clients.kind === 'sandbox' || clients.ocsp === undefined ? null : openOcspStatuses(clients.ocsp, now)
}

function loadClients({ clients }: CapsuleSettings): LoadedClientCertificates | null {
  return clients.kind === 'sandbox' ? null : loadClientCertificates(clients.authorities, clients.revocationLists)
}

const knownClients = new WeakMap<ClientIdentity, CapsuleClient>()

/** Remembered as long as the identity is: encoding a key anew costs more than the rest of a request. */
function clientOf(identity: ClientIdentity): CapsuleClient {
  const known = knownClients.get(identity)
  if (known !== undefined) return known
  const client = { recipient: identity.key === null ? null : recipientOfKey(identity.key), keyId: identity.keyId }
  knownClients.set(identity, client)
  return client
}

/** Counts in the background, at most once a minute, and gives the last count: nobody waits for a figure. */
function countSeldom(store: CapsuleStore): () => number | null {
  let asked = Number.NEGATIVE_INFINITY
  let last: number | null = null
  const keep = (count: number | null): void => {
    last = count
  }
  return () => {
    if (performance.now() - asked > limits.capsules.countMilliseconds) {
      asked = performance.now()
      // What is wrong with the store is told by its probe.
      store.count().then(keep, () => keep(null))
    }
    return last
  }
}

type StoreUsability = Omit<CapsuleStoreState, 'deletion' | 'capsules'>

/** Asks the store by a durable write, at most once a second: everybody else gets the last answer, or waits for the one under way. */
function usabilityOf(
  store: CapsuleStore,
  kind: CapsuleStoreState['kind'],
  onStoreState: CapsuleServiceOptions['onStoreState'],
): () => Promise<StoreUsability> {
  let last: { readonly asked: number; readonly state: Promise<StoreUsability> } | null = null
  let wasUsable = true
  const probe = async (): Promise<StoreUsability> => {
    const started = performance.now()
    const failure = await failureOf(store)
    const usable = failure === null
    if (usable !== wasUsable) onStoreState(usable ? { usable } : { usable, failure })
    wasUsable = usable
    return { usable, latencyMilliseconds: usable ? Math.round((performance.now() - started) * 10) / 10 : null, kind }
  }
  return () => {
    const asked = performance.now()
    if (last === null || asked - last.asked > limits.capsules.probeMilliseconds) last = { asked, state: probe() }
    return last.state
  }
}

async function failureOf(store: CapsuleStore): Promise<StoreUnavailable | null> {
  try {
    await store.probe()
    return null
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return error
  }
}
