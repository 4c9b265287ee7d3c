/**
 * Reads ZIP archives (PKWARE APPNOTE 6.3.10) for containers of signed files.
 *
 * The central directory is the truth. Everything that another reader could believe instead has to agree with it, or the archive is
 * refused: local headers, data descriptors, a second end record in the comment, entries that share bytes, bytes that belong to no entry, attributes
 * that make a link or a folder of a file.
 * Two programs that show different files for one signed container is the attack behind each of these rules.
 *
 * `readZip` checks the structure of the whole archive; `entry.read()` unpacks one entry within the size that the directory states and
 * verifies its length and CRC. Names are returned as in the archive; the container decides which ones it accepts.
 */
export { mayHoldEntry, readZip, type ZipEntry } from './archive.js'
export type { ZipLimits } from './zip-limits.js'
