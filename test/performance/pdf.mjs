// Signed PDF files of the sample trust, and how the work for them grows. Sizes are those of the whole file.
import { limits } from '#config'
import { validateDocument } from '../../dist/validation/validate-document.js'
import { openCacheAcrossDocuments, openDecodedCache, openInstances, validationContextOf } from '../../dist/validation/validation-context.js'
import { plain, plainDraft } from '../support/pdf/plain-document.ts'
import { addDocumentTimeStamp, addValidationData, signedPdf, signPdf } from '../support/pdf/signed-pdf.ts'
import { assertPasses } from './engine.mjs'

/** @param {'LT' | 'LTA'} level @param {number} size bytes */
export function signedPdfOf(level, size) {
  const make = (ballast) => signedPdf({ level, draft: () => plainDraft({ ballast }) })
  return make(Math.max(0, size - make(0).length))
}

/** A file with signatures that each cover all before it, all with validation data. */
export function pdfWithSignatures(signatures, size = 0) {
  const draft = plainDraft({ ballast: size })
  for (let i = 0; i < signatures; i++) signPdf(draft)
  addValidationData(draft)
  return draft.bytes
}

/** A signed file to which revisions were added that change nothing but its title. */
export function pdfWithRevisions(revisions) {
  const draft = plainDraft()
  signPdf(draft)
  addValidationData(draft)
  addDocumentTimeStamp(draft)
  for (let i = 0; i < revisions; i++) draft.update({ [plain.information]: `<< /Title (Agreement ${i}) >>` })
  return draft.bytes
}

/** Milliseconds of processor time of one validation, the best of some. */
export function millisecondsOf(document, index, validationTime, rounds = 5) {
  const request = { document, filename: 'bench.pdf', documentType: 'PDF', policy: 'POLv1', validationTime }
  const once = () => {
    const before = process.cpuUsage()
    const report = validateDocument(
      request,
      validationContextOf(index, openInstances([], openCacheAcrossDocuments(limits), limits), openDecodedCache(limits), limits),
    )
    const { user, system } = process.cpuUsage(before)
    assertPasses(report)
    return (user + system) / 1000
  }
  return Math.min(...Array.from({ length: rounds }, once))
}
