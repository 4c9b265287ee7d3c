import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib'
import { getDocumentProxy } from 'unpdf'
import { writeNumber } from '../../support/pdf/write-value.js'

/** Objects as `pdf-lib` reads them, each in the spelling of `writeValue`; cross-reference and object streams left out. */
export async function objectsOfPdfLib(bytes: Buffer): Promise<ReadonlyMap<number, string>> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true, throwOnInvalidObject: true })
  const objects = new Map<number, string>()
  for (const [reference, object] of document.context.enumerateIndirectObjects()) objects.set(reference.objectNumber, write(object))
  return objects
}

function write(object: PDFObject): string {
  if (object === PDFNull) return 'null'
  if (object instanceof PDFBool) return String(object.asBoolean())
  if (object instanceof PDFNumber) return writeNumber(object.asNumber())
  if (object instanceof PDFName) return `/${nameText(object)}`
  if (object instanceof PDFRef) return `${object.objectNumber} R`
  if (object instanceof PDFHexString || object instanceof PDFString) return `<${Buffer.from(object.asBytes()).toString('hex')}>`
  if (object instanceof PDFArray) return `[${object.asArray().map(write).join(' ')}]`
  if (object instanceof PDFRawStream) return `${writeDictionary(object.dict)} stream ${Buffer.from(object.contents).toString('hex')}`
  if (object instanceof PDFStream) return `${writeDictionary(object.dict)} stream ?`
  if (object instanceof PDFDict) return writeDictionary(object)
  throw new TypeError(`pdf-lib has a ${object.constructor.name}`)
}

/** It leaves `#hh` with small letters as it is (ISO 32000-1, 7.3.5 knows no such difference). */
function nameText(name: PDFName): string {
  const text = Buffer.from(name.asBytes()).toString('latin1')
  return text.replace(/#([0-9a-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}

function writeDictionary(dictionary: PDFDict): string {
  const entries = dictionary
    .entries()
    .filter(([, value]) => value !== PDFNull)
    .map(([key, value]) => [nameText(key), write(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `<<${entries.map(([key, value]) => `/${key} ${value}`).join(' ')}>>`
}

export interface Look {
  readonly pages: number
  /** Names of the form fields, sorted. */
  readonly fields: readonly string[]
}

/** What the reader of a browser (pdf.js) shows of a file. */
export async function lookOfBrowser(bytes: Buffer): Promise<Look> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, stopAtErrors: false })
  try {
    const fields = Object.keys((await document.getFieldObjects()) ?? {})
    return { pages: document.numPages, fields: fields.sort() }
  } finally {
    await document.destroy()
  }
}

/** Everything that the reader of a browser shows: text and annotations of each page, as one string; the error where it shows nothing. */
export async function lookOf(bytes: Buffer): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, stopAtErrors: false }).catch((error: unknown) =>
    String(error),
  )
  if (typeof document === 'string') return document
  try {
    const pages: unknown[] = []
    for (let number = 1; number <= Math.min(document.numPages, 20); number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const annotations = await page.getAnnotations()
      const shown = annotations.map(
        ({ subtype, rect, fieldName, fieldValue, hidden, hasAppearance, contentsObj }: Readonly<Record<string, unknown>>) => [
          subtype,
          rect,
          fieldName,
          subtype === 'Widget' ? fieldValue : null,
          hidden,
          hasAppearance,
          contentsObj,
        ],
      )
      pages.push([page.view, items, shown, (await page.getOperatorList()).fnArray])
    }
    // Names of fonts hold the number of the document within the process.
    return JSON.stringify(pages).replace(/g_d\d+_/g, '')
  } finally {
    await document.destroy()
  }
}
