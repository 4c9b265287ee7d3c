import type { ZipEntry } from '#zip'
import { readingEntry, refuse } from './refusal.js'

const asicE = 'application/vnd.etsi.asic-e+zip'

export interface MimetypeLimits {
  /** A larger entry says something else. */
  readonly maxMimetypeBytes: number
}

/**
 * Refuses a container whose entry `mimetype` does not say ASiC-E (`decisions.md#malformed-document`). Byte-order marks and white space around the value are
 * ignored, and so is letter case (RFC 2045 5.1). The entry may stand anywhere and be packed: 8 of 57 real containers pack it.
 */
export function assertAsicMimetype(entries: readonly ZipEntry[], { maxMimetypeBytes }: MimetypeLimits): void {
  const [entry, second] = entries
  if (entry === undefined) refuse('CONTAINER_MIMETYPE_MISSING', 'The container has no mimetype entry.')
  if (second !== undefined) refuse('CONTAINER_MULTIPLE_MIMETYPES', 'The container has several mimetype entries.', second.name)
  // trim() takes U+FEFF for white space.
  const value = entry.size > maxMimetypeBytes ? '' : readingEntry(entry.name, () => entry.read().toString('utf8').trim())
  if (value.toLowerCase() !== asicE)
    refuse('CONTAINER_MIMETYPE_WRONG', `The mimetype entry of the container does not say ${asicE}.`, entry.name)
}
