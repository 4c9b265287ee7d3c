import { type CapsuleStore, isTransactionId, type Recipient, type StoredCapsule } from '#capsules/rules'
import type { Instant } from '#model'

/** A reader of capsules: the holder of a private key (null when no capsule type fits the key), or, in the sandbox, any client. */
export type CapsuleReader = { readonly kind: 'key'; readonly recipient: Recipient | null } | { readonly kind: 'anybody' }

/**
 * The capsule, when it has not expired and is for this reader. Null for an unknown, expired, deleted or foreign capsule; the reader must not be able to
 * distinguish these cases. In all of them it rejects when the store may lack capsules (`assertWhole`).
 */
export async function fetchKeyCapsule(store: CapsuleStore, id: string, reader: CapsuleReader, now: Instant): Promise<StoredCapsule | null> {
  // No capsule is stored under a text that does not have the form of an id.
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
