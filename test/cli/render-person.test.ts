import { describe, expect, it } from 'vitest'
import type { ValidationReport } from '#model'
import { terminalJson, terminalText } from '../../src/cli/terminal-text.js'
import { renderForPerson, renderRefusal } from '../../src/cli/validate/render-person.js'

const report: ValidationReport = {
  policy: { name: 'POLv1', description: '', url: '' },
  validationTime: '2026-08-20T12:00:00Z',
  documentName: 'a.asice',
  signatureForm: 'ASiC_E',
  validationWarnings: [{ key: 'W', text: 'The file b.txt is not signed.' }],
  filesLeftOut: { byAll: { names: ['b.txt'], count: 1 }, bySome: { names: [], count: 0 } },
  signatures: [
    {
      id: 'S0',
      signatureFormat: 'XAdES_BASELINE_LT',
      signatureFamily: 'XAdES',
      signatureLevel: 'QES',
      signedBy: 'MAASIKAS,MARI,48001010000',
      signerCountry: 'EE',
      indication: 'TOTAL-PASSED',
      subIndication: '',
      errors: [],
      warnings: [{ key: 'S', text: 'SHA-1 is used.' }],
      claimedSigningTime: '2026-08-01T10:00:00Z',
      bestSignatureTime: '2026-08-01T10:00:05Z',
      signatureScopes: [{ name: 'a.txt', scope: 'FullSignatureScope', content: 'Full document' }],
    },
    {
      id: '',
      signatureFormat: '',
      signatureFamily: '',
      signatureLevel: '',
      signedBy: '',
      signerCountry: '',
      indication: 'TOTAL-FAILED',
      subIndication: 'FORMAT_FAILURE',
      errors: [{ key: 'E', text: 'The signature cannot be read.' }],
      warnings: [],
      claimedSigningTime: '',
      bestSignatureTime: '',
      signatureScopes: [],
    },
  ],
  validSignaturesCount: 1,
  signaturesCount: 2,
}

describe('a report for a person', () => {
  it('has one block for each signature: verdict, signer, time, level, cause, warnings', () => {
    expect(
      renderForPerson('dir/a.asice', report),
    ).toBe(`dir/a.asice: 1 of 2 signatures pass, and 1 file is not signed: b.txt (ASiC_E, POLv1, at 2026-08-20T12:00:00Z)
    warning  The file b.txt is not signed.

  Signature 1: TOTAL-PASSED
    signer   MAASIKAS,MARI,48001010000
    time     2026-08-01T10:00:05Z (proven)
    level    XAdES_BASELINE_LT, legal level QES
    signs    a.txt
    warning  SHA-1 is used.

  Signature 2: TOTAL-FAILED FORMAT_FAILURE
    signer   unknown
    time     unknown
    level    unknown, legal level not determined
    signs    nothing
    cause    The signature cannot be read.`)
  })

  it('says in the first line which files are not signed, or not by every signature, and shows only a few hostile names', () => {
    const headline = (filesLeftOut: ValidationReport['filesLeftOut'], validSignaturesCount = 2) =>
      renderForPerson('a', { ...report, validSignaturesCount, filesLeftOut }).split('\n')[0]
    const none = { names: [], count: 0 }
    const one = (name: string) => ({ names: [name], count: 1 })
    expect(headline({ byAll: none, bySome: none })).toMatch(/^a: 2 of 2 signatures pass \(/)
    expect(headline({ byAll: one('x.txt'), bySome: none })).toMatch(/^a: 2 of 2 signatures pass, but 1 file is not signed: x\.txt \(/)
    expect(headline({ byAll: one('x.txt'), bySome: one('y.txt') }, 1)).toMatch(
      /^a: 1 of 2 signatures pass, and 1 file is not signed: x\.txt; 1 file is not signed by every signature: y\.txt \(/,
    )
    const many = { names: Array.from({ length: 20 }, (_, i) => `\x1b[2J${i}`), count: 3000 }
    expect(headline({ byAll: many, bySome: none })).toContain('but 3000 files are not signed: \\u001b[2J0, \\u001b[2J1,')
    expect(headline({ byAll: many, bySome: none })).toMatch(/2J4, … \(/)
  })

  it('says that there are no signatures', () => {
    const filesLeftOut = { byAll: { names: [], count: 0 }, bySome: { names: [], count: 0 } }
    const empty = { ...report, signatures: [], signaturesCount: 0, validSignaturesCount: 0, filesLeftOut }
    expect(renderForPerson('a', empty)).toMatch(/^a: no signatures /)
  })
})

describe('text on a terminal', () => {
  const hostile = '\x1b[2J\x9b31m\u202egnp.exe\r\n\ufeff'

  it('cannot steer the terminal or turn the direction of writing', () => {
    expect(terminalText(hostile)).toBe('\\u001b[2J\\u009b31m\\u202egnp.exe\\u000d\\u000a\\ufeff')
    expect(terminalText('Mägi Õnne žš 文書 😀')).toBe('Mägi Õnne žš 文書 😀')
    expect(renderRefusal(hostile, hostile).split('\n')).toHaveLength(2)
    expect(renderForPerson('x', { ...report, validationWarnings: [{ key: '', text: hostile }] })).not.toMatch(/[\x1b\x9b\u202e]/)
  })

  it('in JSON stays the same value', () => {
    const json = terminalJson({ name: hostile, list: ['a\u0007'] })
    expect(json).not.toMatch(/[\x1b\x9b\u202e\ufeff]/)
    expect(JSON.parse(json)).toEqual({ name: hostile, list: ['a\u0007'] })
  })
})
