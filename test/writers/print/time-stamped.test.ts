import { extractText } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { documentTypeOf, validateDocument } from '#validation'
import { type ReportOrder, writeReport } from '#writers'
import type { PageReport } from '#writers/page'
import { openDecodedCache } from '../../../src/validation/validation-context.js'
import { type TimeStampedOptions, timeStampedContainer } from '../../support/asic-containers.js'
import { agreement, dataFile } from '../../support/asice.js'
import { ddocContainer } from '../../support/ddoc/container.js'
import { moments } from '../../support/pki.js'
import { createValidationContext, loadTrust } from '../../support/validation-context.js'

const trust = loadTrust(new URL('../../../fixtures/trust/standard.json', import.meta.url).pathname)
const validation = createValidationContext(trust, openDecodedCache(limits))

/** ASiC-S with time-stamps over a document, validated. */
function reportOf(options: TimeStampedOptions = {}) {
  const document = timeStampedContainer(options)
  const documentType = documentTypeOf(document, limits)
  return validateDocument(
    { document, filename: 'leping.asics', documentType, policy: 'POLv3', validationTime: moments.validation },
    validation,
  )
}

const withDdoc = { file: dataFile('vana.ddoc', ddocContainer()) }
const changed: TimeStampedOptions = {
  entries: (entries) => entries.map((entry) => (entry.name === agreement.name ? { ...entry, content: Buffer.from('x') } : entry)),
}
const files = () => [{ name: agreement.name, size: 60, safeName: agreement.name }]

async function written(options: TimeStampedOptions, order: ReportOrder): Promise<Uint8Array> {
  return (await writeReport(reportOf(options), order, { validator: 'allkiri', files })) as Uint8Array
}
const htmlOf = async (options: TimeStampedOptions, language: 'et' | 'en') =>
  Buffer.from(await written(options, { form: 'html', language })).toString()
const pageOf = async (options: TimeStampedOptions) =>
  JSON.parse(Buffer.from(await written(options, { form: 'page', timeZone: 'UTC' })).toString()) as PageReport
const pdfOf = async (options: TimeStampedOptions, language: 'et' | 'en') => {
  const { text, totalPages } = await extractText(new Uint8Array(await written(options, { form: 'pdf', language })), { mergePages: true })
  return { text: text.replaceAll('\n', ' '), totalPages }
}

describe('a report for people on a time-stamped container', () => {
  it('a report for people shows a time-stamp with its unit, its proven time and what it covers, and speaks of no signer', async () => {
    const english = [await htmlOf({}, 'en'), (await pdfOf({}, 'en')).text, (await pageOf({})).languages.en.html]
    for (const text of english) {
      expect(text).toContain('The time-stamp is valid.')
      expect(text).toContain('Time of the time-stamp')
      expect(text).toContain('META-INF/timestamp.tst')
      expect(text).toContain(agreement.name)
      expect(text).toContain('proven')
      expect(text).not.toMatch(/Time of signing<|claimed by the signer|The document has no signatures/)
    }
    expect((await pdfOf({}, 'en')).text).not.toMatch(/Time of signing|Signed by|Signatures /)
    for (const text of [await htmlOf({}, 'et'), (await pdfOf({}, 'et')).text, (await pageOf({})).languages.et.html]) {
      expect(text).toContain('Ajatempel kehtib.')
      expect(text).toContain('Ajatempli aeg')
    }
    const { languages, verdict } = await pageOf({})
    expect(verdict).toBe('passed')
    expect(languages.en.html).toContain('The time-stamp proves that the content existed at this time.')
    // The file that the time-stamp covers is not called left out.
    expect(languages.en.html).toContain(`<span>${agreement.name}</span> <small>(60 bytes)</small>`)
  })

  it('a report for people says of a time-stamp that does not pass that its time is not proven, and asks nobody to sign again', async () => {
    const [english, estonian] = [await htmlOf(changed, 'en'), await htmlOf(changed, 'et')]
    expect(english).toContain('<div class="verdict failed">')
    expect(english).toContain('The time-stamp is not valid.')
    expect(english).toContain('as it has not passed, it proves nothing')
    expect(english).toContain('Ask the sender for the document')
    expect(english).not.toMatch(/Ask the signer|claimed by the signer|changed after signing/)
    expect(estonian).toContain('Ajatempel ei kehti.')
    expect(estonian).toContain('tõendamata')
    expect((await pdfOf(changed, 'en')).text).toContain('not proven')
    expect((await pageOf(changed)).verdict).toBe('failed')
  })

  it('a report for people tells apart several time-stamps, and is not green when one of them does not pass', async () => {
    const second = await pageOf({ archive: [{ timeStamp: { data: Buffer.from('another') } }] })
    expect(second.verdict).not.toBe('passed')
    expect(second.languages.en.html).toContain('Time-stamp 1')
    expect(second.languages.en.html).toContain('Time-stamp 2')
    const both = await pageOf({ archive: [{}] })
    expect([both.verdict, both.languages.en.headline]).toEqual(['passed', 'All 2 time-stamps are valid.'])
  })

  it('a report for people shows the signed document inside once, with its verdict in the headline and its signers in the overview', async () => {
    const { verdict, languages } = await pageOf(withDdoc)
    expect(verdict).toBe('passed')
    expect(languages.en.headline).toBe('The time-stamp is valid. The signed document inside: The signature is valid.')
    expect(languages.et.headline).toBe('Ajatempel kehtib. Sees olev allkirjastatud dokument: Allkiri kehtib.')
    expect(languages.en.signers).toBe('Mari-Liis Männik')
    for (const html of [languages.en.html, await htmlOf(withDdoc, 'en')]) {
      expect(html.match(/class="who">Mari-Liis Männik</g)).toHaveLength(1)
      expect(html).toContain('<section class="nested">')
      expect(html).toContain('vana.ddoc')
      expect(html).toContain('Validated as of the time of the time-stamp')
    }
    const { text } = await pdfOf(withDdoc, 'et')
    expect(text).toContain('Sees olev allkirjastatud dokument: Allkiri kehtib.')
    expect(text).toContain('Kontrollitud ajatempli aja seisuga')
    expect(text).toContain('DIGIDOC_XML_1.3')
  })

  it('a report for people is not green when the document inside does not pass, though its time-stamp does', async () => {
    const broken = {
      file: dataFile(
        'vana.ddoc',
        Buffer.from(
          ddocContainer()
            .toString()
            .replace(/(<DataFile[^>]*>)[^<]{4}/, '$1QUFB'),
        ),
      ),
    }
    const { verdict, languages } = await pageOf(broken)
    expect(verdict).toBe('failed')
    expect(languages.en.headline).toBe('The time-stamp is valid. The signed document inside: The signature is not valid.')
    expect(await htmlOf(broken, 'en')).toContain(
      `<main class="report">\n<h1>Signature validation report</h1>\n<div class="verdict failed">`,
    )
  })

  it('the page is given the checks of a time-stamp as those of a signature', async () => {
    const checks = async (signature: number) =>
      Buffer.from(await written(withDdoc, { form: 'page-checks', language: 'en', signature })).toString()
    expect(await checks(0)).toContain('class="block"')
    expect(await checks(1)).toBe('')
  })

  it('a report for people holds the name of a document inside as text only', async () => {
    const hostile = { file: dataFile('<img src=x onerror=alert(1)>\u202e.ddoc', ddocContainer()) }
    for (const html of [await htmlOf(hostile, 'en'), (await pageOf(hostile)).languages.en.html])
      expect(html).not.toMatch(/<img|<[^>]*\son\w+=|\u202e/)
  })
})
