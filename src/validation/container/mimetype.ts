import type { ZipEntry } from '#readers/zip'
import { readingEntry, refuse } from './refusal.js'

const asicE = 'application/vnd.etsi.asic-e+zip'

export interface MimetypeLimits {
  /** Greatest size of the entry, in bytes; a larger entry cannot be the media type of ASiC-E. */
  readonly maxMimetypeBytes: number
}

/**
 * Refuses a container whose entry `mimetype` is not that of ASiC-E (`decisions.md#malformed-document`). Byte-order marks and white space around the value are
 * ignored, and so is letter case (RFC 2045 5.1). The entry may be at any place and be packed: 8 of 57 real containers pack it.
 *
 * @throws ContainerError
 */
export function assertAsicMimetype(entries: readonly ZipEntry[], { maxMimetypeBytes }: MimetypeLimits): void {
  const [entry, second] = entries
  if (entry === undefined) refuse('CONTAINER_MIMETYPE_MISSING', 'The container has no mimetype entry.')
  if (second !== undefined) refuse('CONTAINER_MULTIPLE_MIMETYPES', 'The container has several mimetype entries.', second.name)
  // trim() treats U+FEFF as white space.
  const value = entry.size > maxMimetypeBytes ? '' : readingEntry(entry.name, () => entry.read().toString('utf8').trim())
  if (value.toLowerCase() !== asicE)
    refuse('CONTAINER_MIMETYPE_WRONG', `The mimetype entry of the container does not say ${asicE}.`, entry.name)
}
