import { Builder } from 'flatbuffers'
import { describe, expect, it } from 'vitest'
import { Cdoc2Error } from '#cdoc2/container'
import { limits } from '#config'
import { readHeader } from '../../../src/cdoc2/container/header/read-header.js'
import type { Capsule, Header } from '../../../src/cdoc2/container/header/recipient.js'
import { writeHeader } from '../../../src/cdoc2/container/header/write-header.js'

const octets = (length: number, value: number) => new Uint8Array(length).fill(value)

const capsules: readonly Capsule[] = [
  { kind: 'elliptic-curve', curve: 2, publicKey: octets(65, 1), senderKey: octets(65, 2) },
  { kind: 'rsa', publicKey: octets(270, 3), encryptedKek: octets(256, 4) },
  { kind: 'key-server', key: { kind: 'elliptic-curve', curve: 3, publicKey: octets(133, 5) }, serverId: 'one', transactionId: 'KC1' },
  { kind: 'key-server', key: { kind: 'rsa', publicKey: octets(270, 6) }, serverId: 'two', transactionId: 'KC2' },
  { kind: 'symmetric-key', salt: octets(32, 7) },
  { kind: 'password', salt: octets(32, 8), passwordSalt: octets(32, 9), algorithm: 1, iterations: 600_000 },
]

const header: Header = {
  payloadMethod: 1,
  recipients: capsules.map((capsule, i) => ({ capsule, label: `silt ☃ ${i}`, encryptedFmk: octets(32, i), fmkMethod: 1 })),
}

describe('a header', () => {
  it('the header of a CDOC2 container reads as it was written, every kind of recipient', () => {
    expect(readHeader(writeHeader(header, limits.cdoc2.maxHeaderLength), limits.cdoc2)).toEqual(header)
  })

  it('the header of a CDOC2 container is refused when it becomes larger than readers accept', () => {
    expect(() => writeHeader(header, 1000)).toThrow(expect.objectContaining({ code: 'header-length' }) as Error)
  })

  it('the header of a CDOC2 container is read or refused, and never an internal error, when a single octet is changed', () => {
    const written = writeHeader(header, limits.cdoc2.maxHeaderLength)
    let refused = 0
    for (let at = 0; at < written.length; at++) {
      for (const value of [0, 1, 4, 0x7f, 0x80, 0xff]) {
        const changed = Uint8Array.from(written)
        changed[at] = value
        try {
          readHeader(changed, limits.cdoc2)
        } catch (error) {
          expect(error).toBeInstanceOf(Cdoc2Error)
          refused++
        }
      }
    }
    expect(refused).toBeGreaterThan(100)
  })

  it('the header of a CDOC2 container may not name one long string so often that reading it takes all memory', () => {
    const builder = new Builder(1024)
    const label = builder.createString('x'.repeat(200_000))
    const fmk = builder.createByteVector(octets(32, 1))
    const records = Array.from({ length: 1000 }, () => {
      builder.startObject(5)
      builder.addFieldOffset(2, label, 0)
      builder.addFieldOffset(3, fmk, 0)
      return builder.endObject()
    })
    builder.startVector(4, records.length, 4)
    for (const record of records) builder.addOffset(record)
    const recipients = builder.endVector()
    builder.startObject(2)
    builder.addFieldOffset(0, recipients, 0)
    builder.finish(builder.endObject())
    expect(() => readHeader(builder.asUint8Array(), limits.cdoc2)).toThrow(/more octets than it has/)
  })

  it('the header of a CDOC2 container has no field beyond offset 32,767, where the library would read other octets than those that were checked', () => {
    const [vtable, table, field] = [8, 0x9000, 0x8010]
    const view = new DataView(new ArrayBuffer(table + 0x10000))
    const unsigned = (position: number, value: number) => view.setUint32(position, value, true)
    unsigned(0, table)
    for (const [i, value] of [6, 0xffff, field].entries()) view.setUint16(vtable + 2 * i, value, true)
    view.setInt32(table, table - vtable, true)
    // Two vectors: none of recipients where the offset leads, and a hundred thousand where it leads as a signed number.
    for (const [position, count] of [
      [table + field, 0],
      [table + field - 0x10000, 100_000],
    ] as const) {
      unsigned(position, 4)
      unsigned(position + 4, count)
    }
    expect(() => readHeader(new Uint8Array(view.buffer), limits.cdoc2)).toThrow(
      expect.objectContaining({ code: 'malformed-header' }) as Error,
    )
    // A vtable of which the library sees nothing.
    view.setUint16(vtable, 0x8000, true)
    view.setUint16(vtable + 2, 8, true)
    view.setUint16(vtable + 4, 4, true)
    expect(() => readHeader(new Uint8Array(view.buffer), limits.cdoc2)).toThrow(/vtable/)
  })

  it('the header of a CDOC2 container has no more recipients than the bound', () => {
    const written = writeHeader(header, limits.cdoc2.maxHeaderLength)
    expect(() => readHeader(written, { ...limits.cdoc2, maxRecipients: 5 })).toThrow(/6 entries; at most 5 are read/)
  })
})
