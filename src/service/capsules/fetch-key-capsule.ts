import { type CapsuleStore, isTransactionId, type Recipient, type StoredCapsule } from '#capsule'
import type { Instant } from '#model'

/** Who asks: the holder of a key (null when capsules have no type for it), or, in the sandbox, anybody. */
export type CapsuleReader = { readonly kind: 'key'; readonly recipient: Recipient | null } | { readonly kind: 'anybody' }

/** The capsule, when it lives and is for this reader. Null for an unknown, expired, deleted and foreign one alike (ruling 34). */
export async function fetchKeyCapsule(store: CapsuleStore, id: string, reader: CapsuleReader, now: Instant): Promise<StoredCapsule | null> {
  // What is no id was never stored; a database need not see it.
  const capsule = isTransactionId(id) ? await store.find(id) : null
  if (capsule === null || capsule.expiry <= now) return null
  return reader.kind === 'anybody' || (reader.recipient !== null && isFor(capsule, reader.recipient)) ? capsule : null
}

function isFor(capsule: StoredCapsule, { type, recipient }: Recipient): boolean {
  return capsule.type === type && Buffer.compare(capsule.recipient, recipient) === 0
}
