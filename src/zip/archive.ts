import { readCentralDirectory } from './central-directory.js'
import { readEndRecord } from './end-record.js'
import { readEntryContent } from './entry-content.js'
import { readLocalEntries } from './local-entries.js'
import type { ZipLimits } from './zip-limits.js'

export interface ZipEntry {
  /** As in the archive; a directory ends in `/`. May hold any character but NUL. */
  readonly name: string
  /** Unpacked, in bytes. */
  readonly size: number
  readonly method: 'stored' | 'deflated'
  readonly isDirectory: boolean
  /**
   * The content; unpacked anew at each call, nothing is kept. Of a stored entry it is a view of the archive.
   * @throws ZipError when the content is broken, has another size than stated or another checksum
   */
  read(): Buffer
}

export interface ZipArchive {
  /** In the order of the central directory, each name once. */
  readonly entries: readonly ZipEntry[]
}

/**
 * Reads the structure of an archive; contents are unpacked when asked for.
 * @throws ZipError when the structure is broken, ambiguous, or beyond the limits
 */
export function readZip(bytes: Uint8Array, limits: ZipLimits): ZipArchive {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
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
 * False when no entry of the archive has this name, which is in ASCII; found in the central directory without reading it.
 * @throws ZipError when the end record is broken
 */
export function mayHoldEntry(bytes: Buffer, name: string): boolean {
  const { directoryStart, directoryEnd } = readEndRecord(bytes)
  return bytes.subarray(directoryStart, directoryEnd).includes(name, 0, 'latin1')
}
