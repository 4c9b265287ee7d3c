import { type CapsuleStore, isTransactionId, type Recipient, type StoredCapsule } from '#capsule'
import type { Instant } from '#model'

/** A reader of capsules: the holder of a private key (null when no capsule type fits the key), or, in the sandbox, any client. */
export type CapsuleReader = { readonly kind: 'key'; readonly recipient: Recipient | null } | { readonly kind: 'anybody' }

/**
 * The capsule, when it has not expired and is for this reader. Null for an unknown, expired, deleted or foreign one, which the reader must not tell apart; for all
 * of these it rejects when the store may lack capsules (`assertWhole`).
 */
export async function fetchKeyCapsule(store: CapsuleStore, id: string, reader: CapsuleReader, now: Instant): Promise<StoredCapsule | null> {
  // A text without the form of an id was never stored.
  const capsule = isTransactionId(id) ? await store.find(id) : null
  if (capsule !== null && capsule.expiry > now && isReadableBy(capsule, reader)) return capsule
  await store.assertWhole()
  return null
}

function isReadableBy(capsule: StoredCapsule, reader: CapsuleReader): boolean {
  return reader.kind === 'anybody' || (reader.recipient !== null && isFor(capsule, reader.recipient))
}

function isFor(capsule: StoredCapsule, { type, recipient }: Recipient): boolean {
  return capsule.type === type && Buffer.compare(capsule.recipient, recipient) === 0
}
