import { limits } from '#config'
import { judgeRevisions, openPdfFile, type PdfFile, type PdfLimits, type PdfSignature, readSignatureDictionaries } from '#readers/pdf'
import type { ObjectChange } from '../../../src/readers/pdf/changes/object-change.js'
import type { PdfDraft } from '../../support/pdf/draft.js'

export const pdfLimits: PdfLimits = limits.pdf

export function open(source: PdfDraft | Buffer | string, bounds: Partial<PdfLimits> = {}): PdfFile {
  const bytes = typeof source === 'string' ? Buffer.from(source, 'latin1') : Buffer.isBuffer(source) ? source : source.bytes
  return openPdfFile(bytes, { ...pdfLimits, ...bounds })
}

export function signaturesOf(source: PdfDraft | Buffer): readonly PdfSignature[] {
  return readSignatureDictionaries(open(source))
}

/** The one signature of a file. */
export function signatureOf(source: PdfDraft | Buffer): PdfSignature {
  const [signature, ...more] = signaturesOf(source)
  if (signature === undefined || more.length > 0) throw new Error(`${more.length} signatures`)
  return signature
}

/** What the revisions behind the first signature changed. */
export function changesOf(source: PdfDraft | Buffer): readonly ObjectChange[] {
  const file = open(source)
  const [first] = readSignatureDictionaries(file)
  return judgeRevisions(file, first?.coveredRevision ?? 0)
}

/** Descriptions of what no rule explains. */
export function unexplained(source: PdfDraft | Buffer): readonly string[] {
  return changesOf(source).flatMap(({ rule, object, description }) => (rule === null ? [`${object ?? '-'} ${description}`] : []))
}

/** Rules of the changes with how far they reach, each once. */
export function rulesOf(source: PdfDraft | Buffer): readonly string[] {
  return [...new Set(changesOf(source).map(({ rule, level }) => `${rule} ${level}`))].sort()
}
