import { describe, expect, it } from 'vitest'
import { checked, type DocumentReport, type Errors, failedChecks } from '#model'
import { terminalJson, terminalText, writeRefusal, writeText } from '#writers/cli'
import { nothingLeftOut, reportOf, signedBy, unreadable, withSignature } from '../../support/sample-reports.js'

const sound = withSignature(reportOf([signedBy('MAASIKAS,MARI,48001010000')]), {
  level: 'QESig',
  warnings: [checked('digest-strong', false, { algorithm: 'SHA1', uses: ['the signature'] })],
})
const report: DocumentReport = {
  ...sound,
  findings: [checked('container-file-not-in-signature', false, { file: 'b.txt' })],
  filesLeftOut: { byAll: { names: ['b.txt'], count: 1 }, bySome: { names: [], count: 0 } },
  signatures: [...sound.signatures, ...unreadable.signatures],
}
const plain = (_colour: string, text: string) => text

describe('a report for a person', () => {
  it('a report for a person has one block for each signature: verdict, signer, time, level, cause, warnings', () => {
    expect(
      writeText('dir/a.asice', report, plain),
    ).toBe(`dir/a.asice: 1 of 2 signatures pass, and 1 file is not signed: b.txt (ASiC_E, POLv1, at 2026-08-20T12:00:00Z)
    warning  The container holds b.txt, which is not signed.

  Signature 1: valid (TOTAL-PASSED)
    signer   MAASIKAS,MARI,48001010000
    time     2024-05-01T10:00:02Z (proven)
    level    XAdES_BASELINE_LT, legal level QES
    signs    letter.txt
    note     The weak digest algorithm SHA1 is used for the signature.

  Signature 2: not valid (TOTAL-FAILED FORMAT_FAILURE)
    signer   unknown
    time     unknown
    level    unknown
    signs    nothing
    cause    The signature cannot be read: a document type is not allowed (at 39)`)
  })

  it('a report for a person says in the first line which files are not signed, or not by every signature, and shows only a few hostile names', () => {
    const two = [...sound.signatures, ...sound.signatures]
    const headline = (filesLeftOut: DocumentReport['filesLeftOut'], signatures = two) =>
      writeText('a', { ...report, signatures, filesLeftOut }, plain).split('\n')[0]
    const none = { names: [], count: 0 }
    const one = (name: string) => ({ names: [name], count: 1 })
    expect(headline({ byAll: none, bySome: none })).toMatch(/^a: 2 of 2 signatures pass \(/)
    expect(headline({ byAll: one('x.txt'), bySome: none })).toMatch(/^a: 2 of 2 signatures pass, but 1 file is not signed: x\.txt \(/)
    expect(headline({ byAll: one('x.txt'), bySome: one('y.txt') }, [...report.signatures])).toMatch(
      /^a: 1 of 2 signatures pass, and 1 file is not signed: x\.txt; 1 file is not signed by every signature: y\.txt \(/,
    )
    const many = { names: Array.from({ length: 20 }, (_, i) => `\x1b[2J${i}`), count: 3000 }
    expect(headline({ byAll: many, bySome: none })).toContain('but 3000 files are not signed: \\u001b[2J0, \\u001b[2J1,')
    expect(headline({ byAll: many, bySome: none })).toMatch(/2J4, … \(/)
  })

  it('a report for a person says once what two checks find alike', () => {
    const twice = ['changed', 'changed', 'other'].map((object) =>
      checked('signed-data-intact', false, { object, digestAlgorithm: 'SHA256' }),
    )
    const failing = withSignature(sound, { indication: 'TOTAL-FAILED', errors: failedChecks(twice) as Errors })
    expect(writeText('a', failing, plain).match(/^ +cause .*/gm)).toHaveLength(2)
  })

  it('a report for a person says that there are no signatures', () => {
    expect(writeText('a', { ...report, signatures: [], filesLeftOut: nothingLeftOut }, plain)).toMatch(/^a: no signatures /)
  })
})

describe('text on a terminal', () => {
  const hostile = '\x1b[2J\x9b31m\u202egnp.exe\r\n\ufeff'

  it('text on a terminal cannot steer the terminal or turn the direction of writing', () => {
    expect(terminalText(hostile)).toBe('\\u001b[2J\\u009b31m\\u202egnp.exe\\u000d\\u000a\\ufeff')
    expect(terminalText('Mägi Õnne žš 文書 😀')).toBe('Mägi Õnne žš 文書 😀')
    expect(writeRefusal(hostile, hostile).split('\n')).toHaveLength(2)
    const named = {
      ...report,
      document: { ...report.document, name: hostile },
      findings: [checked('container-file-not-in-signature', false, { file: hostile })],
    }
    expect(writeText('x', named, plain)).not.toMatch(/[\x1b\x9b\u202e]/)
  })

  it('text on a terminal in JSON stays the same value', () => {
    const json = terminalJson({ name: hostile, list: ['a\u0007'] })
    expect(json).not.toMatch(/[\x1b\x9b\u202e\ufeff]/)
    expect(JSON.parse(json)).toEqual({ name: hostile, list: ['a\u0007'] })
  })
})
