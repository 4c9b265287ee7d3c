import { describe, expect, it } from 'vitest'
import { dateOf, isAmbiguousDate } from '../../../src/readers/pdf/form/date.js'
import { readFormFields } from '../../../src/readers/pdf/form/form-fields.js'
import { plainDraft } from '../../support/pdf/plain-document.js'
import { open } from './reading.js'

function fieldsOf(fields: string, objects: Readonly<Record<number, string>>, bounds = {}) {
  const draft = plainDraft({ catalog: `/AcroForm << /Fields ${fields} >>` }).update(objects)
  const revision = open(draft, bounds).revisions.at(-1)
  if (revision === undefined) throw new Error('no revision')
  return readFormFields(revision)
}
const names = (fields: string, objects: Readonly<Record<number, string>>) =>
  fieldsOf(fields, objects).map(({ name, type, isTerminal }) => `${name}:${type}${isTerminal ? '' : ' inner'}`)

describe('field tree (ISO 32000-1, 12.7.3)', () => {
  it('the field tree of a PDF file joins partial names and inherits the type', () => {
    const objects = { 20: '<< /T (a) /FT /Tx /Kids [21 0 R 22 0 R] >>', 21: '<< /T (b) >>', 22: '<< /T <FEFF00E4> /FT /Sig >>' }
    expect(names('[20 0 R << /T (direct) /FT /Sig >>]', objects)).toEqual(['a:Tx inner', 'a.b:Tx', 'a.ä:Sig', 'direct:Sig'])
  })

  it('the field tree of a PDF file takes widgets for parts of the field that they show', () => {
    expect(names('[20 0 R]', { 20: '<< /T (a) /FT /Sig /Kids [21 0 R] >>', 21: '<< /Subtype /Widget /Parent 20 0 R >>' })).toEqual([
      'a:Sig',
      'a:Sig',
    ])
  })

  it.each([
    ['a field below itself', '[20 0 R]', { 20: '<< /T (a) /Kids [20 0 R] >>' }, ['a:null inner']],
    [
      'two fields below each other',
      '[20 0 R]',
      { 20: '<< /T (a) /Kids [21 0 R] >>', 21: '<< /T (b) /Kids [20 0 R] >>' },
      ['a:null inner', 'a.b:null inner'],
    ],
    ['a field that stands twice', '[20 0 R 20 0 R]', { 20: '<< /T (a) >>' }, ['a:null']],
  ])('the field tree of a PDF file visits once %s', (_, fields, objects, expected) => {
    expect(names(fields, objects)).toEqual(expected)
  })

  it('the field tree of a PDF file gives no value to a node that is its own descendant: no terminal field is ever reached', () => {
    expect(names('[20 0 R]', { 20: '<< /T (a) /FT /Sig /V 21 0 R /Kids [20 0 R] >>', 21: '<< >>' })).toEqual(['a:Sig inner'])
  })

  it('the field tree of a PDF file bounds fields and their depth', () => {
    expect(() => fieldsOf('[<< >> << >> << >>]', {}, { maxFields: 2 })).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_FIELDS' }))
    const chain = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [20 + i, `<< /T (a) /Kids [${21 + i} 0 R] >>`]))
    expect(() => fieldsOf('[20 0 R]', chain)).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_DEPTH' }))
  })
})

describe('dates (ISO 32000-1, 7.9.4)', () => {
  it.each([
    ['D:20260310100000Z', '2026-03-10T10:00:00.000Z'],
    ["D:20260310120000+02'00'", '2026-03-10T10:00:00.000Z'],
    ["D:20260310120000+02'00", '2026-03-10T10:00:00.000Z'],
    ['D:20260310063000-0330', '2026-03-10T10:00:00.000Z'],
    ["D:20260310100000Z00'00'", '2026-03-10T10:00:00.000Z'],
    ['D:20260310100000', '2026-03-10T10:00:00.000Z'],
    ['20260310', '2026-03-10T00:00:00.000Z'],
    ['D:2026', '2026-01-01T00:00:00.000Z'],
  ])('reads a date of a PDF file: %s', (text, expected) => {
    expect(new Date(dateOf(text) ?? Number.NaN).toISOString()).toBe(expected)
  })

  it.each([
    ['D:20260310100000', true],
    ["D:20260310100000Z05'00'", true],
    ["D:20260310100000Z00'00'", false],
    ['D:20260310100000Z', false],
    ["D:20260310100000+02'00'", false],
    ['D:20260310', false],
  ])('tells whether programs may understand a date of a PDF file as different times: %s', (text, expected) => {
    expect(isAmbiguousDate(text)).toBe(expected)
  })

  it.each(['', 'today', 'D:20261310', 'D:20260231', 'D:20260310250000', 'D:00010101', '2026-03-10', null])(
    'reads no date of a PDF file: %s',
    (text) => {
      expect(dateOf(text)).toBeNull()
    },
  )
})
