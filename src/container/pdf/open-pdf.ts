import type { OpenedDocument } from '#model'
import { openPdfFile, type PdfFile, type PdfLimits, type PdfSignature, readSignatureDictionaries } from '#pdf'
import { readingEntry } from '../refusal.js'

/**
 * An opened PDF file: its revisions, and the signatures and document time-stamps in its fields, whose CMS is not yet read, in the order in which they were
 * made.
 */
export interface OpenedPdf extends OpenedDocument<PdfSignature> {
  readonly file: PdfFile
}

export interface PdfDocumentLimits {
  readonly pdf: PdfLimits
}

/**
 * Opens a PDF file. A file without signatures has an empty list of signatures.
 *
 * @throws ContainerError when it is not a PDF file, has no cross-reference at all and a scan finds no signature, needs a password, or exceeds a limit
 */
export function openPdf(bytes: Uint8Array, limits: PdfDocumentLimits): OpenedPdf {
  return readingEntry(null, () => {
    const file = openPdfFile(bytes, limits.pdf)
    const signatures = readSignatureDictionaries(file)
    // Signatures that a scan finds are reported and do not pass. When it finds none in a truncated file, it is unknown whether the file was signed.
    if (signatures.length === 0 && file.rebuiltBecause !== null && !file.bytes.includes('startxref')) throw file.rebuiltBecause
    return {
      type: 'PDF',
      form: 'PAdES',
      dataFiles: [],
      file,
      signatures,
      // Findings about the file are reported with the signatures that they concern (`decisions.md#pades-warnings`).
      findings: [],
      trustDomain: null,
    }
  })
}
