/**
 * Reads ZIP archives (PKWARE APPNOTE 6.3.10) for containers of signed files.
 *
 * The central directory is authoritative. Everything that another reader could use instead has to agree with it, or the archive is
 * refused: local headers, data descriptors, a second end record in the comment, entries that share bytes, bytes that belong to no entry, attributes
 * that turn a file into a link or a folder. Each of these rules prevents the same attack: two programs show different files for one signed container.
 *
 * `readZip` checks the structure of the whole archive; `entry.read()` unpacks one entry within the size that the directory states and
 * verifies its length and CRC. Names are returned as in the archive; the container decides which names it accepts.
 */
export { mayHoldEntry, readZip, type ZipEntry } from './archive.js'
export type { ZipLimits } from './zip-limits.js'
