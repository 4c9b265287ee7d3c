import { Cdoc2Error } from '../cdoc2-error.js'
import { headerTable, slotOf, type Table } from './tables.js'

/** Bounds of a header. Octets and counts. */
export interface HeaderLimits {
  /** Octets of the header itself. */
  readonly maxHeaderLength: number
  readonly maxRecipients: number
  readonly maxKeyShares: number
}

/**
 * Follows every offset of a FlatBuffers header before it is read. The `flatbuffers` package trusts its input; after this check that is safe: each table,
 * vtable, vector and string of the schema lies inside the header, strings end in a zero octet and are UTF-8, and required fields are present.
 *
 * Several offsets may lead to the same octets. A header of 1 MiB could refer to one long string 250,000 times, so the octets of all fields are counted, and
 * their sum may be at most four times the length of the header.
 *
 * @throws Cdoc2Error `malformed-header`
 */
export function checkTables(header: Uint8Array, limits: HeaderLimits): void {
  const check = new Check(header, limits)
  check.table(check.offset(0), headerTable)
}

const OFFSET = 4
/**
 * In the format, lengths and offsets of a vtable are unsigned; the `flatbuffers` package reads them as signed numbers. No table of the schema has 40 octets.
 */
const MAX_TABLE_LENGTH = 0x7fff
/** Writers may share equal strings and vtables between recipients; no known writer shares octets more than four times. */
const MAX_SHARING = 4

class Check {
  readonly #view: DataView
  readonly #limits: HeaderLimits
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true })
  #octetsLeft: number

  constructor(header: Uint8Array, limits: HeaderLimits) {
    this.#view = new DataView(header.buffer, header.byteOffset, header.byteLength)
    this.#limits = limits
    this.#octetsLeft = header.byteLength * MAX_SHARING
  }

  table(position: number, table: Table): void {
    const positions = this.#fieldPositions(position, table)
    table.fields.forEach((field, index) => {
      const at = positions[index] ?? null
      const what = `${field.name} of ${table.name}`
      switch (field.kind) {
        case 'scalar':
          return
        case 'union': {
          const before = positions[index - 1] ?? null
          this.#union(before === null ? 0 : this.#view.getUint8(before), at, field.members, what)
          return
        }
        case 'tables':
          if (at !== null) this.#tables(at, field.table, what)
          else if (field.required) throw malformed(`${what} is required and absent`)
          return
        case 'string':
        case 'octets':
          if (at === null) throw malformed(`${what} is required and absent`)
          this.#octets(at, field.kind === 'string', what)
      }
    })
  }

  /** The target of the offset at a position. */
  offset(position: number): number {
    this.#inside(position, OFFSET, 'offset')
    const target = position + this.#view.getUint32(position, true)
    if (target <= position) throw malformed(`the offset at ${position} refers to itself`)
    this.#inside(target, OFFSET, `the target of the offset at ${position}`)
    return target
  }

  /** Positions of the fields of a table; null for an absent field. */
  #fieldPositions(position: number, { name, fields }: Table): readonly (number | null)[] {
    const vtable = position - this.#view.getInt32(position, true)
    this.#inside(vtable, 4, `vtable of ${name}`)
    const vtableLength = this.#view.getUint16(vtable, true)
    const length = this.#view.getUint16(vtable + 2, true)
    if (vtableLength < 4 || vtableLength % 2 !== 0 || vtableLength > MAX_TABLE_LENGTH)
      throw malformed(`the vtable of ${name} has ${vtableLength} octets`)
    if (length > MAX_TABLE_LENGTH) throw malformed(`the vtable of ${name} states ${length} octets of the table`)
    this.#inside(vtable, vtableLength, `vtable of ${name}`)
    this.#inside(position, length, name)
    this.#count(vtableLength + length)
    return fields.map((field, index) => {
      const slot = slotOf(index)
      const offset = slot + 2 > vtableLength ? 0 : this.#view.getUint16(vtable + slot, true)
      if (offset === 0) return null
      const width = field.kind === 'scalar' ? field.size : OFFSET
      if (offset < OFFSET || offset + width > length) throw malformed(`${field.name} of ${name} is outside its table`)
      return position + offset
    })
  }

  #tables(at: number, table: Table, what: string): void {
    const start = this.offset(at)
    const count = this.#view.getUint32(start, true)
    const maxCount = table.name === 'KeyShare' ? this.#limits.maxKeyShares : this.#limits.maxRecipients
    if (count > maxCount) throw malformed(`${what} has ${count} entries; at most ${maxCount} are read`)
    this.#inside(start + OFFSET, count * OFFSET, what)
    for (let i = 0; i < count; i++) this.table(this.offset(start + OFFSET + i * OFFSET), table)
  }

  #octets(at: number, isText: boolean, what: string): void {
    const start = this.offset(at)
    const count = this.#view.getUint32(start, true)
    this.#inside(start + OFFSET, isText ? count + 1 : count, what)
    this.#count(count)
    if (!isText) return
    if (this.#view.getUint8(start + OFFSET + count) !== 0) throw malformed(`${what} does not end in a zero octet`)
    try {
      this.#utf8.decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + start + OFFSET, count))
    } catch (cause) {
      throw malformed(`${what} is not UTF-8`, { cause })
    }
  }

  /** A table of a member that is newer than this schema cannot be checked, and is never read. */
  #union(member: number, at: number | null, members: readonly (Table | null)[], what: string): void {
    if ((member === 0) !== (at === null)) throw malformed(`${what} is a union with only one of its two parts`)
    if (at === null) return
    const table = members[member] ?? null
    const target = this.offset(at)
    if (table !== null) this.table(target, table)
  }

  #inside(start: number, length: number, what: string): void {
    if (start < 0 || start + length > this.#view.byteLength) throw malformed(`${what} is outside the header`)
  }

  #count(octets: number): void {
    this.#octetsLeft -= octets
    if (this.#octetsLeft < 0) throw malformed('its fields name more octets than it has')
  }
}

function malformed(what: string, options?: ErrorOptions): Cdoc2Error {
  return new Cdoc2Error('malformed-header', `The header is damaged: ${what}`, options)
}
