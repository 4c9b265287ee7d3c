import { createReadStream, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MalformedDocument, openValidator, SettingsError, TrustRefreshError, TrustSettingsError, validate } from '../src/library.js'

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
    await expect(validator.validate(new Uint8Array())).rejects.toThrow(new TypeError('The validator is closed; open another one.'))
  })

  it('the library reads a document from a path or a stream as from its bytes', async () => {
    const validator = await openValidator({ trust })
    const path = fixture('documents/lt.asice')
    const expected = await validator.validate(readFileSync(path), { at })
    expect(await validator.validate({ path }, { at })).toEqual(expected)
    expect(await validator.validate(createReadStream(path), { at })).toEqual(expected)
    await expect(validator.validate({ path: `${path}.puudub` }, { at })).rejects.toThrow('ENOENT')
    await expect(validator.validate(createReadStream(path, 'utf8') as never, { at })).rejects.toThrow('do not set an encoding')
    async function* endless() {
      for (;;) yield await Promise.resolve(Buffer.alloc(50_000_000))
    }
    await expect(validator.validate(endless(), { at })).rejects.toBeInstanceOf(RangeError)
    await validator.close()
  })

  it('the library writes every form of report, and takes the files out of a document', async () => {
    const validator = await openValidator({ trust })
    const document = { path: fixture('documents/lt.asice') }
    expect((await validator.report(document, { form: 'detailed', at })).signatures[0]?.indication).toBe('TOTAL-PASSED')
    expect(Buffer.from(await validator.report(document, { form: 'etsi', at })).toString()).toContain('total-passed')
    expect(Buffer.from(await validator.report(document, { form: 'pdf', at })).toString('latin1', 0, 5)).toBe('%PDF-')
    expect(Buffer.from(await validator.report(document, { form: 'html', language: 'et', at })).toString()).toContain('Allkiri kehtib.')
    await expect(validator.report(document, { form: 'docx' as never, at })).rejects.toThrow(/^form: give one of/)
    const [file] = await validator.files(document)
    expect([file?.name, file?.bytes?.length]).toEqual(['leping.txt', file?.size])
    await validator.close()
  })

  it('the library says what it trusts, and that a refresh has brought nothing', async () => {
    const trusting = await openValidator({ trust })
    expect(trusting.trust).toMatchObject({ instances: [], lists: [], failures: [] })
    expect(trusting.trust.services).toBeGreaterThan(0)
    expect(await trusting.refreshTrust()).toEqual(trusting.trust)
    await trusting.close()
    const empty = await openValidator({ trustLists: mkdtempSync(`${tmpdir()}/allkiri-lists-`), trustStore: 'none' }).catch(
      (error: unknown) => error,
    )
    if (empty instanceof Error) expect(empty).toBeInstanceOf(TrustSettingsError)
    else await expect((empty as Awaited<ReturnType<typeof openValidator>>).refreshTrust()).rejects.toBeInstanceOf(TrustRefreshError)
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
