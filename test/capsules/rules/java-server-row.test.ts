import { describe, expect, it } from 'vitest'
import { type JavaServerRow, readJavaServerRow } from '#capsules/rules'

const row: JavaServerRow = {
  transaction_id: 'KCd9c0c4fd0cc9922217644ed08e78009a',
  recipient: '\\x0401',
  payload: '\\x0402ff',
  capsule_type: 'SECP384R1',
  expiry_time: '2027-05-22 08:04:59.123456',
  expiry_time_adjusted: 'true',
}

describe('A row of the Java capsule server', () => {
  it('a row of the Java capsule server becomes a record, its expiry truncated to milliseconds', () => {
    expect(readJavaServerRow(row)).toEqual({
      kind: 'stored',
      capsule: {
        id: row.transaction_id,
        type: 'ecc_secp384r1',
        recipient: Buffer.from('0401', 'hex'),
        keyMaterial: Buffer.from('0402ff', 'hex'),
        expiry: Date.UTC(2027, 4, 22, 8, 4, 59, 123),
        adjusted: true,
      },
    })
  })

  it('a row of the Java capsule server without an expiry, from before release 1.3, becomes a record that is not deleted either', () => {
    expect(readJavaServerRow({ ...row, capsule_type: 'RSA', payload: '\\x', expiry_time: null, expiry_time_adjusted: null })).toMatchObject(
      {
        capsule: { type: 'rsa', keyMaterial: Buffer.alloc(0), expiry: Date.UTC(9999, 11, 31, 23, 59, 59), adjusted: false },
      },
    )
  })

  it.each<[string, Partial<JavaServerRow>, string]>([
    ['an unknown type', { capsule_type: 'SECP999' }, 'capsule_type is none that this release knows'],
    ['an id of another form', { transaction_id: '../etc' }, 'transaction_id is not 18 to 34 letters and digits'],
    ['a recipient that is no bytea', { recipient: '\\xzz' }, 'recipient is not bytea in hex of the permitted length'],
    ['no recipient', { recipient: '\\x' }, 'recipient is not bytea in hex of the permitted length'],
    ['a payload that is too long', { payload: `\\x${'04'.repeat(2_101)}` }, 'payload is not bytea in hex of the permitted length'],
    ['a date that does not exist', { expiry_time: '2027-13-22 08:04:59' }, 'expiry_time is not a time'],
    ['another word for true', { expiry_time_adjusted: 'yes' }, 'expiry_time_adjusted is not true or false'],
  ])('a row of the Java capsule server with %s is refused with a phrase that names the column', (_, change, phrase) => {
    expect(readJavaServerRow({ ...row, ...change })).toBe(phrase)
  })
})
