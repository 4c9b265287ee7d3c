import { createHmac, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '#config'
import { writePrelude } from '../../../src/cdoc2/container/envelope.js'
import { readHeader } from '../../../src/cdoc2/container/header/read-header.js'
import {
  curveOf,
  FMK_METHOD_XOR,
  KDF_PBKDF2_HMAC_SHA256,
  PAYLOAD_METHOD_CHACHA20_POLY1305,
} from '../../../src/cdoc2/container/header/recipient.js'
import { type Field, headerTable, type Table } from '../../../src/cdoc2/container/header/tables.js'
import { run } from '../../interfaces/cli/run-in-process.js'
import { type DeclaredField, readSchema, type SchemaTable, writeBySchema } from '../../support/flatbuffers-schema.js'

const fileOf = (name: string) => new URL(`../../../src/cdoc2/container/${name}.fbs`, import.meta.url)
const schema = readSchema(fileOf('header'), fileOf('recipients'))

/** Every table that the code knows, by name. */
function tablesBelow(table: Table, found = new Map<string, Table>()): ReadonlyMap<string, Table> {
  found.set(table.name, table)
  for (const field of table.fields) {
    const below = field.kind === 'tables' ? [field.table] : field.kind === 'union' ? field.members.filter((member) => member !== null) : []
    for (const each of below) tablesBelow(each, found)
  }
  return found
}

/** The fields of a table of the code in the form of the schema: a union is one field there. */
function declarationOf({ fields }: Table): readonly DeclaredField[] {
  return fields.flatMap((field, index) => {
    const next = fields[index + 1]
    if (next?.kind === 'union') {
      expect(field).toEqual({ name: `${next.name}_type`, kind: 'scalar', size: 1 })
      return []
    }
    return [{ name: field.name, type: typeOf(field), required: field.kind === 'tables' ? field.required : isRequired(field) }]
  })
}

const isRequired = ({ kind }: Field) => kind === 'string' || kind === 'octets'

function typeOf(field: Field): string {
  switch (field.kind) {
    case 'scalar':
      return field.size === 4 ? 'int32' : 'byte'
    case 'string':
      return 'string'
    case 'octets':
      return '[ubyte]'
    case 'tables':
      return `[${field.table.name}]`
    case 'union':
      return field.members.map((member) => member?.name ?? 'NONE').join(' | ')
  }
}

/** The same of the schema file: enumerations are octets, a union is the list of its members. */
function resolved({ name, type, required }: DeclaredField): DeclaredField {
  const union = schema.unions.get(type)
  return { name, type: schema.enums.has(type) ? 'byte' : union === undefined ? type : ['NONE', ...union].join(' | '), required }
}

const octets = (length: number, value: number) => new Uint8Array(length).fill(value)
const record = (capsule: SchemaTable): SchemaTable => ({
  capsule,
  key_label: 'silt',
  encrypted_fmk: octets(32, 1),
  fmk_encryption_method: 1,
})
const shares: SchemaTable = {
  is: 'KeySharesCapsule',
  shares: [
    { server_base_url: 'https://one.example', share_id: 'a1' },
    { server_base_url: 'https://two.example', share_id: 'b2' },
  ],
  salt: octets(32, 9),
  recipient_type: 1,
  shares_scheme: 1,
  recipient_id: 'etsi/PNOEE-48001010000',
}
const everyKind: readonly SchemaTable[] = [
  { is: 'ECCPublicKeyCapsule', curve: 3, recipient_public_key: octets(133, 2), sender_public_key: octets(133, 3) },
  { is: 'RSAPublicKeyCapsule', recipient_public_key: octets(270, 4), encrypted_kek: octets(256, 5) },
  {
    is: 'KeyServerCapsule',
    recipient_key_details: { is: 'EccKeyDetails', curve: 2, recipient_public_key: octets(65, 6) },
    keyserver_id: 'one',
    transaction_id: 'KC1',
  },
  {
    is: 'KeyServerCapsule',
    recipient_key_details: { is: 'RsaKeyDetails', recipient_public_key: octets(270, 7) },
    keyserver_id: 'two',
    transaction_id: 'KC2',
  },
  { is: 'SymmetricKeyCapsule', salt: octets(32, 8) },
  { is: 'PBKDF2Capsule', salt: octets(32, 9), password_salt: octets(32, 10), kdf_algorithm_identifier: 1, kdf_iterations: 600_000 },
  shares,
]
const headerOf = (capsules: readonly SchemaTable[]) =>
  writeBySchema(schema, { recipients: capsules.map(record), payload_encryption_method: 1 })

const folder = mkdtempSync(join(tmpdir(), 'allkiri-fbs-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the schema files of the container', () => {
  it('the schema files of the container have the tables of the code and no others, with their fields in order', () => {
    const tables = tablesBelow(headerTable)
    expect([...tables.keys()].sort()).toEqual([...schema.tables.keys()].sort())
    expect(schema.root).toBe(headerTable.name)
    for (const [name, fields] of schema.tables) {
      const table = tables.get(name)
      if (table === undefined) throw new Error(`the code has no table ${name}`)
      expect(declarationOf(table), name).toEqual(fields.map(resolved))
    }
  })

  it('the schema files of the container have the numbers of the code', () => {
    const curves = schema.enums.get('EllipticCurve') ?? new Map<string, number>()
    expect([...curves]).toEqual([['UNKNOWN', 0], ...[1, 2, 3].map((number) => [curveOf(number), number])])
    expect(curveOf(curves.size)).toBeNull()
    expect(schema.enums.get('FMKEncryptionMethod')?.get('XOR')).toBe(FMK_METHOD_XOR)
    expect(schema.enums.get('PayloadEncryptionMethod')?.get('CHACHA20POLY1305')).toBe(PAYLOAD_METHOD_CHACHA20_POLY1305)
    expect(schema.enums.get('KDFAlgorithmIdentifier')?.get('PBKDF2WithHmacSHA256')).toBe(KDF_PBKDF2_HMAC_SHA256)
  })

  it('the schema files of the container describe headers that are read field by field, every kind of recipient', () => {
    const { payloadMethod, recipients } = readHeader(headerOf(everyKind), limits.cdoc2)
    expect(payloadMethod).toBe(1)
    for (const { label, encryptedFmk, fmkMethod } of recipients)
      expect({ label, encryptedFmk, fmkMethod }).toEqual({ label: 'silt', encryptedFmk: octets(32, 1), fmkMethod: 1 })
    expect(recipients.map(({ capsule }) => capsule)).toEqual([
      { kind: 'elliptic-curve', curve: 3, publicKey: octets(133, 2), senderKey: octets(133, 3) },
      { kind: 'rsa', publicKey: octets(270, 4), encryptedKek: octets(256, 5) },
      { kind: 'key-server', key: { kind: 'elliptic-curve', curve: 2, publicKey: octets(65, 6) }, serverId: 'one', transactionId: 'KC1' },
      { kind: 'key-server', key: { kind: 'rsa', publicKey: octets(270, 7) }, serverId: 'two', transactionId: 'KC2' },
      { kind: 'symmetric-key', salt: octets(32, 8) },
      { kind: 'password', salt: octets(32, 9), passwordSalt: octets(32, 10), algorithm: 1, iterations: 600_000 },
      {
        kind: 'key-shares',
        shares: [
          { serverBaseUrl: 'https://one.example', shareId: 'a1' },
          { serverBaseUrl: 'https://two.example', shareId: 'b2' },
        ],
        salt: octets(32, 9),
        recipientType: 1,
        scheme: 1,
        recipientId: 'etsi/PNOEE-48001010000',
      },
    ])
  })
})

describe('a container with a KeySharesCapsule', () => {
  it('a container with a KeySharesCapsule is listed, and refused by name with every kind of secret', async () => {
    const header = headerOf([shares])
    const hmac = createHmac('sha256', octets(32, 1)).update(header).digest()
    const path = join(folder, 'osakud.cdoc2')
    writeFileSync(path, Buffer.concat([writePrelude(header.length), header, hmac, Buffer.alloc(60)]))
    writeFileSync(join(folder, 'secret'), Buffer.alloc(32, 7).toString('base64'))
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    writeFileSync(join(folder, 'key'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
    const listed = await run(['cdoc2', 'list', path])
    expect(listed).toMatchObject({ status: 0, err: '' })
    expect(listed.out).toContain('silt: key-shares, 2 shares, etsi/PNOEE-48001010000\n')
    for (const way of [
      ['--secret', join(folder, 'secret')],
      ['--password-env', 'SALASONA'],
      ['--key', join(folder, 'key')],
    ]) {
      const { status, err } = await run(['cdoc2', 'decrypt', path, ...way, '--out', join(folder, 'out')], { SALASONA: 'salasona-17' })
      expect(status).toBe(2)
      expect(err).toMatch(/split between share servers \(KeySharesCapsule: Smart-ID, Mobile-ID\)/)
    }
  })
})
