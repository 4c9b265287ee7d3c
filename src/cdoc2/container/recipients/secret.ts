import type { RecipientPrivateKey } from '../keys/private-key.js'

/** The secret that opens a container. */
export type Secret =
  | { readonly kind: 'private-key'; readonly key: RecipientPrivateKey }
  /** At least 32 octets. `label` selects recipients; null tries all of the kind. */
  | { readonly kind: 'symmetric-key'; readonly key: Uint8Array; readonly label: string | null }
  | { readonly kind: 'password'; readonly password: string; readonly label: string | null }

/** Fetches the key material of a recipient from a key server. The address comes from settings, never from the container. */
export interface CapsuleSource {
  /**
   * @returns the ephemeral key material
   * @throws Cdoc2Error `capsule` when the server has none or does not answer
   */
  fetchMaterial(serverId: string, transactionId: string): Promise<Uint8Array>
}
