import type { RecipientPrivateKey } from '../keys/private-key.js'

/** The secret that opens a container. */
export type Secret =
  | { readonly kind: 'private-key'; readonly key: RecipientPrivateKey }
  /** At least 32 octets. `label` chooses among recipients; null tries each. */
  | { readonly kind: 'symmetric-key'; readonly key: Uint8Array; readonly label: string | null }
  | { readonly kind: 'password'; readonly password: string; readonly label: string | null }

/** Hands out what a key server keeps for a recipient. The address comes from settings, never from the container. */
export interface CapsuleSource {
  /**
   * @returns the ephemeral key material
   * @throws Cdoc2Error `capsule` when there is none, or the server does not answer
   */
  fetchMaterial(serverId: string, transactionId: string): Promise<Uint8Array>
}
