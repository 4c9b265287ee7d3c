import { createHmac, randomBytes } from 'node:crypto'

/** The pseudonym for a text that must not be logged. The same text gives the same pseudonym. Without the key the text cannot be found by trial. */
export type Pseudonym = (text: string) => string

/** @param key of the HMAC; null: a random one, so that the pseudonyms of two runs of the service cannot be compared */
export function openPseudonyms(key: string | null): Pseudonym {
  const secret = key ?? randomBytes(32)
  // 22 characters are 132 bits: two texts do not get the same pseudonym.
  return (text) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
}
