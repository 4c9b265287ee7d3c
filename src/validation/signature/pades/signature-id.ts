import { hash } from 'node:crypto'
import type { PdfSignature } from '#readers/pdf'
import { rangeOf } from './pdf-facts.js'

/**
 * The id of a signature in a PDF file, which has no written id. It is computed from the claimed time, the certificate and the byte range in the same way as by
 * the reference service, so that clients find the same id in old and new reports. MD5 only makes a name here and protects nothing. Only the lowest octet of
 * each number of the range counts, so two signatures of a file can get the same id; a repeated id gets a number as suffix.
 *
 * @param used counts the uses of each id; updated by this function
 */
export function signatureId(signature: PdfSignature, certificate: string | null, used: Map<string, number>): string {
  const ranges = rangeOf(signature) ?? []
  const maker = md5(Buffer.from(`${signature.claimedTime ?? ''}${certificate?.toUpperCase() ?? ''}`, 'latin1'))
  const id = `id-${maker}${md5(Buffer.from(ranges.map((number) => number % 256)))}`
  const count = (used.get(id) ?? 0) + 1
  used.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}

function md5(data: Uint8Array): string {
  return hash('md5', data, 'hex')
}
