import { readFileSync } from 'node:fs'
import { Builder } from 'flatbuffers'

/** A field as a schema file declares it. */
export interface DeclaredField {
  readonly name: string
  readonly type: string
  readonly required: boolean
}

export interface DeclaredSchema {
  readonly tables: ReadonlyMap<string, readonly DeclaredField[]>
  /** Members in order; the first has the number 1. */
  readonly unions: ReadonlyMap<string, readonly string[]>
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly root: string
}

/** Reads the schema files of CDOC2. Of the language of FlatBuffers only what they use. */
export function readSchema(...files: readonly URL[]): DeclaredSchema {
  const text = files.map((file) => readFileSync(file, 'utf8').replace(/\/\/.*$/gm, '')).join('\n')
  const bodies = (keyword: string) =>
    [...text.matchAll(new RegExp(`\\b${keyword} (\\w+)(?: : byte)? \\{([^}]*)\\}`, 'g'))].map(
      ([, name = '', body = '']) => [name, body] as const,
    )
  const list = (body: string) =>
    body
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  return {
    tables: new Map(
      bodies('table').map(([name, body]) => [
        name,
        [...body.matchAll(/(\w+): ([^;(]+?)\s*(\(required\))?;/g)].map(([, field = '', type = '', required]) => ({
          name: field,
          type,
          required: required !== undefined,
        })),
      ]),
    ),
    unions: new Map(bodies('union').map(([name, body]) => [name, list(body).map((member) => member.split('.').at(-1) ?? '')])),
    enums: new Map(
      bodies('enum').map(([name, body]) => [
        name,
        new Map(list(body).map((value) => [value.split('=')[0]?.trim() ?? '', Number(value.split('=')[1])])),
      ]),
    ),
    root: /root_type (\w+);/.exec(text)?.[1] ?? '',
  }
}

export type SchemaValue = number | string | Uint8Array | readonly SchemaTable[] | SchemaTable
/** Values of a table by the names of the schema; a union is `{ is: member, … }`. */
export interface SchemaTable {
  readonly is?: string
  readonly [field: string]: SchemaValue | undefined
}

/** Writes a table by the schema alone, without the tables of the product. */
export function writeBySchema(schema: DeclaredSchema, root: SchemaTable): Uint8Array {
  const builder = new Builder(1024)
  builder.finish(writeTable(builder, schema, schema.root, root))
  return builder.asUint8Array().slice()
}

function writeTable(builder: Builder, schema: DeclaredSchema, name: string, values: SchemaTable): number {
  const slots: ((slot: number) => void)[] = []
  for (const { name: field, type } of schema.tables.get(name) ?? []) {
    const value = values[field]
    const union = schema.unions.get(type)
    if (union !== undefined) {
      const member = (value as SchemaTable).is ?? ''
      const offset = writeTable(builder, schema, member, value as SchemaTable)
      slots.push((slot) => builder.addFieldInt8(slot, union.indexOf(member) + 1, 0))
      slots.push((slot) => builder.addFieldOffset(slot, offset, 0))
    } else if (typeof value === 'number') {
      slots.push((slot) => (type === 'int32' ? builder.addFieldInt32(slot, value, 0) : builder.addFieldInt8(slot, value, 0)))
    } else {
      const offset = offsetOf(builder, schema, type, value)
      slots.push((slot) => builder.addFieldOffset(slot, offset, 0))
    }
  }
  builder.startObject(slots.length)
  for (const [slot, write] of slots.entries()) write(slot)
  return builder.endObject()
}

function offsetOf(builder: Builder, schema: DeclaredSchema, type: string, value: SchemaValue | undefined): number {
  if (typeof value === 'string') return builder.createString(value)
  if (value instanceof Uint8Array) return builder.createByteVector(value)
  if (!Array.isArray(value)) throw new Error(`no value for the type ${type}`)
  const offsets = (value as readonly SchemaTable[]).map((each) => writeTable(builder, schema, type.slice(1, -1), each))
  builder.startVector(4, offsets.length, 4)
  for (const offset of offsets.toReversed()) builder.addOffset(offset)
  return builder.endVector()
}
