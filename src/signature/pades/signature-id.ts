import { hash } from 'node:crypto'
import type { Instant } from '#model'
import type { ByteRange } from '#pdf'

/**
 * The id of a signature in a PDF file, which has none of its own: made of the claimed time, the certificate and the byte range, as the reference makes it,
 * so that clients find the same id in old and new reports. It is a name, no digest that anything rests on. Of each number of the range only the lowest octet
 * enters it, so two signatures of a file can come to one id: `used` keeps them apart.
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
