import type { OctetBudget } from '#readers/cms'
import { signatureLimit } from './signature-limit-error.js'

/** Creates a budget for the octets that are hashed for the imprints of one signature; it throws `ReaderError` with `limit` after `maxOctets`. */
export function createImprintBudget(maxOctets: number): OctetBudget {
  let remaining = maxOctets
  return {
    spend(octets) {
      remaining -= octets
      if (remaining >= 0) return
      const message = 'The time-stamps of a signature cover more data than is allowed'
      throw signatureLimit('SIGNATURE_TOO_MUCH_TIME_STAMPED_DATA', message)
    },
  }
}
