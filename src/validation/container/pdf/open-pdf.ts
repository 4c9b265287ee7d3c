import type { OpenedDocument } from '#model'
import { openPdfFile, type PdfFile, type PdfLimits, type PdfSignature, readSignatureDictionaries } from '#readers/pdf'
import { readingEntry, refuse } from '../refusal.js'

/**
 * An opened PDF file: its revisions, and the signatures and document time-stamps in its fields, whose CMS is not yet read, in the order in which they were
 * made.
 */
interface OpenedPdf extends OpenedDocument<PdfSignature> {
  readonly file: PdfFile
}

export interface PdfDocumentLimits {
  readonly pdf: PdfLimits
}

/**
 * Opens a PDF file. A file without signatures has an empty list of signatures.
 *
 * @throws ContainerError when it is not a PDF file, has no cross-reference at all and a scan finds no signature, is truncated within a signature, needs a
 * password, or exceeds a limit
 */
export function openPdf(bytes: Uint8Array, limits: PdfDocumentLimits): OpenedPdf {
  return readingEntry(null, () => {
    const file = openPdfFile(bytes, limits.pdf)
    const signatures = readSignatureDictionaries(file)
    if (signatures.length === 0) assertNotTruncated(file)
    return {
      type: 'PDF',
      form: { kind: 'pdf' },
      dataFiles: [],
      file,
      signatures,
      // Findings about the file are reported with the signatures that they concern (`decisions.md#pades-warnings`).
      findings: [],
      trustDomain: null,
    }
  })
}

/**
 * Refuses a file without signatures that may have lost them: it is unknown whether a truncated file was signed. Such a file has no cross-reference, and a
 * scan finds nothing, or it is read up to an earlier cross-reference.
 */
function assertNotTruncated({ bytes, rebuiltBecause, revisions }: PdfFile): void {
  if (rebuiltBecause !== null) {
    if (!bytes.includes('startxref')) throw rebuiltBecause
  } else if (holdsSignatureDictionary(bytes.subarray(revisions.at(-1)?.paddedEnd)))
    refuse('PDF_TRUNCATED', 'The file is truncated: no cross-reference leads to the signature at its end.')
}

/** Whether octets contain an entry that only signature dictionaries have. The `SubFilter` of a seed value is an array. */
function holdsSignatureDictionary(octets: Buffer): boolean {
  if (octets.includes('/ByteRange')) return true
  for (let at = octets.indexOf('/SubFilter'); at >= 0; at = octets.indexOf('/SubFilter', at + 1))
    if (/^\/SubFilter\s*\//.test(octets.toString('latin1', at, at + 20))) return true
  return false
}
