import type { DocumentReport, SignatureReport, TokenReport } from '#model'

type Signed = Pick<DocumentReport, 'signatures' | 'timeStampTokens' | 'nested'>

/**
 * A report in which the signatures of a document inside the container stand among those of the container, with the name of that document before their place. For
 * forms of a report that have no place for a document inside another one; the conclusion on each signature names the time at which it was validated.
 */
export function withNested(report: DocumentReport): DocumentReport {
  if (report.nested === null) return report
  const nested = withNested(report.nested)
  return {
    ...report,
    findings: [...report.findings, ...nested.findings],
    filesLeftOut: nested.filesLeftOut,
    ...signaturesWithNested(report),
    nested: null,
  }
}

/** The signatures and tokens of a report with those of the documents inside, whose name stands before their place. */
export function signaturesWithNested({ signatures, timeStampTokens, nested }: Signed): Omit<Signed, 'nested'> {
  if (nested === null) return { signatures, timeStampTokens }
  const inside = signaturesWithNested(nested)
  const { name } = nested.document
  const placed = (file: string) => (file === '' ? name : `${name}/${file}`)
  return {
    signatures: [
      ...signatures,
      ...inside.signatures.map((signature): SignatureReport => {
        const { file, index } = signature.source
        return { ...signature, source: { file: placed(file), index } }
      }),
    ],
    timeStampTokens: [...timeStampTokens, ...inside.timeStampTokens.map((token): TokenReport => ({ ...token, file: placed(token.file) }))],
  }
}
