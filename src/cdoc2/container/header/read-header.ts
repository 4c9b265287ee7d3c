import { ByteBuffer } from 'flatbuffers'
import { checkTables, type HeaderLimits } from './check-tables.js'
import type { Capsule, Header, KeyShare, Recipient } from './recipient.js'
import { slotOf } from './tables.js'

/**
 * Reads a header. Octets in the result are copies.
 *
 * @throws Cdoc2Error `malformed-header`
 */
export function readHeader(octets: Uint8Array, limits: HeaderLimits): Header {
  checkTables(octets, limits)
  const buffer = new ByteBuffer(octets)
  const header = new TableReader(buffer, buffer.__indirect(0))
  return { payloadMethod: header.octet(1), recipients: header.tables(0).map(readRecipient) }
}

function readRecipient(record: TableReader): Recipient {
  return {
    capsule: readCapsule(record.octet(0), record.table(1)),
    label: record.text(2),
    encryptedFmk: record.octets(3),
    fmkMethod: record.octet(4),
  }
}

function readCapsule(member: number, capsule: TableReader | null): Capsule {
  if (capsule === null) return { kind: 'unknown', member }
  switch (member) {
    case 1:
      return { kind: 'elliptic-curve', curve: capsule.octet(0), publicKey: capsule.octets(1), senderKey: capsule.octets(2) }
    case 2:
      return { kind: 'rsa', publicKey: capsule.octets(0), encryptedKek: capsule.octets(1) }
    case 3:
      return {
        kind: 'key-server',
        key: readServerKey(capsule.octet(0), capsule.table(1)),
        serverId: capsule.text(2),
        transactionId: capsule.text(3),
      }
    case 4:
      return { kind: 'symmetric-key', salt: capsule.octets(0) }
    case 5:
      return {
        kind: 'password',
        salt: capsule.octets(0),
        passwordSalt: capsule.octets(1),
        algorithm: capsule.octet(2),
        iterations: capsule.int32(3),
      }
    case 6:
      return {
        kind: 'key-shares',
        shares: capsule.tables(0).map((share): KeyShare => ({ serverBaseUrl: share.text(0), shareId: share.text(1) })),
        salt: capsule.octets(1),
        recipientType: capsule.octet(2),
        scheme: capsule.octet(3),
        recipientId: capsule.text(4),
      }
    default:
      return { kind: 'unknown', member }
  }
}

function readServerKey(member: number, key: TableReader | null): Extract<Capsule, { kind: 'key-server' }>['key'] {
  if (key === null) return null
  if (member === 1) return { kind: 'elliptic-curve', curve: key.octet(0), publicKey: key.octets(1) }
  return member === 2 ? { kind: 'rsa', publicKey: key.octets(0) } : null
}

/** Reads the fields of one table by their index. `checkTables` has checked every offset, so the readers of `flatbuffers` stay inside the header. */
class TableReader {
  readonly #buffer: ByteBuffer
  readonly #position: number

  constructor(buffer: ByteBuffer, position: number) {
    this.#buffer = buffer
    this.#position = position
  }

  /** 0, the default of every enumeration, when the field is absent. */
  octet(index: number): number {
    const at = this.#field(index)
    return at === null ? 0 : this.#buffer.readUint8(at)
  }

  int32(index: number): number {
    const at = this.#field(index)
    return at === null ? 0 : this.#buffer.readInt32(at)
  }

  text(index: number): string {
    return Buffer.from(this.octets(index)).toString('utf8')
  }

  octets(index: number): Uint8Array {
    const at = this.#field(index)
    if (at === null) return new Uint8Array(0)
    const start = this.#buffer.__vector(at)
    return this.#buffer.bytes().slice(start, start + this.#buffer.__vector_len(at))
  }

  table(index: number): TableReader | null {
    const at = this.#field(index)
    return at === null ? null : new TableReader(this.#buffer, this.#buffer.__indirect(at))
  }

  tables(index: number): readonly TableReader[] {
    const at = this.#field(index)
    if (at === null) return []
    const start = this.#buffer.__vector(at)
    return Array.from(
      { length: this.#buffer.__vector_len(at) },
      (_, i) => new TableReader(this.#buffer, this.#buffer.__indirect(start + 4 * i)),
    )
  }

  #field(index: number): number | null {
    const offset = this.#buffer.__offset(this.#position, slotOf(index))
    return offset === 0 ? null : this.#position + offset
  }
}
