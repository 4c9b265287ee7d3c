import { createHmac, timingSafeEqual } from 'node:crypto'
import { headerHmacKey } from '../keys/key-schedule.js'

/** HMAC of the header, 32 octets, with a key derived from the file master key. */
export function headerHmac(fmk: Uint8Array, header: Uint8Array): Uint8Array {
  return createHmac('sha256', headerHmacKey(fmk)).update(header).digest()
}

/** Whether the HMAC of a header was made with the file master key. Compares in constant time. */
export function headerHmacMatches(fmk: Uint8Array, header: Uint8Array, hmac: Uint8Array): boolean {
  const expected = headerHmac(fmk, header)
  return expected.length === hmac.length && timingSafeEqual(expected, hmac)
}
