import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MalformedDocument, openValidator, SettingsError, TrustSettingsError, validate } from '../src/library.js'

const fixture = (path: string) => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url))
const trust = fixture('trust/standard.json')
const at = new Date('2026-06-01T12:00:00Z')

describe('the library', () => {
  it('the library gives the report of the REST interface, for a moment of its own', async () => {
    const report = await validate(readFileSync(fixture('documents/lt.asice')), { trust, at, filename: 'leping.asice', policy: 'POLv1' })
    expect(report).toMatchObject({
      documentName: 'leping.asice',
      signatureForm: 'ASiC_E',
      validSignaturesCount: 1,
      validationTime: '2026-06-01T12:00:00Z',
    })
    expect(Object.keys(report)).toContain('validationWarnings')
  })

  it('the library serves several documents at once, and says of a bad one what is wrong with it', async () => {
    const validator = await openValidator({ trust })
    const names = ['lt.asice', 'data-file-changed.asice', 'ddoc-1.3.ddoc']
    const reports = await Promise.all(names.map((name) => validator.validate(readFileSync(fixture(`documents/${name}`)), { at })))
    expect(reports.map(({ signatures }) => signatures[0]?.indication)).toEqual(['TOTAL-PASSED', 'TOTAL-FAILED', 'TOTAL-PASSED'])
    await expect(validator.validate(Buffer.from('text'))).rejects.toBeInstanceOf(MalformedDocument)
    await validator.close()
  })

  it('the library trusts only its options, not the environment', async () => {
    process.env['ALLKIRI_TRUST'] = trust
    try {
      const report = await validate(readFileSync(fixture('documents/lt.asice')), { trustLists: 'none', at })
      expect(report.signatures[0]).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' })
    } finally {
      delete process.env['ALLKIRI_TRUST']
    }
  })

  it('the library names an argument that is not of its declared type', async () => {
    const validator = await openValidator({ trust })
    const document = readFileSync(fixture('documents/lt.asice'))
    const wrong: readonly (readonly [string, unknown, object])[] = [
      ['document', document.toString('base64'), {}],
      ['document', document.buffer, {}],
      ['filename', document, { filename: 7 }],
      ['documentType', document, { documentType: 'ASIC' }],
      ['policy', document, { policy: 'POLv5' }],
      ['at', document, { at: '2026-06-01T12:00:00Z' }],
      ['at', document, { at: new Date('yesterday') }],
    ]
    for (const [name, given, options] of wrong) {
      const refusal = validator.validate(given as Uint8Array, options)
      await expect(refusal, name).rejects.toBeInstanceOf(TypeError)
      await expect(refusal, name).rejects.toThrow(new RegExp(`^${name}: give `))
    }
    await validator.close()
  })

  it('the library says what to write instead of a wrong option', async () => {
    await expect(openValidator({ trust: '/nowhere/trust.json' })).rejects.toThrow(/nowhere/)
    await expect(openValidator({ trust: '/nowhere/trust.json' })).rejects.toBeInstanceOf(TrustSettingsError)
    await expect(openValidator({ threads: -1 })).rejects.toBeInstanceOf(SettingsError)
    await expect(openValidator({ threads: -1 })).rejects.toThrow('threads must be a whole number from 1 to 256; it is "-1".')
  })

  it('the library names an option that does not exist, or is not of its declared type', async () => {
    const document = readFileSync(fixture('documents/lt.asice'))
    const wrong: readonly (readonly [object, string])[] = [
      [{ trst: trust }, 'trst: there is no such option.'],
      [{ trust: 7 }, 'trust: give a string.'],
      [{ trustLists: null }, 'trustLists: give a string.'],
      [{ threads: '2' }, 'threads: give a number.'],
    ]
    for (const [options, sentence] of wrong) {
      const refusals = [openValidator(options), validate(document, options)]
      for (const refusal of refusals) await expect(refusal).rejects.toThrow(new TypeError(sentence))
    }
  })
})
