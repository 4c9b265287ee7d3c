/** Files and folders of the machine: read whole within a bound, written whole or not at all, under names that are safe for the disk. */
export { collectBuffers } from './buffer-collection.js'
export * from './file-lock.js'
export { BufferedWriter, readOctets } from './file-octets.js'
export { makeFolder } from './make-folder.js'
export { disk, readRegularFile, readWholeFile, withoutWaiting } from './regular-file.js'
export { assertFree, giveName, writeWhole } from './whole-file.js'
