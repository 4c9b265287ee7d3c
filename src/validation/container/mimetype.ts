import type { ZipEntry } from '#readers/zip'
import { bufferOf } from '#std'
import { readingEntry, refuse } from './refusal.js'

const asicE = 'application/vnd.etsi.asic-e+zip'
const asicS = 'application/vnd.etsi.asic-s+zip'

export interface MimetypeLimits {
  /** Greatest size of the entry, in bytes; a larger entry cannot be the media type of an ASiC container. */
  readonly maxMimetypeBytes: number
}

/**
 * The kind of container that the entry `mimetype` states: `asic-e`, `asic-s`, `other`, or null without the entry. Byte-order marks and white space around the value
 * are ignored, and so is letter case (RFC 2045 5.1). The entry may be at any place and be packed: 8 of 57 real containers pack it.
 *
 * @throws ContainerError when there are several such entries
 */
export function statedKind(entries: readonly ZipEntry[], { maxMimetypeBytes }: MimetypeLimits): 'asic-e' | 'asic-s' | 'other' | null {
  const [entry, second] = entries
  if (entry === undefined) return null
  if (second !== undefined) refuse('CONTAINER_MULTIPLE_MIMETYPES', 'The container has several mimetype entries.', second.name)
  // trim() treats U+FEFF as white space.
  const value = entry.size > maxMimetypeBytes ? '' : readingEntry(entry.name, () => entry.read().toString('utf8').trim())
  switch (value.toLowerCase()) {
    case asicE:
      return 'asic-e'
    case asicS:
      return 'asic-s'
    default:
      return 'other'
  }
}

/**
 * Refuses a container whose entry `mimetype` is not that of ASiC-E (`decisions.md#malformed-document`).
 *
 * @throws ContainerError
 */
export function assertAsicMimetype(entries: readonly ZipEntry[], limits: MimetypeLimits): void {
  const kind = statedKind(entries, limits)
  if (kind === null) refuse('CONTAINER_MIMETYPE_MISSING', 'The container has no mimetype entry.')
  if (kind !== 'asic-e')
    refuse('CONTAINER_MIMETYPE_WRONG', `The mimetype entry of the container does not say ${asicE}.`, entries[0]?.name ?? null)
}

/** Keys of the findings about the entry `mimetype`. */
type MimetypeFinding = 'mimetype-first' | 'mimetype-stored' | 'mimetype-without-extra-fields' | 'mimetype-expected'

/** The start of a local file header of a ZIP archive (APPNOTE 4.3.7): the signature, and the places of the fields that are read. */
const localHeader = { signature: 0x04034b50, flags: 6, method: 8, size: 22, nameLength: 26, extraLength: 28, name: 30 } as const

/**
 * What is odd about the entry `mimetype`, which has to be the first one, stored, without extra fields and with a type of ASiC and nothing around it (EN 319 162-1, A.1;
 * both types are of one length): the first of these rules that it breaks; null when it breaks none. Programs that look only at the first octets of a file do not recognise such a container.
 */
export function oddMimetype(bytes: Uint8Array, stated: ReturnType<typeof statedKind>): MimetypeFinding | null {
  const buffer = bufferOf(bytes)
  if (buffer.length < localHeader.name || buffer.readUInt32LE(0) !== localHeader.signature) return null
  const name = buffer.toString('latin1', localHeader.name, localHeader.name + buffer.readUInt16LE(localHeader.nameLength))
  if (name !== 'mimetype') return 'mimetype-first'
  if (buffer.readUInt16LE(localHeader.method) !== 0) return 'mimetype-stored'
  if (buffer.readUInt16LE(localHeader.extraLength) !== 0) return 'mimetype-without-extra-fields'
  if (stated !== 'asic-e' && stated !== 'asic-s') return 'mimetype-expected'
  const hasSize = (buffer.readUInt16LE(localHeader.flags) & sizesFollow) === 0
  return hasSize && buffer.readUInt32LE(localHeader.size) !== asicE.length ? 'mimetype-expected' : null
}

/** Bit 3 of the flags of an entry: its sizes stand behind its content. */
const sizesFollow = 8
