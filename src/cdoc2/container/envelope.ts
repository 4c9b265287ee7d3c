import { Cdoc2Error } from './cdoc2-error.js'

/**
 * Layout of the envelope: `CDOC`, version (one octet), header length (signed 32 bit, big-endian), header, HMAC of the header, nonce, ciphertext, tag.
 * Offsets and lengths are in octets.
 */
const MAGIC = Uint8Array.of(0x43, 0x44, 0x4f, 0x43)
const VERSION = 2
export const PRELUDE_LENGTH = 9
export const HEADER_HMAC_LENGTH = 32
export const NONCE_LENGTH = 12
export const TAG_LENGTH = 16
/** The root offset. A header without recipients has 28 octets; it is read, and reported as having no recipients. */
const MIN_HEADER_LENGTH = 4

/**
 * Reads the length of the header in octets from the first nine octets of a file.
 *
 * @param prelude the first nine octets of the file, or fewer when the file is shorter
 * @param fileLength octets of the whole file: a header length beyond the end is refused before anything is allocated
 * @param maxHeaderLength in octets
 * @throws Cdoc2Error `not-cdoc2`, `unsupported-version`, `header-length`, `truncated`, or `payload-auth` when the payload has no room for nonce and tag
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
    // A truncated header cannot be distinguished from a wrong length. The length is reported when less than a quarter of it is present.
    const code = rest * 4 < length ? 'header-length' : 'truncated'
    throw new Cdoc2Error(code, `The header states ${length} octets, and the file has ${rest} left`)
  }
  if (PRELUDE_LENGTH + length + HEADER_HMAC_LENGTH > fileLength) throw new Cdoc2Error('truncated', 'The file ends inside the header HMAC')
  if (payloadOffset(length) + NONCE_LENGTH + TAG_LENGTH > fileLength)
    throw new Cdoc2Error('payload-auth', 'The file ends before the end of its payload')
  return length
}

/** Offset of the nonce, with which the payload begins. */
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
