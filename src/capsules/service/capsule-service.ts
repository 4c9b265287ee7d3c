import type { ClientCertificates, ClientIdentity, ClientRefusal, OcspStatuses } from '#capsules/clients'
import { type CapsuleStore, type Recipient, recipientOfKey, type StoredCapsule, StoreUnavailable } from '#capsules/rules'
import type { CapsuleSettings } from '#config'
import type { Instant } from '#model'
import { openOcspStatuses } from './ask-responders.js'
import { type DeletionState, startCleanUp } from './clean-up.js'
import { type CapsuleReader, fetchKeyCapsule } from './fetch-key-capsule.js'
import { type LoadedClientCertificates, loadClientCertificates } from './load-client-certificates.js'
import { type CapsuleSubmission, type StoreOutcome, storeKeyCapsule } from './store-key-capsule.js'

/** Counts since the start of the process. */
export interface CapsuleCounts {
  readonly stored: number
  /** Stored capsules whose requested expiry was reduced to the maximum. */
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
  /** Capsules that are not deleted, as counted at most a minute ago; null before the first count, and when counting failed. */
  readonly capsules: number | null
  /** Whether expired capsules are deleted; `suspended` until an operator accepts the clock. Capsules are stored and fetched in both states. */
  readonly deletion: DeletionState['kind']
}

/** A client whose certificate was accepted. */
export interface CapsuleClient {
  /** The recipient whose capsules the client may fetch; null when no capsule type fits its key. */
  readonly recipient: Recipient | null
  /** SHA-256 of its public key; the requests of the client are counted by it. */
  readonly keyId: string
}

type ClientAdmission =
  | { readonly kind: 'admitted'; readonly client: CapsuleClient }
  /** The reason is for the log only. */
  | { readonly kind: 'refused'; readonly reason: ClientRefusal }
  /** The OCSP status is unknown. Reason and detail are for the log only. */
  | { readonly kind: 'undecided'; readonly reason: string; readonly detail: string }

/** The use cases of key capsules. `store` and `fetch` reject with `StoreUnavailable` while the store cannot serve. */
export interface CapsuleService {
  clock(): Instant
  /** Resolves when the capsule is durable. Rejects with `CapsuleRefused` for an expiry in the past. */
  store(submission: CapsuleSubmission): Promise<StoreOutcome>
  /** The capsule, when it has not expired and is for this reader (`decisions.md#capsule-reading`); null otherwise. */
  fetch(id: string, reader: CapsuleReader): Promise<StoredCapsule | null>
  /** Authenticates a client by its certificate (DER). The caller has verified that the client holds the private key. */
  admitClient(certificate: Uint8Array): Promise<ClientAdmission>
  /** DER of certificates that contain only the names of the client authorities. */
  clientAuthorities(): readonly Buffer[]
  /** Reads authorities and revocation lists again. When they cannot be used, throws `SettingsError`, and the previous ones stay in use. */
  reloadClients(): void
  countRefusal(): void
  counts(): CapsuleCounts
  state(): Promise<CapsuleStoreState>
  close(): Promise<void>
}

interface CapsuleServiceOptions {
  readonly settings: CapsuleSettings
  readonly openStore: () => Promise<CapsuleStore>
  readonly now: () => Instant
  /** Monotonic clock in milliseconds. Default: that of the platform. */
  readonly monotonic?: () => number
  readonly onCleanUp: (outcome: { readonly deleted: number } | { readonly failure: unknown }) => void
  /** Called when deletion is suspended because of the clock, and when it resumes. */
  readonly onDeletion?: (state: DeletionState) => void
  /** Called when a probe finds the store unusable, and when it is usable again. */
  readonly onStoreState: (state: { readonly usable: true } | { readonly usable: false; readonly failure: unknown }) => void
}

/** Opens the service and its store. Closing the service closes the store. Rejects with `SettingsError` when files of clients or the store cannot be used. */
export async function openCapsuleService(options: CapsuleServiceOptions): Promise<CapsuleService> {
  const { settings, now, onCleanUp } = options
  const counts = { stored: 0, adjusted: 0, fetched: 0, refused: 0, expired: 0 }
  const bounds = { standard: settings.standardExpiry, maximum: settings.maximumExpiry }
  // Before the store is opened, so that the store need not be closed after an error in the files.
  let clients = loadClients(settings)
  const responders = respondersOf(settings, now)
  const store = await options.openStore()
  const cleanUp = startCleanUp({
    store,
    now,
    monotonic: options.monotonic ?? (() => performance.now()),
    graceMilliseconds: settings.grace,
    bounds: settings.limits.capsules,
    onDeleted: (deleted) => {
      counts.expired += deleted
      onCleanUp({ deleted })
    },
    onFailure: (failure) => onCleanUp({ failure }),
    onDeletion: (state) => options.onDeletion?.(state),
  })
  const usability = usabilityOf(store, settings, options.onStoreState)
  const countedCapsules = countSeldom(store, settings.limits.capsules.countMilliseconds)
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

/** Checks a client certificate. OCSP comes last: a certificate of an unknown issuer must not cause this service to send requests. */
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

function respondersOf({ clients, limits }: CapsuleSettings, now: () => Instant): OcspStatuses | null {
  return clients.kind === 'sandbox' || clients.ocsp === undefined ? null : openOcspStatuses(clients.ocsp, limits, now)
}

function loadClients({ clients, limits }: CapsuleSettings): LoadedClientCertificates | null {
  return clients.kind === 'sandbox' ? null : loadClientCertificates(clients.authorities, clients.revocationLists, limits)
}

const knownClients = new WeakMap<ClientIdentity, CapsuleClient>()

/** The client of an identity, cached as long as the identity: encoding its key costs more than the rest of a request. */
function clientOf(identity: ClientIdentity): CapsuleClient {
  const known = knownClients.get(identity)
  if (known !== undefined) return known
  const client = { recipient: identity.key === null ? null : recipientOfKey(identity.key), keyId: identity.keyId }
  knownClients.set(identity, client)
  return client
}

/** Returns the last count of capsules at once, and counts again in the background after `countMilliseconds`. */
function countSeldom(store: CapsuleStore, countMilliseconds: number): () => number | null {
  let started = Number.NEGATIVE_INFINITY
  let last: number | null = null
  const keep = (count: number | null): void => {
    last = count
  }
  return () => {
    if (performance.now() - started > countMilliseconds) {
      started = performance.now()
      // A failure is not reported here: the probe reports it.
      store.count().then(keep, () => keep(null))
    }
    return last
  }
}

type StoreUsability = Omit<CapsuleStoreState, 'deletion' | 'capsules'>

/** Probes the store by a durable write, at most once in `probeMilliseconds`; calls in between share the result of the last probe. */
function usabilityOf(
  store: CapsuleStore,
  { store: { kind }, limits }: CapsuleSettings,
  onStoreState: CapsuleServiceOptions['onStoreState'],
): () => Promise<StoreUsability> {
  let last: { readonly started: number; readonly state: Promise<StoreUsability> } | null = null
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
    const now = performance.now()
    if (last === null || now - last.started > limits.capsules.probeMilliseconds) last = { started: now, state: probe() }
    return last.state
  }
}

/** The reason why the store cannot serve; null when the probe succeeds. Rejects for internal errors. */
async function failureOf(store: CapsuleStore): Promise<StoreUnavailable | null> {
  try {
    await store.probe()
    return null
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return error
  }
}
