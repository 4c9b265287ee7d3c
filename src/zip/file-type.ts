import { ZipError } from './zip-error.js'

/** Host systems whose attributes hold a mode of Unix in their upper half: Unix, Atari, BeOS, macOS, AtheOS (APPNOTE 4.4.2 and unzip). */
const unixHosts: ReadonlySet<number> = new Set([3, 5, 16, 19, 30])
/** Host systems with attributes of MS-DOS: FAT, HPFS, NTFS under both of its numbers, VFAT. */
const dosHosts: ReadonlySet<number> = new Set([0, 6, 10, 11, 14])

/** Highest four bits of a mode of Unix. Some writers set none. */
const unixTypes = { none: 0, directory: 0o04, regular: 0o10 } as const
const dosDirectoryOrLabel = 0x18

/**
 * Refuses an entry that is neither a file nor a folder by its external attributes (APPNOTE 4.4.15), or a folder whose name has no slash. Programs that unpack the
 * archive make a symbolic link of it, which shows the content of another file, or leave the content out. Throws `ZipError`.
 */
export function assertFileType(name: string, host: number, attributes: number, offset: number): void {
  const type = attributes >>> 28
  const isFolder = name.endsWith('/')
  const expected = unixHosts.has(host)
    ? type === unixTypes.none || type === unixTypes.regular || (isFolder && type === unixTypes.directory)
    : isFolder || !dosHosts.has(host) || (attributes & dosDirectoryOrLabel) === 0
  if (!expected) throw new ZipError('ZIP_FILE_TYPE', 'An entry is a link or a device, or a folder with the name of a file.', offset, name)
}
