import { createHmac, randomBytes } from 'node:crypto'

/** Stands for a text that must not be in the log: the same text gives the same pseudonym, and without the key the text cannot be found by trial. */
export type Pseudonym = (text: string) => string

/** @param key null: a new one, so that pseudonyms of two runs of the service cannot be compared */
export function openPseudonyms(key: string | null): Pseudonym {
  const secret = key ?? randomBytes(32)
  // 128 bits: two texts never share one.
  return (text) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
}
