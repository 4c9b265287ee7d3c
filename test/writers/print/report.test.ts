import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { extractText, getMeta } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checked, type DocumentReport, type Errors, failedChecks } from '#model'
import type { DetailedReport } from '#writers/detailed'
import { writePageReport } from '#writers/page'
import { buildSheet, renderHtml, renderPdf } from '#writers/print'
import { run } from '../../interfaces/cli/run-in-process.js'
import { reportOf, signedBy, withSignature } from '../../support/sample-reports.js'

const fixture = (name: string) => new URL(`../../../fixtures/documents/${name}`, import.meta.url).pathname
const trust = new URL('../../../fixtures/trust/standard.json', import.meta.url).pathname
const common = ['--trust', trust, '--at', '2026-06-01T12:00:00Z'] as const

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-print-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const sample = withSignature(
  reportOf([signedBy('Õnne Ülevääriline, Йордан Щербаков, Ελένη Παπαδοπούλου')], { validationTime: Date.UTC(2026, 5, 1, 12) }),
  {
    indication: 'TOTAL-FAILED',
    subIndication: 'HASH_FAILURE',
    errors: failedChecks([
      checked('signed-data-intact', false, { object: 'file <img src=x onerror=alert(1)>', digestAlgorithm: 'SHA256' }),
    ]) as Errors,
    scopes: [{ kind: 'file', name: 'arve\u202Efdp.exe' }],
  },
)
const made = new Date('2026-06-01T12:00:00Z')

describe('what a report says of a PDF file that was changed after it was signed', () => {
  const failing = (...keys: readonly ('pdf-changes-explained' | 'pdf-signature-kept' | 'pdf-byte-range-valid')[]) =>
    withSignature(sample, {
      subIndication: 'FORMAT_FAILURE',
      errors: failedChecks(keys.map((key) => checked(key, false))) as Errors,
    })
  const toldOf = (report: DocumentReport) => {
    const { reason, advice } = buildSheet(report, { language: 'en' }).signatures[0] ?? {}
    return { reason, advice }
  }

  it('a change after the signature is the reason, and the advice is to ask for the document as it was signed', () => {
    expect(toldOf(failing('pdf-changes-explained', 'pdf-signature-kept'))).toEqual({
      reason: 'The file was changed after it was signed.',
      advice: 'Ask the sender for the document as it was signed.',
    })
  })

  it('a signature that is wrong in itself must be made again, whether the file was changed after it or not', () => {
    expect(toldOf(failing('pdf-changes-explained', 'pdf-byte-range-valid'))).toMatchObject({
      reason: 'The structure of the signature does not conform to its standard.',
      advice: expect.stringContaining('sign the document again') as string,
    })
  })
})

describe('a report as PDF', () => {
  it('a report as PDF can be searched in Latin, Cyrillic and Greek, has its language and title, and the digests of document and trust', async () => {
    const bytes = await renderPdf(buildSheet(sample, { language: 'et' }), made)
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
    for (const shown of [
      'Õnne Ülevääriline',
      'Йордан Щербаков',
      'Ελένη Παπαδοπούλου',
      'ab'.repeat(32),
      'cd'.repeat(32),
      'Ei kehti',
      '2026-06-01 12:00:00 UTC',
      'Aeg (Europe/Tallinn)',
      'Sündmus',
    ])
      expect(text).toContain(shown)
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    expect(document.getTitle()).toBe('Allkirjade kontrolli aruanne: leping.asice')
    expect(document.getCreationDate()).toEqual(made)
    expect(String(document.catalog.get(PDFName.of('Lang')))).toBe('(et)')
    expect(document.catalog.get(PDFName.of('StructTreeRoot'))).toBeDefined()
    expect((await getMeta(new Uint8Array(bytes))).info).toMatchObject({ Language: 'et' })
  })

  it('a report as PDF draws no character that its font lacks, and lists no characters of its fonts, as PDF/UA requires', async () => {
    const named = withSignature(reportOf([signedBy('Ülle 𓀀 漢 Ōmi\u0301')]), { scopes: [{ kind: 'file', name: '🗎.txt' }] })
    const bytes = await renderPdf(buildSheet(named, { language: 'en' }), made)
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
    expect(text).toContain('Ülle \ufffd \ufffd Ōmi')
    expect(text).toContain('\ufffd.txt')
    const fonts = (await PDFDocument.load(bytes)).context
      .enumerateIndirectObjects()
      .flatMap(([, each]) => (each instanceof PDFDict ? [each] : []))
    const descriptors = fonts.filter((each) => each.get(PDFName.of('Type')) === PDFName.of('FontDescriptor'))
    expect(descriptors).toHaveLength(2)
    expect(descriptors.filter((each) => each.has(PDFName.of('CIDSet')))).toEqual([])
  })

  it('a report as PDF breaks pages, numbers them, and shows long and hostile names cut and escaped', async () => {
    const [signature] = sample.signatures
    const many = {
      ...sample,
      document: { ...sample.document, digest: sample.document.digest, name: 'x'.repeat(10_000) },
      signatures: Array.from({ length: 40 }, () => signature ?? []).flat(),
    }
    const bytes = await renderPdf(buildSheet(many, { language: 'en' }), made)
    const { totalPages, text } = await extractText(new Uint8Array(bytes), { mergePages: true })
    expect(totalPages).toBeGreaterThan(5)
    expect(text).toContain(`Page ${totalPages} of ${totalPages}`)
    expect(text).toContain('arve\\u202efdp.exe')
    expect(text).not.toContain('x'.repeat(400))
  })
})

