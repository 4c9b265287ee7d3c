import { describe, expect, it } from 'vitest'
import { type PeriodOptions, past, type Statement, signer, startOfEidas, today, under, words } from './qualified-certificates.js'

/** A service that covers every type, adds nothing, and is asked at issuance: what remains is the certificate's own word. */
const silent = (notBefore: number): PeriodOptions =>
  notBefore < startOfEidas
    ? { from: Date.UTC(2010, 0, 1) }
    : { from: startOfEidas, information: ['ForeSignatures', 'ForeSeals', 'ForWebSiteAuthentication'] }
const told = (notBefore: number, statements: readonly Statement[]) => words(under(silent(notBefore), signer(statements, { notBefore })))

describe('the own statement of a certificate issued since 2016-07-01 (TS 119 615 4.4, EN 319 412-5)', () => {
  it.each<[string, readonly Statement[], string]>([
    ['QcCompliance alone is for signatures (the first edition knew no types)', ['compliance'], 'signature'],
    ['QcCompliance and QcSSCD', ['compliance', 'device'], 'signature with device'],
    ['QcType eSign', ['compliance', 'eSign'], 'signature'],
    ['QcType eSeal', ['compliance', 'eSeal'], 'seal'],
    ['QcType eSeal and QcSSCD', ['compliance', 'eSeal', 'device'], 'seal with device'],
    ['QcType web', ['compliance', 'web'], 'website'],
    ['two QcTypes say nothing about the type', ['compliance', 'eSign', 'eSeal', 'device'], 'unknown with device'],
    ['QcCClegislation is another law, whatever stands beside it', ['compliance', 'eSign', 'device', 'legislation'], 'not qualified'],
    ['nothing', [], 'not qualified'],
    ['QcSSCD alone', ['device'], 'not qualified'],
    ['QcType without QcCompliance', ['eSign', 'device'], 'not qualified'],
    ['the policies of the Directive count no longer', ['qcp', 'qcpPlus'], 'not qualified'],
    ['… and say nothing of the device either', ['compliance', 'qcpPlus'], 'signature'],
  ])('a certificate since 2016-07-01 states its own type (TS 119 615 4.4, EN 319 412-5): %s', (_, statements, expected) => {
    expect(told(today, statements)).toBe(expected)
  })

  it('a certificate with an unknown QcType has an unknown type', () => {
    const novel = signer(['compliance'], {
      qcStatements: [
        { oid: '0.4.0.1862.1.1', values: [] },
        { oid: '0.4.0.1862.1.6', values: ['0.4.0.1862.1.6.9'] },
      ],
    })
    expect(words(under(silent(today), novel))).toBe('unknown')
  })

  it.each([[[]], [['0.4.0.1862.1.6.1']]])('a QcType without a value is not the type signature, also with another QcType (%j)', (values) => {
    const bare = signer(['compliance'], {
      qcStatements: [
        { oid: '0.4.0.1862.1.1', values: [] },
        { oid: '0.4.0.1862.1.4', values: [] },
        { oid: '0.4.0.1862.1.6', values },
        { oid: '0.4.0.1862.1.6', values: [] },
      ],
    })
    expect(words(under(silent(today), bare))).toBe('unknown with device')
  })

  it('a certificate without QcCompliance and QcType has no known type, though the list makes it qualified', () => {
    const byList = (statements: readonly Statement[]) => words(under({ ...silent(today), qualifiers: ['QCStatement'] }, signer(statements)))
    expect(byList(['device'])).toBe('unknown with device')
    expect(byList(['device', 'eSign'])).toBe('signature with device')
    expect(byList([])).toBe('unknown')
  })

  it('a certificate with the same QcType twice states it once', () => {
    const twice = signer(['compliance'], {
      qcStatements: [
        { oid: '0.4.0.1862.1.1', values: [] },
        { oid: '0.4.0.1862.1.6', values: ['0.4.0.1862.1.6.2'] },
        { oid: '0.4.0.1862.1.6', values: ['0.4.0.1862.1.6.2'] },
      ],
    })
    expect(words(under(silent(today), twice))).toBe('seal')
  })
})

describe('the own statement of a certificate issued before 2016-07-01', () => {
  it.each<[string, readonly Statement[], string]>([
    ['QcCompliance', ['compliance'], 'signature'],
    ['QCP', ['qcp'], 'signature'],
    ['QCP+ says qualified and in a device', ['qcpPlus'], 'signature with device'],
    ['QCP with QcSSCD', ['qcp', 'device'], 'signature with device'],
    ['a seal by its QcType: there was none', ['compliance', 'eSeal'], 'signature'],
    ['QcCClegislation', ['qcpPlus', 'compliance', 'legislation'], 'not qualified'],
    ['QcSSCD alone', ['device'], 'not qualified'],
    ['nothing', [], 'not qualified'],
  ])('a certificate from before 2016-07-01 states its own type: %s', (_, statements, expected) => {
    expect(told(past, statements)).toBe(expected)
  })
})

describe('statements of a certificate that cannot be read', () => {
  it.each([today, past])('leave it not qualified, because they may say that it is so under another law', (notBefore) => {
    const unreadable = signer(['qcp', 'qcpPlus'], { notBefore, unreadableExtensions: ['1.3.6.1.5.5.7.1.3'] })
    expect(words(under(silent(notBefore), unreadable))).toBe('not qualified')
    // Others do not matter.
    const other = signer(['qcpPlus', 'compliance'], { notBefore, unreadableExtensions: ['2.5.29.31'] })
    expect(words(under(silent(notBefore), other))).toMatch(/^signature/)
  })
})

describe('the moment that divides the two', () => {
  it('the Regulation begins at midnight in Brussels, and notBefore of the certificate decides', () => {
    // QCP+ speaks for itself under the Directive only.
    expect(told(startOfEidas - 1, ['qcpPlus'])).toBe('signature with device')
    expect(told(startOfEidas, ['qcpPlus'])).toBe('not qualified')
  })
})
