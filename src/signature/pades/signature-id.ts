import { hash } from 'node:crypto'
import type { Instant } from '#model'
import type { ByteRange } from '#pdf'

/**
 * The id of a signature in a PDF file, where none is written: computed from the claimed time, the certificate and the byte range as the reference service
 * does, so that clients find the same id in old and new reports. MD5 makes a name here and protects nothing. Of each number of the range only the lowest
 * octet counts, so two signatures of a file can get the same id; `used` counts the uses, and a repeated id gets a number behind it.
 */
export function signatureId(
  claimedTime: Instant | null,
  certificate: string | null,
  range: ByteRange | null,
  used: Map<string, number>,
): string {
  const ranges = range === null ? [] : [range.firstStart, range.firstLength, range.secondStart, range.secondLength]
  const maker = md5(Buffer.from(`${claimedTime ?? ''}${certificate?.toUpperCase() ?? ''}`, 'latin1'))
  const id = `id-${maker}${md5(Buffer.from(ranges.map((number) => number % 256)))}`
  const count = (used.get(id) ?? 0) + 1
  used.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}

function md5(data: Uint8Array): string {
  return hash('md5', data, 'hex')
}
