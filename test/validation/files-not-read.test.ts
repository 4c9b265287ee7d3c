import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type DocumentReport, type DocumentType, RequestError } from '#model'
import { documentTypeOf, validateDocument } from '#validation'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { asicECadesContainer, asicManifest, asicSContainer, asicsType, timeStampedContainer } from '../support/asic-containers.js'
import { agreement, signedContainer } from '../support/asice.js'
import { cadesSignature, evidenceRecord } from '../support/cades.js'
import { detachedSignature, envelopedSignature } from '../support/loose-xades.js'
import { signedPdf } from '../support/pdf/signed-pdf.js'
import { moments } from '../support/pki.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'
import { type ZipEntry, zipArchive } from '../support/zip.js'

const trust = loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname)
const context = createValidationContext(trust, openDecodedCache(limits))

function validate(document: Uint8Array, policy = 'POLv1', type: DocumentType | null = null, given: readonly string[] = []): DocumentReport {
  const documentType = type ?? documentTypeOf(document, limits)
  const files = given.map((name) => ({ name, bytes: agreement.content }))
  const detached = files.length === 0 ? null : ({ kind: 'files', files } as const)
  return validateDocument({ document, filename: 'leping', documentType, policy, validationTime: moments.validation, detached }, context)
}
const entry = (name: string, content = 'x'): ZipEntry => ({ name, content: Buffer.from(content) })
const adding =
  (...added: readonly ZipEntry[]) =>
  (entries: readonly ZipEntry[]) => [...entries, ...added]
/** The indications, and the findings that tell of files. */
function told(document: Uint8Array, policy?: string, type?: DocumentType): readonly string[] {
  const { signatures, timeStampTokens, findings } = validate(document, policy, type)
  const about = findings.filter(({ key }) => key === 'evidence-record-not-read' || key === 'meta-file-not-read')
  return [
    ...[...signatures, ...timeStampTokens].map(({ indication }) => indication),
    ...about.map(({ key, outcome, facts }) => `${outcome} ${key} ${String(facts['file'])}`),
  ]
}

describe('evidence records', () => {
  it.each([
    ['ASiC-E with XAdES', (added: ReturnType<typeof adding>) => signedContainer({}, { entries: added })],
    ['ASiC-E with CAdES', (added: ReturnType<typeof adding>) => asicECadesContainer({ entries: added })],
    ['ASiC-S with XAdES', (added: ReturnType<typeof adding>) => asicSContainer({ entries: added })],
    ['ASiC-S with CAdES', (added: ReturnType<typeof adding>) => asicSContainer({ cades: {}, entries: added })],
  ])('an evidence record in %s is told, whatever it holds, and the verdict stays that of the signature', (_, made) => {
    for (const name of ['evidencerecord.xml', 'evidencerecord.ers', 'EvidenceRecord001.XML', 'my-evidencerecord-2.ers'])
      expect(told(made(adding(entry(`META-INF/${name}`))))).toEqual(['TOTAL-PASSED', `warned evidence-record-not-read META-INF/${name}`])
  })

  it('the manifest of an evidence record is told with it, and is no manifest of a signature', () => {
    const name = 'META-INF/ASiCEvidenceRecordManifest001.xml'
    const manifest = asicManifest('META-INF/signature001.p7s', [agreement])
    const document = asicECadesContainer({ entries: adding({ name, content: manifest }, entry('META-INF/evidencerecord001.ers')) })
    expect(told(document)).toEqual([
      'TOTAL-PASSED',
      'warned evidence-record-not-read META-INF/evidencerecord001.ers',
      `warned evidence-record-not-read ${name}`,
    ])
  })

  it.each(['POLv1', 'POLv2', 'POLv3', 'POLv4'])(
    'ASiC-S that has an evidence record only has no signatures, and tells why, under %s',
    (policy) => {
      const document = zipArchive([entry('mimetype', asicsType), entry('leping.txt'), entry('META-INF/evidencerecord.xml')])
      expect(validate(document, policy).document.form).toEqual({ kind: 'asic-s' })
      expect(told(document, policy)).toEqual(['warned evidence-record-not-read META-INF/evidencerecord.xml'])
    },
  )

  it('ASiC-S with a time-stamp token and an evidence record is refused, as SiVa 3 does', () => {
    const document = timeStampedContainer({ entries: adding(entry('META-INF/evidencerecord.ers')) })
    expect(() => validate(document)).toThrow(expect.objectContaining({ code: 'ASICS_REQUIREMENTS' }))
  })

  it.each(['internal', 'external'] as const)('an %s evidence record in an attribute of CMS is told, and proves nothing', (kind) => {
    const signed = (level: 'B' | 'LT') =>
      validate(cadesSignature(agreement.content, { level, unsigned: [() => evidenceRecord(kind)] })).signatures[0]
    expect(signed('LT')?.indication).toBe('TOTAL-PASSED')
    expect(signed('LT')?.warnings.map(({ key, facts }) => [key, facts['count']])).toEqual([['evidence-record-evaluated', 1]])
    expect(signed('B')?.indication).toBe('TOTAL-FAILED')
  })
})

