import { randomBytes } from 'node:crypto'
import {
  type Capsule,
  CapsuleRefused,
  type CapsuleStore,
  decideExpiry,
  type Expiry,
  type ExpiryBounds,
  randomIdBytes,
  transactionIdOf,
} from '#capsules/rules'
import type { Instant } from '#model'

/** A capsule to be stored; its bytes have been checked. */
export interface CapsuleSubmission {
  readonly capsule: Capsule
  /** The requested expiry; null: the standard lifetime. */
  readonly requestedExpiry: Instant | null
  /** The id that the sender chose; null: the server generates one. */
  readonly id: string | null
}

export type StoreOutcome = ({ readonly kind: 'stored'; readonly id: string } & Expiry) | { readonly kind: 'taken' }

/** Stores a capsule. Resolves once it would survive a power cut. Rejects with `CapsuleRefused` (expiry in the past) or `StoreUnavailable`. */
export async function storeKeyCapsule(
  store: CapsuleStore,
  { capsule, requestedExpiry, id }: CapsuleSubmission,
  now: Instant,
  bounds: ExpiryBounds,
): Promise<StoreOutcome> {
  const decided = decideExpiry(requestedExpiry, now, bounds)
  if (decided === null) throw expiryPast()
  const chosen = id ?? transactionIdOf(randomBytes(randomIdBytes))
  const added = await store.add({ ...capsule, id: chosen, ...decided })
  if (added === 'added') return { kind: 'stored', id: chosen, ...decided }
  if (id !== null) return { kind: 'taken' }
  // 128 random bits do not repeat, so the random source is broken, and no capsule may be stored under its ids.
  throw new Error('the secure random source gave an id that was given before')
}

function expiryPast(): CapsuleRefused {
  const message = 'The expiry time is not in the future: this capsule could never be fetched.'
  return new CapsuleRefused([{ field: 'x-expiry-time', code: 'EXPIRY_TIME_PAST', message }])
}
