import { describe, expect, it } from 'vitest'
import { isDottedOid } from '#model'

describe('an object identifier in dotted notation', () => {
  it.each(['1.3.6.1.4.1.10015.1000.3.2.1', '0.1', '2.999', '01.2'])('an object identifier in dotted notation is %j', (text) => {
    expect(isDottedOid(text)).toBe(true)
  })

  it.each(['', '1', '.1', '1.', '1..2', '1.2a', ' 1.2', '1.2\n', 'urn:oid:1.2', '1,2'])(
    'an object identifier in dotted notation is not %j',
    (text) => {
      expect(isDottedOid(text)).toBe(false)
    },
  )

  it('an object identifier in dotted notation may be as long as a document', () => {
    expect(isDottedOid(`${'1.'.repeat(8_000_000)}1`)).toBe(true)
  })
})
