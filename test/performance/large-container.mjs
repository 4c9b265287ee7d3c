// A sound LT container of the sample trust with one data file of the size asked for. Its bytes do not compress, as those of a scanned PDF.
import { createHash } from 'node:crypto'
import { asicContainer, dataFile } from '../support/asice.ts'

/** @param {number} size bytes */
export function withDataFile(size) {
  const blocks = []
  for (let i = 0; i * 64 < size; i++) blocks.push(createHash('sha512').update(String(i)).digest())
  return asicContainer({ files: [dataFile('scan.pdf', Buffer.concat(blocks).subarray(0, size), 'application/pdf')] })
}
