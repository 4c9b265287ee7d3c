import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { MalformedDocument } from '#model'
import { documentTypeOf, listDataFiles } from '#validation'
import { describeContent } from '../../src/validation/container/describe-content.js'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { signedContainer } from '../support/asice.js'
import { cadesSignature } from '../support/cades.js'
import { everyDocument } from '../support/every-document.js'
import { signedPdf } from '../support/pdf/signed-pdf.js'
import { validated } from '../support/validated.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

async function zip(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = new JSZip()
  for (const [name, text] of Object.entries(entries)) archive.file(name, text, { createFolders: false })
  return archive.generateAsync({ type: 'nodebuffer' })
}
const hex = (text: string) => Buffer.from(text, 'hex')
const cms = Buffer.concat([hex('3082020006092a864886f70d010702a08201f1308201ed'), Buffer.alloc(100)])

const signature = cadesSignature(Buffer.from('Tere\n'))
const linesOf = (octets: Buffer) => octets.toString('base64').replace(/.{64}/g, '$&\r\n')
const inPem = (label: string) => Buffer.from(`-----BEGIN ${label}-----\n${linesOf(signature)}\n-----END ${label}-----\n`)

const kinds: readonly (readonly [kind: string, content: () => Buffer | Promise<Buffer>])[] = [
  ['a JPEG image', () => Buffer.concat([hex('ffd8ffe000104a464946'), Buffer.alloc(50)])],
  ['a PNG image', () => hex('89504e470d0a1a0a0000000d')],
  ['a Word document (DOCX)', () => zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' })],
  ['an Excel workbook (XLSX)', () => zip({ 'xl/workbook.xml': '<w/>' })],
  [
    'an OpenDocument text (ODT)',
    () => zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<o/>', 'META-INF/manifest.xml': '<m/>' }),
  ],
  ['a plain ZIP archive', () => zip({ 'leping.txt': 'leping' })],
  ['a CMS signature (CAdES, .p7m or .p7s)', () => cms],
  ['a CMS signature in PEM', () => inPem('PKCS7')],
  ['a CMS signature in PEM', () => inPem('CMS')],
  ['a CMS signature in PEM', () => inPem('PKCS #7 SIGNED DATA')],
  ['a CMS signature in PEM', () => Buffer.concat([Buffer.from('Allkiri:\r\n'), inPem('CMS')])],
  ['a CMS signature in PEM', () => Buffer.concat([inPem('CMS'), inPem('CMS')])],
  ['base64 of a CMS signature', () => Buffer.from(signature.toString('base64'))],
  ['base64 of a CMS signature', () => Buffer.from(linesOf(signature))],
  ['base64 of a CMS signature', () => Buffer.from(linesOf(cadesSignature(Buffer.from('x'), { encoding: 'ber' })))],
  [
    'an e-mail message with a signature (S/MIME)',
    () => Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/signed; micalg=sha-256\r\n\r\nTere\r\n'),
  ],
  [
    'an e-mail message with a signature (S/MIME)',
    () => Buffer.from(`Content-Type: application/pkcs7-mime; smime-type=signed-data\n\n${linesOf(signature)}`),
  ],
  ['an encrypted document (CDOC2)', () => Buffer.from('CDOC\u0002\u0000\u0000', 'latin1')],
  [
    'an encrypted document (CDOC)',
    () => Buffer.from('<?xml version="1.0"?><denc:EncryptedData xmlns:denc="http://www.w3.org/2001/04/xmlenc#"/>'),
  ],
  ['a signature file without the container', () => Buffer.from('<asic:XAdESSignatures xmlns:asic="http://uri.etsi.org/02918/v1.2.1#"/>')],
  ['a web page (HTML)', () => Buffer.from('<!DOCTYPE html><html><body>x</body></html>')],
  ['an XML document whose first element is Invoice', () => Buffer.from('<?xml version="1.0"?>\n<!-- x --><i:Invoice xmlns:i="urn:i"/>')],
  ['plain text', () => Buffer.from('Tere! Siin on leping, mis on allkirjastamata. Õ')],
  ['base64 of a ZIP archive: it was encoded twice', () => Buffer.from(signedContainer().toString('base64'))],
  ['base64 of a PDF document: it was encoded twice', () => Buffer.from(signedPdf().toString('base64'))],
]

/** The refusal that the work ends in. */
function refusalOf(work: () => unknown): MalformedDocument {
  try {
    work()
  } catch (error) {
    if (error instanceof MalformedDocument) return error
    throw error
  }
  throw new Error('it was not refused')
}

const context = createValidationContext(loadTrust(null), openDecodedCache(limits))
const validate = (document: Buffer, documentType: 'BDOC' | 'DDOC' | 'PDF' | 'XROAD') =>
  validated({ document, filename: 'x', documentType, policy: 'POLv1', validationTime: 0 }, context)

describe('what a file looks like that cannot be validated', () => {
  it.each(kinds)('says what a file looks like that cannot be validated: %s', async (kind, content) => {
    const document = await content()
    expect(describeContent(document, limits)).toContain(kind)
    for (const type of ['BDOC', 'DDOC', 'PDF', 'XROAD'] as const) {
      const { message } = refusalOf(() => validate(document, type))
      expect(message, type).toContain(`looks like ${kind}`)
    }
    const { message } = refusalOf(() => listDataFiles(document, null, limits))
    expect(message).toContain(`looks like ${kind}`)
  })

  it('what a file looks like is said of an ASiC-S container that is sent as a document of another type; its file can be listed', async () => {
    const container = await zip({ mimetype: 'application/vnd.etsi.asic-s+zip', 'a.txt': 'a', 'META-INF/timestamp.tst': 'x' })
    for (const type of ['BDOC', 'DDOC', 'PDF', 'XROAD'] as const)
      expect(refusalOf(() => validate(container, type)).message, type).toContain('looks like an ASiC-S container')
    expect(listDataFiles(container, null, limits).map(({ name }) => name)).toEqual(['a.txt'])
  })

  it('what a file looks like is determined for a PDF that is sent as a container, and for a container that is sent as a PDF', () => {
    expect(refusalOf(() => validate(signedPdf(), 'BDOC')).message).toBe(
      'The content is not of the type BDOC but PDF: it is a PDF document, not a BDOC or ASiC-E container.',
    )
    expect(refusalOf(() => validate(signedContainer(), 'PDF')).message).toContain('it is a BDOC or ASiC-E container, not a PDF document')
  })

  it('what a file looks like is not guessed of a document that is damaged, nor of an empty one', () => {
    for (const document of [signedContainer(), signedPdf()]) {
      const cut = document.subarray(0, document.length / 2)
      expect(describeContent(cut, limits)).toBe(null)
    }
    expect(refusalOf(() => documentTypeOf(Buffer.alloc(0), limits)).message).toBe('It is empty.')
    expect(refusalOf(() => documentTypeOf(Buffer.alloc(100), limits)).message).not.toContain('looks like')
    expect(describeContent(Buffer.from('<SignedDoc format="x">'), limits)).toBe(null)
  })

  it('what a file looks like is nothing else for any document that is validated', () => {
    for (const { id, request } of everyDocument()) {
      const { document } = request()
      const kind = describeContent(document, limits)
      expect(kind === null || !/ZIP|Word|text$/.test(kind), `${id}: ${String(kind)}`).toBe(true)
    }
  })

  it('what a file looks like costs no more than a look at the beginning', () => {
    const large = Buffer.alloc(20_000_000, '<a ')
    expect(describeContent(large, limits)).toContain('first element is a')
    expect(describeContent(Buffer.alloc(20_000_000, 'a'), limits)).toBe('plain text')
  })

  it('what a file looks like is determined by the entry mimetype within its bound', async () => {
    const padded = (octets: number) => zip({ mimetype: 'application/vnd.oasis.opendocument.text'.padEnd(octets), 'content.xml': '<o/>' })
    const { maxNamedMimetypeBytes } = limits.container
    expect(describeContent(await padded(maxNamedMimetypeBytes), limits)).toContain('OpenDocument text')
    expect(describeContent(await padded(maxNamedMimetypeBytes + 1), limits)).toBe(null)
  })

  it('what a file looks like is determined by the beginning up to a bound, and not by the rest', () => {
    const { headBytes } = limits.container
    const element = (end: number) => Buffer.from(`${' '.repeat(end - 3)}<a>`)
    expect(describeContent(element(headBytes), limits)).toContain('first element is a')
    expect(describeContent(element(headBytes + 1), limits)).toBe(null)
    const text = (length: number) => Buffer.from(`${'a'.repeat(length - 1)}\0`)
    expect(describeContent(text(headBytes), limits)).toBe(null)
    expect(describeContent(text(headBytes + 1), limits)).toBe('plain text')
  })
})
