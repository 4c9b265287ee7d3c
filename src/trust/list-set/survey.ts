import type { TrustedList } from '../trusted-list/trusted-list.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'
import type { AssemblyContext, Findings } from './assembly.js'
import { type ListFile, readListFile } from './list-file.js'

/** A file with what it says that it is; nothing of this has been authenticated. */
export interface SurveyedFile {
  readonly file: ListFile
  readonly kind: TrustedList['kind']
  readonly territory: string
  readonly sequenceNumber: number
  readonly digest: string
}

/** Looks into files that nobody asked for by name, one after the other, and remembers of each what it is. */
export function surveyFiles(
  files: readonly ListFile[],
  source: string,
  context: AssemblyContext,
  findings: Findings,
): readonly SurveyedFile[] {
  return files.flatMap((file) => {
    try {
      const { list, digest } = readListFile(file, context.limits)
      return [{ file, kind: list.kind, territory: list.territory, sequenceNumber: list.sequenceNumber, digest }]
    } catch (error) {
      if (!(error instanceof TrustedListError)) throw error
      findings.refuse(source, null, file, error)
      return []
    }
  })
}
