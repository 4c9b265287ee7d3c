import { bufferOf } from '#std'
import { readCentralDirectory } from './central-directory.js'
import { readEndRecord } from './end-record.js'
import { readEntryContent } from './entry-content.js'
import { readLocalEntries } from './local-entries.js'
import type { ZipLimits } from './zip-limits.js'

/** One entry of an archive. */
export interface ZipEntry {
  /** The name as in the archive; that of a directory ends in `/`. May contain any character except NUL. */
  readonly name: string
  /** Unpacked size, in bytes. */
  readonly size: number
  readonly method: 'stored' | 'deflated'
  readonly isDirectory: boolean
  /**
   * The content, unpacked again at each call and not cached. The content of a stored entry is a view of the archive.
   * @throws ZipError when the content is broken or does not have the stated size and checksum
   */
  read(): Buffer
}

interface ZipArchive {
  /** The entries in the order of the central directory; each name occurs once. */
  readonly entries: readonly ZipEntry[]
}

/**
 * Reads the structure of an archive. The content of an entry is unpacked on demand.
 * @throws ZipError when the structure is broken or ambiguous, or exceeds the limits
 */
export function readZip(bytes: Uint8Array, limits: ZipLimits): ZipArchive {
  const buffer = bufferOf(bytes)
  const end = readEndRecord(buffer)
  const headers = readCentralDirectory(buffer, end, limits)
  const packed = readLocalEntries(buffer, headers, end.directoryStart)
  const entries = headers.map((header) => ({
    name: header.name,
    size: header.size,
    method: header.method,
    isDirectory: header.name.endsWith('/'),
    read: () => readEntryContent(header, packed.get(header) ?? Buffer.alloc(0)),
  }))
  return { entries }
}

/**
 * Whether the name of an entry may contain one of these texts, in small or capital letters: false only when none does. Searches the octets of the central
 * directory without parsing them.
 * @param texts in ASCII, small letters
 * @throws ZipError when the end record is broken
 */
export function mayHoldEntry(bytes: Buffer, ...texts: readonly string[]): boolean {
  const { directoryStart, directoryEnd } = readEndRecord(bytes)
  const directory = bytes.toString('latin1', directoryStart, directoryEnd).toLowerCase()
  return texts.some((text) => directory.includes(text))
}