describe('a report as HTML', () => {
  it('a report as HTML holds texts of the document as text only', () => {
    for (const html of [
      renderHtml(buildSheet(sample, { language: 'en' })),
      writePageReport(sample, { files: [], timeZone: 'UTC', validator: 'allkiri' }).languages.en.html,
    ]) {
      expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;')
      expect(html).not.toMatch(/<img|<script|<[^>]*\son\w+=|\u202e|https?:/)
    }
  })

  it('a report as HTML says beside the number of signatures which files they leave out, and is not green then', () => {
    const html = (filesLeftOut: DocumentReport['filesLeftOut'], language: 'en' | 'et' = 'en') =>
      renderHtml(buildSheet(reportOf([signedBy('Mari')], { filesLeftOut }), { language }))
    const none = { names: [], count: 0 }
    const one = { names: ['<b>.txt'], count: 1 }
    expect(html({ byAll: none, bySome: none })).toMatch(/<div class="verdict passed">.*<p class="summary">The signature is valid\.<\/p>/)
    expect(html({ byAll: one, bySome: none })).toMatch(
      /<div class="verdict undecided">.*<p class="summary">The signature is valid\.<\/p><p class="left-out">One file is not signed: &#60;b&#62;\.txt\.<\/p>/,
    )
    expect(html({ byAll: none, bySome: one })).toContain('One file is not signed by every signature: &#60;b&#62;.txt.')
    expect(html({ byAll: one, bySome: none }, 'et')).toContain('Üks fail on allkirjastamata: &#60;b&#62;.txt.')
  })

  it('a report as HTML is in the language that is asked for throughout, checks and what is wrong included', () => {
    const html = renderHtml(buildSheet(sample, { language: 'et' }))
    expect(html).toContain('<html lang="et">')
    expect(html).toContain('Allkirjastatud sisu on pärast allkirjastamist muudetud.')
    expect(html).toContain('Pärast allkirjastamist on muudetud: fail &#60;img')
    expect(html).toContain('Küsi saatjalt dokumenti sellisena, nagu see allkirjastati.')
    expect(html).not.toContain('lang="en"')
    expect(html).not.toMatch(/has been changed|Were the|Is the/)
  })

  it('a report shows a legal level for a signature that passes only, in words', () => {
    const level = (report: DocumentReport) => buildSheet(report, { language: 'en' }).signatures[0]?.level
    expect(level(withSignature(sample, { level: 'QESig', indication: 'TOTAL-PASSED', subIndication: null, errors: [] }))).toEqual([
      'Qualified electronic signature (QES)',
      'Has the legal effect of a handwritten signature.',
    ])
    expect(level(withSignature(sample, { level: 'QESig' }))).toBe(null)
  })

  it('a report shows local time with UTC behind it, in the time zone that is asked for', () => {
    const timeIn = (timeZone: string) => buildSheet(sample, { language: 'et', timeZone }).validationTime
    expect(timeIn('Europe/Tallinn')).toEqual({
      local: '1. juuni 2026, kell 15:00:00',
      utc: '2026-06-01 12:00:00 UTC',
      iso: '2026-06-01T12:00:00Z',
    })
    expect(timeIn('Asia/Tokyo')?.local).toContain('21:00:00')
  })

  it('a report says once that the service has no trust, and blames no signature for it', () => {
    const missing = checked('trust-missing', false)
    const untrusted = withSignature(sample, {
      indication: 'INDETERMINATE',
      subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
      errors: failedChecks([checked('certificate-chain-found', false, { usage: 'signature', subject: 'x', issuer: 'y' })]) as Errors,
      warnings: [missing],
    })
    const sheet = buildSheet(untrusted, { language: 'en' })
    expect([sheet.trustMissing, sheet.verdict, sheet.signatures[0]?.warnings]).toEqual([true, 'undecided', []])
    expect(sheet.signatures[0]?.advice).toBe('Ask the operator of this service to load the trusted lists, and validate the document again.')
    expect(renderHtml(sheet)).toContain('The service has no trusted lists at the moment')
  })
})

