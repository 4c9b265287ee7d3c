import { Cdoc2Error } from './cdoc2-error.js'

/**
 * Layout of the envelope: `CDOC`, one octet version, header length (signed 32 bit, big-endian), header, HMAC of the header, nonce, ciphertext, tag.
 * Offsets and lengths in octets.
 */
const MAGIC = Uint8Array.of(0x43, 0x44, 0x4f, 0x43)
const VERSION = 2
export const PRELUDE_LENGTH = 9
export const HEADER_HMAC_LENGTH = 32
export const NONCE_LENGTH = 12
export const TAG_LENGTH = 16
/** The offset of the root table. A header without recipients has 28 octets, and is told as that. */
const MIN_HEADER_LENGTH = 4

/**
 * Length of the header, from the first nine octets of a file.
 *
 * @param prelude the first octets of the file; fewer than nine when the file ends
 * @param fileLength octets of the whole file, so that a length beyond its end is refused before anything is allocated
 * @throws Cdoc2Error `not-cdoc2`, `unsupported-version`, `header-length`, `truncated`
 */
export function readHeaderLength(prelude: Uint8Array, fileLength: number, maxHeaderLength: number): number {
  if (prelude.length < MAGIC.length || MAGIC.some((octet, i) => prelude[i] !== octet))
    throw new Cdoc2Error('not-cdoc2', 'The file does not begin with CDOC: it is not a CDOC2 container')
  if (prelude.length < PRELUDE_LENGTH) throw new Cdoc2Error('truncated', 'The file ends before its header')
  const version = prelude[MAGIC.length]
  if (version !== VERSION)
    throw new Cdoc2Error('unsupported-version', `The container has version ${version ?? 0}; version ${VERSION} is read`)
  const length = new DataView(prelude.buffer, prelude.byteOffset).getInt32(MAGIC.length + 1, false)
  if (length < MIN_HEADER_LENGTH || length > maxHeaderLength)
    throw new Cdoc2Error('header-length', `The header states ${length} octets; ${MIN_HEADER_LENGTH} to ${maxHeaderLength} are possible`)
  const rest = fileLength - PRELUDE_LENGTH
  if (length > rest) {
    // A header cut short and a length that was never true look alike; the length is blamed when not even a quarter of it is there.
    const code = rest * 4 < length ? 'header-length' : 'truncated'
    throw new Cdoc2Error(code, `The header states ${length} octets, and the file has ${rest} left`)
  }
  if (PRELUDE_LENGTH + length + HEADER_HMAC_LENGTH > fileLength) throw new Cdoc2Error('truncated', 'The file ends inside the header HMAC')
  if (payloadOffset(length) + NONCE_LENGTH + TAG_LENGTH > fileLength)
    throw new Cdoc2Error('payload-auth', 'The file ends before the end of its payload')
  return length
}

/** Where the nonce of the payload begins. */
export function payloadOffset(headerLength: number): number {
  return PRELUDE_LENGTH + headerLength + HEADER_HMAC_LENGTH
}

/** The first nine octets of a container. */
export function writePrelude(headerLength: number): Uint8Array {
  const prelude = new Uint8Array(PRELUDE_LENGTH)
  prelude.set(MAGIC)
  prelude[MAGIC.length] = VERSION
  new DataView(prelude.buffer).setInt32(MAGIC.length + 1, headerLength, false)
  return prelude
}
