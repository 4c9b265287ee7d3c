import { describe, expect, it } from 'vitest'
import { decideExpiry, formatExpiryTime, readExpiryTime } from '#capsules/rules'

const day = 86_400_000
const now = Date.UTC(2026, 10, 21, 12, 0, 0, 5)
const bounds = { standard: 1095 * day, maximum: 1825 * day }

describe('x-expiry-time', () => {
  it.each([
    // What clients in the field send.
    ['2030-01-01T12:00:00Z', '2030-01-01T12:00:00.000Z'],
    ['2030-01-01t12:00:00z', '2030-01-01T12:00:00.000Z'],
    ['2030-01-01T12:00:00', '2030-01-01T12:00:00.000Z'],
    ['2030-01-01T12:00', '2030-01-01T12:00:00.000Z'],
    ['2030-01-01T12:00Z', '2030-01-01T12:00:00.000Z'],
    ['2030-01-01T12:00:00.5Z', '2030-01-01T12:00:00.500Z'],
    // Truncated to milliseconds, not rounded (decisions.md#capsule-expiry).
    ['2030-01-01T12:00:00.123999999Z', '2030-01-01T12:00:00.123Z'],
    ['2030-01-01T12:00:00.0009Z', '2030-01-01T12:00:00.000Z'],
    ['2030-01-01T12:00:00.000000Z', '2030-01-01T12:00:00.000Z'],
    // Offsets are honoured (decisions.md#capsule-expiry).
    ['2030-01-01T12:00:00+02:00', '2030-01-01T10:00:00.000Z'],
    ['2030-01-01T12:00:00-05:30', '2030-01-01T17:30:00.000Z'],
    ['2030-01-01T00:30:00+01:00', '2029-12-31T23:30:00.000Z'],
    ['2030-01-01T12:00:00+00:00', '2030-01-01T12:00:00.000Z'],
    ['2030-01-01T12:00:00-00:00', '2030-01-01T12:00:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('x-expiry-time of %s is %s', (text, expected) => {
    expect(readExpiryTime(text)).toBe(Date.parse(expected))
  })

  it.each(['+12030-01-01T00:00:00Z', '+999999999-12-31T23:59:59Z'])('x-expiry-time of %s is far beyond every maximum', (text) => {
    expect(readExpiryTime(text)).toBeGreaterThan(now + bounds.maximum)
  })

  it.each([
    ...[
      '2030-01-01',
      '12:00:00Z',
      '2030-01-01 12:00:00Z',
      '2030-01-01T12Z',
      '20300101T120000Z',
      '2030-1-1T12:00:00Z',
      '12030-01-01T00:00:00Z',
    ],
    ...[
      '2030-01-01T12:00:00+0200',
      '2030-01-01T12:00:00+02',
      '2030-01-01T12:00:00+02:60',
      '2030-01-01T12:00:00+19:00',
      '2030-01-01T12:00:00+02:00:30',
    ],
    ...['2030-01-01T24:00:00Z', '2030-01-01T23:60:00Z', '2030-06-30T23:59:60Z', '2029-02-29T00:00:00Z', '2030-02-30T00:00:00Z'],
    ...['2030-13-01T00:00:00Z', '2030-00-01T00:00:00Z', '2030-01-00T00:00:00Z', '2030-01-32T00:00:00Z'],
    ...['2030-01-01T12:00:00.Z', '2030-01-01T12:00:00,5Z', '2030-01-01T12:00:00.1234567890Z', '2030-01-01T12:00.5Z'],
    ...[
      '2030-01-01T12:00:00Z[Europe/Tallinn]',
      '-2030-01-01T12:00:00Z',
      ' 2030-01-01T12:00:00Z',
      '2030-01-01T12:00:00Z\n',
      '٢٠٣٠-01-01T12:00:00Z',
    ],
    ...['P1Y', 'tomorrow', '1803896430', 'Mon, 01 Mar 2027 10:20:30 GMT', 'NaN', 'null', ''],
  ])('x-expiry-time refuses %j', (text) => {
    expect(readExpiryTime(text)).toBeNull()
  })
})

describe('the expiry of a capsule', () => {
  it('the expiry of a capsule is the standard one when none is asked for', () => {
    expect(decideExpiry(null, now, bounds)).toEqual({ expiry: now + bounds.standard, adjusted: false })
  })

  it('the expiry of a capsule is the one asked for up to the maximum, and the maximum beyond it', () => {
    expect(decideExpiry(now + 1, now, bounds)).toEqual({ expiry: now + 1, adjusted: false })
    expect(decideExpiry(now + bounds.maximum, now, bounds)).toEqual({ expiry: now + bounds.maximum, adjusted: false })
    expect(decideExpiry(now + bounds.maximum + 1, now, bounds)).toEqual({ expiry: now + bounds.maximum, adjusted: true })
  })

  it('the expiry of a capsule cannot be now or in the past: the capsule could never be read (decisions.md#capsule-expiry)', () => {
    expect(decideExpiry(now, now, bounds)).toBeNull()
    expect(decideExpiry(now - 1, now, bounds)).toBeNull()
    expect(decideExpiry(-1, now, bounds)).toBeNull()
  })

  it('the expiry of a capsule is written in UTC, without a fraction when it is zero (decisions.md#capsule-expiry)', () => {
    expect(formatExpiryTime(Date.UTC(2030, 0, 1, 12))).toBe('2030-01-01T12:00:00Z')
    expect(formatExpiryTime(Date.UTC(2030, 0, 1, 12, 0, 0, 500))).toBe('2030-01-01T12:00:00.500Z')
  })
})
