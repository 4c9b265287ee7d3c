import { Builder } from 'flatbuffers'
import { Cdoc2Error } from '../cdoc2-error.js'
import type { Capsule, Header, Recipient } from './recipient.js'

/**
 * Writes a header of schema 2.1.
 *
 * @throws Cdoc2Error `header-length` when it would be longer than readers accept; `unsupported-recipient` for a recipient that cannot be written
 */
export function writeHeader(header: Header, maxHeaderLength: number): Uint8Array {
  const builder = new Builder(1024)
  // Everything that a table refers to is written before the table itself: FlatBuffers are built from the end.
  const records = header.recipients.map((recipient) => writeRecipient(builder, recipient))
  const recipients = writeTables(builder, records)
  builder.startObject(2)
  builder.addFieldOffset(0, recipients, 0)
  builder.addFieldInt8(1, header.payloadMethod, 0)
  builder.finish(builder.endObject())
  const octets = builder.asUint8Array().slice()
  if (octets.length > maxHeaderLength)
    throw new Cdoc2Error(
      'header-length',
      `The header would have ${octets.length} octets, and ${maxHeaderLength} are read: name fewer recipients`,
    )
  return octets
}

function writeRecipient(builder: Builder, { capsule, label, encryptedFmk, fmkMethod }: Recipient): number {
  const written = writeCapsule(builder, capsule)
  const labelOffset = builder.createString(label)
  const fmk = builder.createByteVector(encryptedFmk)
  builder.startObject(5)
  builder.addFieldInt8(0, written.member, 0)
  builder.addFieldOffset(1, written.offset, 0)
  builder.addFieldOffset(2, labelOffset, 0)
  builder.addFieldOffset(3, fmk, 0)
  builder.addFieldInt8(4, fmkMethod, 0)
  return builder.endObject()
}

/** Number of the member in the union, and offset of its table in the builder. */
interface WrittenUnion {
  readonly member: number
  readonly offset: number
}

function writeCapsule(builder: Builder, capsule: Capsule): WrittenUnion {
  switch (capsule.kind) {
    case 'elliptic-curve':
      return { member: 1, offset: writeCurveKey(builder, capsule.curve, [capsule.publicKey, capsule.senderKey]) }
    case 'rsa':
      return { member: 2, offset: writeOctets(builder, [capsule.publicKey, capsule.encryptedKek]) }
    case 'key-server':
      return { member: 3, offset: writeKeyServer(builder, capsule) }
    case 'symmetric-key':
      return { member: 4, offset: writeOctets(builder, [capsule.salt]) }
    case 'password': {
      const salt = builder.createByteVector(capsule.salt)
      const passwordSalt = builder.createByteVector(capsule.passwordSalt)
      builder.startObject(4)
      builder.addFieldOffset(0, salt, 0)
      builder.addFieldOffset(1, passwordSalt, 0)
      builder.addFieldInt8(2, capsule.algorithm, 0)
      builder.addFieldInt32(3, capsule.iterations, 0)
      return { member: 5, offset: builder.endObject() }
    }
    case 'key-shares':
    case 'unknown':
      throw new Cdoc2Error('unsupported-recipient', `A recipient of the kind ${capsule.kind} cannot be written`)
  }
}

function writeKeyServer(builder: Builder, { key, serverId, transactionId }: Extract<Capsule, { kind: 'key-server' }>): number {
  if (key === null) throw new Cdoc2Error('unsupported-recipient', 'A key server recipient needs the key of the recipient')
  const details = key.kind === 'rsa' ? writeOctets(builder, [key.publicKey]) : writeCurveKey(builder, key.curve, [key.publicKey])
  const server = builder.createString(serverId)
  const transaction = builder.createString(transactionId)
  builder.startObject(4)
  builder.addFieldInt8(0, key.kind === 'rsa' ? 2 : 1, 0)
  builder.addFieldOffset(1, details, 0)
  builder.addFieldOffset(2, server, 0)
  builder.addFieldOffset(3, transaction, 0)
  return builder.endObject()
}

/** Writes a table whose first field is the number of a curve and whose other fields are octets. */
function writeCurveKey(builder: Builder, curve: number, values: readonly Uint8Array[]): number {
  const vectors = values.map((value) => builder.createByteVector(value))
  builder.startObject(1 + vectors.length)
  builder.addFieldInt8(0, curve, 0)
  vectors.forEach((vector, i) => {
    builder.addFieldOffset(1 + i, vector, 0)
  })
  return builder.endObject()
}

function writeOctets(builder: Builder, values: readonly Uint8Array[]): number {
  const vectors = values.map((value) => builder.createByteVector(value))
  builder.startObject(vectors.length)
  vectors.forEach((vector, i) => {
    builder.addFieldOffset(i, vector, 0)
  })
  return builder.endObject()
}

function writeTables(builder: Builder, tables: readonly number[]): number {
  builder.startVector(4, tables.length, 4)
  for (const table of tables.toReversed()) builder.addOffset(table)
  return builder.endVector()
}
