import { type CapsuleStore, isTransactionId, type Recipient, type StoredCapsule } from '#capsule'
import type { Instant } from '#model'

/** The reader: the holder of a key (null when capsules have no type for it), or anyone in the sandbox. */
export type CapsuleReader = { readonly kind: 'key'; readonly recipient: Recipient | null } | { readonly kind: 'anybody' }

/**
 * The capsule, when it lives and is for this reader. Null for an unknown, expired, deleted and foreign one alike; rejects for them alike when something
 * may be missing in the store.
 */
export async function fetchKeyCapsule(store: CapsuleStore, id: string, reader: CapsuleReader, now: Instant): Promise<StoredCapsule | null> {
  // A text that is not an id was never stored, so the database is not asked.
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
