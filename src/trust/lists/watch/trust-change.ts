import type { Instant } from '#model'
import { memberOf } from '#std'

/** Closed list. */
export const trustChangeKinds = [
  'list-added',
  'list-removed',
  'list-updated',
  'service-added',
  'service-removed',
  'service-withdrawn',
  'service-status-changed',
  'service-key-changed',
  'next-update-late',
  'sequence-number-fell',
  'signer-expires',
] as const
export type TrustChangeKind = (typeof trustChangeKinds)[number]

/** One change that a refresh of the trusted lists found. */
export interface TrustChange {
  readonly at: Instant
  readonly kind: TrustChangeKind
  /** Id of the list: `EE`, `list-of-lists:EU`; the name of the source where no list is meant. */
  readonly list: string
  /** One sentence. */
  readonly text: string
}

/** Reads what was stored; null for a value of another form. */
export function trustChangeIn(value: unknown): TrustChange | null {
  const [at, list, text] = [memberOf(value, 'at'), memberOf(value, 'list'), memberOf(value, 'text')]
  const kind = trustChangeKinds.find((known) => known === memberOf(value, 'kind'))
  return typeof at === 'number' && kind !== undefined && typeof list === 'string' && typeof text === 'string'
    ? { at, kind, list, text }
    : null
}
