import { type CountedFiles, excerpt, type FilesLeftOut, type ReadSignature, reportBounds, type SignatureFacts } from '#model'

/** No file is left out: for documents whose signatures cover all of it, or fail. */
export const nothingLeftOut: FilesLeftOut = { byAll: { names: [], count: 0 }, bySome: { names: [], count: 0 } }

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
): FilesLeftOut {
  const coverages = signatures.flatMap((signature) => (signature.kind === 'read' ? [coveredBy(signature.facts)] : []))
  if (coverages.length === 0) return nothingLeftOut
  const incomplete = files.filter((name) => !coverages.every((covered) => covered.has(name)))
  const isUnsigned = (name: string) => !coverages.some((covered) => covered.has(name))
  return { byAll: countFiles(incomplete.filter(isUnsigned)), bySome: countFiles(incomplete.filter((name) => !isUnsigned(name))) }
}

function countFiles(names: readonly string[]): CountedFiles {
  return { names: names.slice(0, reportBounds.maxNames).map(excerpt), count: names.length }
}
