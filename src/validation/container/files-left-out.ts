import { type CountedFiles, excerpt, type FilesLeftOut, type ReadSignature, reportBounds, type SignatureFacts } from '#model'

/** The files of a container that its signatures leave out. */
export interface Coverage {
  readonly leftOut: FilesLeftOut
  /** What each signature leaves out, in their order; nothing for one that cannot be read. */
  readonly bySignature: readonly CountedFiles[]
}

const nothing: CountedFiles = { names: [], count: 0 }

/** No file is left out: for documents whose signatures cover all of it, or fail. */
export const nothingLeftOut: Coverage = { leftOut: { byAll: nothing, bySome: nothing }, bySignature: [] }

/**
 * The files that signatures leave out. A file counts as covered when a signature names it; whether its digest matches is a check of that signature. A signature
 * that cannot be read says nothing about files, so without a signature that can nothing is known to be left out.
 *
 * @param files names of all files of the container
 * @param coveredBy names of the files that a signature covers
 */
export function compareCoverage(
  files: readonly string[],
  signatures: readonly ReadSignature[],
  coveredBy: (facts: SignatureFacts) => ReadonlySet<string>,
): Coverage {
  const coverages = signatures.flatMap((signature) => (signature.kind === 'read' ? [coveredBy(signature.facts)] : []))
  if (coverages.length === 0) return nothingLeftOut
  const incomplete = files.filter((name) => !coverages.every((covered) => covered.has(name)))
  const isUnsigned = (name: string) => !coverages.some((covered) => covered.has(name))
  return {
    leftOut: { byAll: countFiles(incomplete.filter(isUnsigned)), bySome: countFiles(incomplete.filter((name) => !isUnsigned(name))) },
    bySignature: signatures.map((signature) => {
      if (signature.kind === 'unreadable') return nothing
      const covered = coveredBy(signature.facts)
      return countFiles(incomplete.filter((name) => !covered.has(name)))
    }),
  }
}

function countFiles(names: readonly string[]): CountedFiles {
  return { names: names.slice(0, reportBounds.maxNames).map(excerpt), count: names.length }
}
