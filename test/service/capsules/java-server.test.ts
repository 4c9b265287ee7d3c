import { describe, expect, it } from 'vitest'
import { readTransferLine } from '#capsule'
import { DumpUnreadable, javaServerDump } from '#service/capsules'

const columns = 'transaction_id, recipient, payload, capsule_type, created_at, expiry_time, expiry_time_adjusted'
const id = 'KCd9c0c4fd0cc9922217644ed08e78009a'
const other = 'KC2cb1cb1fa715e7b3909047c0942b3a95'
const rows = [
  [id, '\\\\x0401', '\\\\x0402ff', 'SECP384R1', '2026-05-01 10:00:00+00', '2027-05-22 08:04:59.123456', 't'],
  [other, '\\\\x3082', '\\\\x', 'RSA', '2023-01-01 10:00:00+00', '\\N', 'f'],
]
const sql = (lines: readonly string[]) =>
  [
    '--',
    '-- PostgreSQL database dump',
    'SET client_encoding = "UTF8";',
    'COPY public.databasechangelog (id) FROM stdin;',
    'x',
    '\\.',
    ...lines,
    '',
  ].join('\n')
const table = [`COPY public.cdoc2_capsule (${columns}) FROM stdin;`, ...rows.map((row) => row.join('\t')), '\\.']

async function read(text: string) {
  const lines: unknown[] = []
  async function* pieces() {
    // Pieces that end inside of lines.
    for (let at = 0; at < text.length; at += 37) yield await Promise.resolve(text.slice(at, at + 37))
  }
  for await (const line of javaServerDump(pieces())) lines.push(readTransferLine(line.trimEnd()))
  return lines
}

const expected = [
  {
    kind: 'record',
    record: {
      kind: 'stored',
      capsule: {
        id,
        type: 'ecc_secp384r1',
        recipient: Buffer.from('0401', 'hex'),
        keyMaterial: Buffer.from('0402ff', 'hex'),
        expiry: Date.UTC(2027, 4, 22, 8, 4, 59, 123),
        adjusted: true,
      },
    },
  },
  {
    kind: 'record',
    record: {
      kind: 'stored',
      capsule: {
        id: other,
        type: 'rsa',
        recipient: Buffer.from('3082', 'hex'),
        keyMaterial: Buffer.alloc(0),
        // A capsule that never expires there is not deleted here either.
        expiry: Date.UTC(9999, 11, 31, 23, 59, 59),
        adjusted: false,
      },
    },
  },
  { kind: 'end', records: 2 },
]

describe('a dump of the Java capsule server', () => {
  it('is read from plain SQL', async () => {
    expect(await read(sql(table))).toEqual(expected)
  })

  it.each([
    ['with a header', [columns.replaceAll(' ', '')]],
    ['without a header', []],
  ])('is read from CSV %s', async (_, header) => {
    const csv = rows.map((row) => row.map((value) => (value === '\\N' ? '' : value.replace('\\\\', '\\'))).join(','))
    expect(await read([...header, ...csv, ''].join('\n'))).toEqual(expected)
  })

  it('of an early release has fewer columns', async () => {
    const early = rows.map((row) => row.slice(0, 5).join('\t'))
    const text = sql([
      `COPY public.cdoc2_capsule (transaction_id, recipient, payload, capsule_type, created_at) FROM stdin;`,
      ...early,
      '\\.',
    ])
    expect(await read(text)).toHaveLength(3)
  })

  it.each([
    ['was cut off', sql(table.slice(0, -1)), /it was cut off/],
    ['has a line that no capsule has before its table', sql(['x'.repeat(20_000), ...table]), /line 7: it is longer than any capsule/],
    ['has a row that no capsule has', sql(table.map((line) => line.replace('0402ff', '04'.repeat(9_000)))), /line 8: it is longer/],
    ['was cut off inside a row', sql(table).slice(0, -60), /values for 7 columns|not bytea|cut off/],
    ['has no such table', sql([]), /no COPY of the table/],
    ['was made with --inserts', sql([`INSERT INTO public.cdoc2_capsule VALUES ('${id}');`]), /--inserts/],
    ['has another type', sql(table).replace('SECP384R1', 'SECP999'), /line 8: capsule_type/],
    ['has an id of another form', sql(table).replace(id, '../etc'), /transaction_id/],
    ['has no bytea', sql(table).replace('x0401', 'xzz'), /recipient is not bytea/],
    ['has no time', sql(table).replace('2027-05-22', '2027-13-22'), /expiry_time is not a time/],
  ])('is refused when it %s', async (_, text, sentence) => {
    await expect(read(text)).rejects.toThrow(sentence)
    await expect(read(text)).rejects.toBeInstanceOf(DumpUnreadable)
  })
})
