import type { OctetBudget } from '#cms'
import { SignatureLimitError } from './signature-limit-error.js'

/** The octets that may be hashed for the imprints of one signature; throws `SignatureLimitError` behind `maxOctets`. */
export function createImprintBudget(maxOctets: number): OctetBudget {
  let remaining = maxOctets
  return {
    spend(octets) {
      remaining -= octets
      if (remaining >= 0) return
      const message = 'The time-stamps of a signature cover more data than is allowed'
      throw new SignatureLimitError('SIGNATURE_TOO_MUCH_TIME_STAMPED_DATA', message)
    },
  }
}
