import { isUtf8 } from 'node:buffer'
import { ReaderError, resultOrNull } from '#model'
import { readZip } from '#readers/zip'
import { bufferOf } from '#std'
import type { RecognitionLimits } from './recognise-document.js'

/** Kinds of files by the octets at their beginning. */
const beginnings: readonly (readonly [octets: string, kind: string])[] = [
  ['\xff\xd8\xff', 'a JPEG image'],
  ['\x89PNG\r\n', 'a PNG image'],
  ['GIF8', 'a GIF image'],
  ['II*\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['CDOC\x02', 'an encrypted document (CDOC2); decrypt it first'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'a document of an older office program (DOC, XLS, PPT, MSG)'],
  ['{\\rtf', 'a text document (RTF)'],
  ['\x1f\x8b', 'a gzip archive'],
  ['7z\xbc\xaf\x27\x1c', 'a 7z archive'],
  ['Rar!\x1a\x07', 'a RAR archive'],
  ['-----BEGIN CERTIFICATE', 'a certificate in PEM'],
  ['UEsDB', 'base64 of a ZIP archive: it was encoded twice'],
  ['JVBERi0', 'base64 of a PDF document: it was encoded twice'],
  ['PD94bWwg', 'base64 of an XML document: it was encoded twice'],
]

/** Content types of CMS, in DER, after the header of its outermost sequence. */
const cmsTypes = [
  ['\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02', 'a CMS signature (CAdES, .p7m or .p7s)'],
  ['\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03', 'an encrypted CMS message (.p7m)'],
] as const satisfies readonly (readonly [oid: string, kind: string])[]

/**
 * Describes the kind of a file of an unsupported type, for the message of a refusal and never for a decision. Null for an unknown kind, and for a
 * damaged container, which its reader describes better.
 */
export function describeContent(bytes: Uint8Array, limits: RecognitionLimits): string | null {
  const buffer = bufferOf(bytes)
  const start = buffer.toString('latin1', 0, limits.container.headBytes)
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return describeZip(buffer, limits)
  const encoded = describeEncodedMessage(start)
  if (encoded !== null) return encoded
  const begun = beginnings.find(([octets]) => start.startsWith(octets))
  if (begun !== undefined) return begun[1]
  if (start.includes('%PDF-')) return null
  if (start.startsWith('\x30')) {
    const cms = cmsTypes.find(([oid]) => start.slice(2, 6 + oid.length).includes(oid))
    if (cms !== undefined) return cms[1]
  }
  const text = start.replace(/^(?:\xef\xbb\xbf)+/, '').trimStart()
  return text.startsWith('<') ? describeXml(text) : isPlainText(buffer.subarray(0, limits.container.headBytes)) ? 'plain text' : null
}

/**
 * A CMS message as text: in PEM (RFC 7468, 8 and 9), also behind words before it, in base64 alone, or in an e-mail message (RFC 8551). As DSS, this service reads
 * the octets only; each text has to be decoded first (`decisions.md#cades-content`).
 */
function describeEncodedMessage(start: string): string | null {
  if (/^(?![<%0]).*-----BEGIN (?:CMS|PKCS7|PKCS #7 SIGNED DATA)-----/s.test(start))
    return 'a CMS signature in PEM (.p7m, .p7s); decode it from base64 first, for example with openssl cms -cmsout -inform PEM -outform DER'
  const [headers = ''] = start.split(/\r?\n\r?\n/, 1)
  if (/^content-type:\s*(?:multipart\/signed|application\/(?:x-)?pkcs7-)/im.test(headers))
    return 'an e-mail message with a signature (S/MIME); save its attachment (smime.p7m or smime.p7s) and what it signs first'
  // The first octets of a message: a sequence, its length, and the type.
  const octets = Buffer.from(start.slice(0, 60), 'base64').toString('latin1')
  return /^MI[A-Za-z0-9+/\s]/.test(start) && octets.slice(2, 6 + cmsTypes[0][0].length).includes(cmsTypes[0][0])
    ? 'base64 of a CMS signature (.p7m, .p7s); decode it first'
    : null
}

const officeEntries: readonly (readonly [entry: string, kind: string])[] = [
  ['word/document.xml', 'a Word document (DOCX)'],
  ['xl/workbook.xml', 'an Excel workbook (XLSX)'],
  ['ppt/presentation.xml', 'a PowerPoint presentation (PPTX)'],
]
const mimetypes: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'an OpenDocument text (ODT)',
  'application/vnd.oasis.opendocument.spreadsheet': 'an OpenDocument spreadsheet (ODS)',
  'application/vnd.oasis.opendocument.presentation': 'an OpenDocument presentation (ODP)',
  'application/epub+zip': 'an electronic book (EPUB)',
  'application/vnd.etsi.asic-s+zip': 'an ASiC-S container, which holds one file and is of another type',
}

function describeZip(bytes: Buffer, { zip, container }: RecognitionLimits): string | null {
  return resultOrNull(ReaderError, () => {
    const { entries } = readZip(bytes, zip)
    const office = officeEntries.find(([name]) => entries.some((entry) => entry.name === name))
    if (office !== undefined) return office[1]
    const mimetype = entries.find(({ name, size }) => name === 'mimetype' && size <= container.maxNamedMimetypeBytes)
    const stated = mimetype === undefined ? '' : Buffer.from(mimetype.read()).toString('latin1').trim()
    const known = Object.entries(mimetypes).find(([type]) => type === stated)
    if (known !== undefined) return known[1]
    return entries.some(({ name }) => name === 'mimetype' || name.toUpperCase().startsWith('META-INF/')) ? null : 'a plain ZIP archive'
  })
}

/** Describes the kind of an XML document by its first element; nothing else in it is read. */
function describeXml(text: string): string | null {
  if (/^<!doctype html|^<html[\s>]/i.test(text)) return 'a web page (HTML)'
  const name = /<(?:[A-Za-z_][\w.-]{0,100}:)?([A-Za-z_][\w.-]{0,100})[\s/>]/.exec(text)?.[1]
  switch (name) {
    case undefined:
    case 'SignedDoc':
      return null
    case 'EncryptedData':
      return 'an encrypted document (CDOC); decrypt it first'
    case 'XAdESSignatures':
    case 'Signature':
      return 'a signature file without the container that it belongs to'
    default:
      return `an XML document whose first element is ${name}`
  }
}

/** Whether the beginning of a file is UTF-8 without control characters. */
function isPlainText(beginning: Buffer): boolean {
  if (beginning.length === 0) return false
  // The last character may be cut.
  const whole = [0, 1, 2, 3].some((cut) => isUtf8(beginning.subarray(0, beginning.length - cut)))
  return whole && !beginning.some((octet) => octet < 0x20 && octet !== 0x09 && octet !== 0x0a && octet !== 0x0c && octet !== 0x0d)
}
