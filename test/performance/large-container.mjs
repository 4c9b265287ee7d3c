// A sound LT container of the sample trust with one data file of the size asked for. Its bytes do not compress, as those of a scanned PDF.
import { createHash } from 'node:crypto'
import { asicContainer, dataFile } from '../support/asice.ts'
import { ddocContainer, ddocFile } from '../support/ddoc/container.ts'

/** @param {number} size bytes */
export function withDataFile(size) {
  return asicContainer({ files: [dataFile('scan.pdf', scan(size), 'application/pdf')] })
}

/** The same as a document of DIGIDOC-XML 1.3. */
export function ddocWithDataFile(size, signatures) {
  return ddocContainer({ files: [ddocFile('scan.pdf', scan(size), 'application/pdf')], signatures: Array(signatures).fill({}) })
}

/** Octets that do not compress; each number gives others. */
export function scan(size, number = 0) {
  const blocks = []
  for (let i = 0; i * 64 < size; i++)
    blocks.push(
      createHash('sha512')
        .update(`${number === 0 ? '' : `${number} `}${i}`)
        .digest(),
    )
  return Buffer.concat(blocks).subarray(0, size)
}
