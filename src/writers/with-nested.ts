import type { DocumentReport, SignatureReport } from '#model'

/**
 * A report in which the signatures of a document inside the container stand among those of the container, with the name of that document before their place. For
 * forms of a report that have no place for a document inside another one; the conclusion on each signature names the time at which it was validated.
 */
export function withNested(report: DocumentReport): DocumentReport {
  if (report.nested === null) return report
  const nested = withNested(report.nested)
  const inside = nested.signatures.map((signature): SignatureReport => {
    const { file, index } = signature.source
    const { name } = nested.document
    return { ...signature, source: { file: file === '' ? name : `${name}/${file}`, index } }
  })
  return {
    ...report,
    findings: [...report.findings, ...nested.findings],
    filesLeftOut: nested.filesLeftOut,
    signatures: [...report.signatures, ...inside],
    timeStampTokens: [...report.timeStampTokens, ...nested.timeStampTokens],
  }
}
