import { extraBlock } from './extra-field.js'
import { ZipError } from './zip-error.js'

/** Host systems with MS-DOS attributes: FAT, HPFS, NTFS with both of its numbers, VFAT. */
const dosHosts: ReadonlySet<number> = new Set([0, 6, 10, 11, 14])

/** The highest four bits of a Unix mode. Some writers set none of them. */
const unixTypes = { none: 0, directory: 0o04, regular: 0o10 } as const
const dosDirectoryOrLabel = 0x18

/**
 * Refuses an entry that is neither a file nor a folder by its external attributes (APPNOTE 4.4.15), or a folder whose name has no slash. Programs that unpack
 * the archive make a symbolic link from it, which shows the content of another file, or omit the content. Throws `ZipError`.
 *
 * The Unix mode in the upper half counts for every host system: unzip uses it for VMS as well, and other programs ignore the host system.
 */
export function assertFileType(name: string, host: number, attributes: number, offset: number): void {
  const isDosFolder = dosHosts.has(host) && (attributes & dosDirectoryOrLabel) !== 0
  if (!isOfName(name, attributes >>> 28) || (isDosFolder && !isFolder(name))) throw wrongType(name, offset)
}

/** The same check for blocks of an extra field: unzip uses the mode in the ASi block, libarchive the attributes in its own block. Throws `ZipError`. */
export function assertFileTypeOfExtra(name: string, extra: Buffer, offset: number): void {
  if (extra.length === 0) return
  // The ASi block starts with its CRC, followed by the mode.
  const asi = extraBlock(extra, 'asi-unix', offset)
  if (asi !== null && asi.length >= 6 && !isOfName(name, asi.readUInt16LE(4) >>> 12)) throw wrongType(name, offset)
  const own = extraBlock(extra, 'libarchive', offset)
  const attributes = own === null ? null : attributesOf(own)
  if (attributes === null) return
  // The host system may be that of either header.
  if (!isOfName(name, attributes >>> 28) || (!isFolder(name) && (attributes & dosDirectoryOrLabel) !== 0)) throw wrongType(name, offset)
}

/**
 * The external attributes in a libarchive block; null when it has none. The block starts with a bitmap of the fields that follow; the bitmap continues while
 * the highest bit of an octet is set.
 */
function attributesOf(block: Buffer): number | null {
  const bits = { version: 1, internal: 2, external: 4, more: 0x80 } as const
  let at = 0
  while (at < block.length && ((block[at] ?? 0) & bits.more) !== 0) at += 1
  const bitmap = block[0] ?? 0
  at += 1 + ((bitmap & bits.version) === 0 ? 0 : 2) + ((bitmap & bits.internal) === 0 ? 0 : 2)
  return (bitmap & bits.external) === 0 || at + 4 > block.length ? null : block.readUInt32LE(at)
}

function isOfName(name: string, type: number): boolean {
  return type === unixTypes.none || type === unixTypes.regular || (isFolder(name) && type === unixTypes.directory)
}

function isFolder(name: string): boolean {
  return name.endsWith('/')
}

function wrongType(name: string, offset: number): ZipError {
  return new ZipError('ZIP_FILE_TYPE', 'An entry is a link or a device, or a folder with the name of a file.', offset, name)
}