describe('allkiri report', () => {
  it('allkiri report writes the facts of the JSON report, in both forms, and overwrites nothing', async () => {
    const [pdf, html] = [join(folder, 'aruanne.pdf'), join(folder, 'aruanne.html')]
    const args = ['report', fixture('data-file-changed.asice'), ...common, '--pdf', pdf, '--html', html]
    const { status, err } = await run(args)
    expect({ status, err }).toEqual({ status: 1, err: '' })
    const { text } = await extractText(new Uint8Array(readFileSync(pdf)), { mergePages: true })
    const json = JSON.parse((await run(['validate', fixture('data-file-changed.asice'), ...common, '--json'])).out) as [
      { report: { signatures: [{ subIndication: string; errors: [{ content: string }] }] } },
    ]
    const [signature] = json[0].report.signatures
    for (const shown of ['Mari-Liis Männik', '47101010033', signature.subIndication, signature.errors[0].content]) {
      expect(text.replaceAll('\n', ' ')).toContain(shown)
      expect(readFileSync(html, 'utf8')).toContain(shown)
    }
    expect(await run(args)).toMatchObject({ status: 64, err: expect.stringContaining('exists already') })
  })

  it('allkiri report says in its line and in both forms that a file is not signed, and ends as validate does', async () => {
    const [pdf, html] = [join(folder, 'lisatud.pdf'), join(folder, 'lisatud.html')]
    const { status, out } = await run(['report', fixture('unsigned-file-added.asice'), ...common, '--pdf', pdf, '--html', html])
    expect(status).toBe(1)
    expect(out).toContain(`${html}: 1 of 1 signature passes, but 1 file is not signed: lisa.txt\n`)
    const { text } = await extractText(new Uint8Array(readFileSync(pdf)), { mergePages: true })
    for (const written of [text.replaceAll('\n', ' '), readFileSync(html, 'utf8')])
      expect(written).toContain('One file is not signed: lisa.txt.')
  })

  it('allkiri report writes for machines: TS 119 102-2, and the detailed report that REST answers', async () => {
    const [etsi, json] = [join(folder, 'aruanne.xml'), join(folder, 'aruanne.json')]
    const { status, out } = await run(['report', fixture('lt.asice'), ...common, '--etsi', etsi, '--json', json])
    expect(status).toBe(0)
    expect(out).toBe(`${etsi}: 1 of 1 signature passes\n${json}: 1 of 1 signature passes\n`)
    expect(readFileSync(etsi, 'utf8')).toContain('urn:etsi:019102:mainindication:total-passed')
    const detailedReport = JSON.parse(readFileSync(json, 'utf8')) as DetailedReport
    expect(detailedReport.signatures.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED'])
  })

  it('allkiri report names the settings file that trusts an instance of X-Road in words', async () => {
    const path = join(folder, 'xroad.html')
    const xroad = new URL('../../../fixtures/trust/xroad/xroad.json', import.meta.url).pathname
    const { status } = await run(['report', fixture('xroad-simple.asice'), '--html', path, '--language', 'et', ...common], {
      ALLKIRI_XROAD: xroad,
    })
    const html = readFileSync(path, 'utf8')
    expect(status).toBe(0)
    expect(html).toContain('Teenuse seaded (xroad.json)')
    expect(html).not.toContain('xroad:')
  })

  it('allkiri report takes a policy in any letter case, as validate does, and refuses another one', async () => {
    const html = join(folder, 'poliitika.html')
    expect((await run(['report', fixture('lt.asice'), ...common, '--policy', 'polv2', '--html', html])).status).not.toBe(64)
    expect(readFileSync(html, 'utf8')).toContain('POLv2')
    expect(await run(['report', fixture('lt.asice'), ...common, '--policy', 'POLv5', '--html', html])).toMatchObject({ status: 64 })
  })

  it('allkiri report asks for a file to write into, and says why a document cannot be read', async () => {
    expect(await run(['report', fixture('lt.asice'), ...common])).toMatchObject({ status: 64 })
    const to = join(folder, 'pole.pdf')
    expect(await run(['report', join(folder, 'pole.asice'), ...common, '--pdf', to])).toMatchObject({ status: 2 })
    expect(existsSync(to)).toBe(false)
  })
})
