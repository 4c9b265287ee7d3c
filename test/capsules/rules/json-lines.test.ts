import { describe, expect, it } from 'vitest'
import { type CapsuleRecord, readTransferLine, writeEnd, writeRecord } from '#capsules/rules'

const stored: CapsuleRecord = {
  kind: 'stored',
  capsule: {
    id: 'KC0123456789abcdef0123456789abcdef',
    type: 'rsa',
    recipient: Buffer.alloc(270, 0xfb),
    keyMaterial: Buffer.alloc(0),
    expiry: 1_900_000_000_123,
    adjusted: true,
  },
}
const deleted: CapsuleRecord = { kind: 'deleted', capsule: { id: 'KC0123456789abcdef', expiry: 1_900_000_000_000, adjusted: false } }
const line = JSON.parse(writeRecord(stored)) as Record<string, unknown>
const with_ = (changes: Record<string, unknown>) => JSON.stringify({ ...line, ...changes })

describe('lines of an export', () => {
  it('lines of an export of capsules are read back unchanged', () => {
    expect(readTransferLine(writeRecord(stored))).toEqual({ kind: 'record', record: stored })
    expect(readTransferLine(writeRecord(deleted))).toEqual({ kind: 'record', record: deleted })
    expect(readTransferLine(writeEnd(17))).toEqual({ kind: 'end', records: 17 })
  })

  it('lines of an export of capsules have the names and forms of the interface', () => {
    expect(line).toMatchObject({
      transaction_id: 'KC0123456789abcdef0123456789abcdef',
      expiry_time: '2030-03-17T17:46:40.123Z',
      expiry_time_adjusted: true,
      capsule_type: 'rsa',
      ephemeral_key_material: '',
    })
  })

  it.each([
    ['no JSON', '{"transaction_id":', /not a JSON object/],
    ['an array', '[]', /not a JSON object/],
    ['an empty line', '', /not a JSON object/],
    ['no id', with_({ transaction_id: undefined }), /transaction_id/],
    ['an id that is none', with_({ transaction_id: '../x' }), /transaction_id/],
    ['a time without a zone', with_({ expiry_time: '2030-01-01T00:00:00' }), /expiry_time/],
    ['a flag in words', with_({ expiry_time_adjusted: 'true' }), /expiry_time_adjusted/],
    ['an unknown type', with_({ capsule_type: 'x' }), /capsule_type/],
    ['a recipient cut off', with_({ recipient_id: 'AAA' }), /recipient_id/],
    ['no recipient', with_({ recipient_id: '' }), /recipient_id/],
    ['a recipient too long', with_({ recipient_id: Buffer.alloc(2101).toString('base64') }), /recipient_id/],
    ['material in other letters', with_({ ephemeral_key_material: '-_-_' }), /ephemeral_key_material/],
    ['an end without a number', '{"end":true}', /number of records/],
  ])('lines of an export of capsules are refused with the reason: %s', (_what, text, reason) => {
    expect(readTransferLine(text)).toMatch(reason)
  })
})