describe('other files of META-INF', () => {
  it.each(['POLv1', 'POLv2', 'POLv3', 'POLv4'])('a file of META-INF that is no signature and no manifest is told under %s', (policy) => {
    const file = entry('META-INF/relations.xml', '<relations/>')
    const made = [
      (entries: ReturnType<typeof adding>) => signedContainer({}, { entries }),
      (entries: ReturnType<typeof adding>) => asicSContainer({ entries }),
      (entries: ReturnType<typeof adding>) => asicECadesContainer({ entries }),
    ]
    for (const make of made)
      expect(told(make(adding(file)), policy)).toEqual([
        ...told(make(adding()), policy),
        'warned meta-file-not-read META-INF/relations.xml',
      ])
  })

  it('a file of META-INF that is told is no data file: it is not listed among the unsigned ones', () => {
    const { document, filesLeftOut } = validate(signedContainer({}, { entries: adding(entry('META-INF/readme.txt')) }))
    expect(document.form).toEqual({ kind: 'asic-e' })
    expect(filesLeftOut.byAll.count + filesLeftOut.bySome.count).toBe(0)
  })

  it('what a container read as BDOC does not read is told: tokens, manifests of ASiC and evidence records', () => {
    const document = signedContainer(
      {},
      { entries: adding(entry('META-INF/timestamp.tst'), entry('META-INF/ASiCManifest.xml'), entry('META-INF/evidencerecord.xml')) },
    )
    expect(told(document, 'POLv1', 'BDOC')).toEqual([
      'TOTAL-PASSED',
      'warned meta-file-not-read META-INF/timestamp.tst',
      'warned meta-file-not-read META-INF/ASiCManifest.xml',
      'warned evidence-record-not-read META-INF/evidencerecord.xml',
    ])
  })

  it('a thousand files of META-INF are told within the bound of findings', () => {
    const many = Array.from({ length: 900 }, (_, index) => entry(`META-INF/${'x'.repeat(2_000)}${String(index)}`))
    const { findings } = validate(signedContainer({}, { entries: adding(...many) }))
    expect(findings.at(-1)?.key).toBe('findings-omitted')
    expect(findings.length).toBeLessThan(600)
  })
})

describe('files beside a document', () => {
  const cases: readonly (readonly [string, () => Buffer])[] = [
    ['a BDOC or ASiC-E container', () => signedContainer()],
    ['an ASiC-E container', () => asicECadesContainer()],
    ['an ASiC-S container', () => asicSContainer()],
    ['a PDF document', () => signedPdf()],
  ]
  it.each(cases)('files beside %s are refused by their field, because they are not read', (what, made) => {
    const refusal = { field: 'dataFiles', code: 'CONTENT_NOT_EXPECTED', message: expect.stringContaining(what) as string }
    expect(() => validate(made(), 'POLv1', null, ['leping.txt'])).toThrow(RequestError)
    expect(() => validate(made(), 'POLv1', null, ['leping.txt'])).toThrow(expect.objectContaining({ problems: [refusal] }))
  })

  it('files beside a message or an XML document are read: one that no signature covers is unsigned', () => {
    for (const document of [cadesSignature(agreement.content), detachedSignature([agreement]), envelopedSignature()])
      expect(validate(document, 'POLv1', null, [agreement.name]).signatures).toHaveLength(1)
    expect(validate(envelopedSignature(), 'POLv1', null, ['x.txt']).filesLeftOut.byAll.names).toEqual(['x.txt'])
  })

  it('digests beside a container leave it as it is, as SiVa 3 does', () => {
    const request = { document: signedContainer(), filename: 'leping', documentType: 'BDOC', policy: 'POLv1' } as const
    const report = validateDocument({ ...request, validationTime: moments.validation, detached: { kind: 'stated' } }, context)
    expect(report.signatures[0]?.indication).toBe('TOTAL-PASSED')
  })
})
