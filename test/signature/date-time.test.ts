import { describe, expect, it } from 'vitest'
import { readDateTime } from '../../src/signature/xades/date-time.js'

describe('xsd:dateTime', () => {
  it.each([
    ['2016-05-12T10:09:09Z', '2016-05-12T10:09:09.000Z'],
    [' 2016-05-12T10:09:09.9876Z\n', '2016-05-12T10:09:09.987Z'],
    ['2016-05-12T10:09:09+03:00', '2016-05-12T07:09:09.000Z'],
    ['2016-01-01T00:00:00-02:30', '2016-01-01T02:30:00.000Z'],
    ['2016-02-29T00:00:00', '2016-02-29T00:00:00.000Z'],
  ])('reads %j', (text, iso) => {
    expect(readDateTime(text)).toBe(Date.parse(iso))
  })

  it.each([
    '',
    '2016-05-12',
    '2015-02-29T00:00:00Z',
    '2016-13-01T00:00:00Z',
    '2016-05-12T24:00:00Z',
    '2016-05-12T10:60:00Z',
    '2016-05-12T10:09:60Z',
    '2016-05-12T10:09:09+15:00',
    '2016-05-12T10:09:09+02:75',
    '16-05-12T10:09:09Z',
    '2016-05-12T10:09:09ZZ',
    'yesterday',
    '0000-00-00T00:00:00Z',
  ])('does not read %j', (text) => {
    expect(readDateTime(text)).toBeNull()
  })
})
