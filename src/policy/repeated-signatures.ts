import type { ReadSignature, SignatureConclusion } from '#model'
import { check } from './check.js'
import type { ValidationPolicy } from './validation-policy.js'

export interface ConcludedSignature {
  readonly read: ReadSignature
  readonly conclusion: SignatureConclusion
}

/**
 * Every signature of a document is reported and counted; one that repeats the bytes or the Id of an earlier one gets a warning (ruling 57).
 * Returns the conclusions in the same order. An empty Id repeats nothing: it is a finding of its own.
 */
export function warnOfRepeatedSignatures(
  policy: ValidationPolicy,
  signatures: readonly ConcludedSignature[],
): readonly SignatureConclusion[] {
  const firstById = new Map<string, SignatureConclusion>()
  const firstByContent = new Map<string, SignatureConclusion>()
  return signatures.map(({ read, conclusion }) => {
    const content = read.kind === 'read' ? read.facts.contentDigest : null
    const twin = content === null ? undefined : firstByContent.get(content)
    const namesake = conclusion.id === '' ? undefined : firstById.get(conclusion.id)
    if (content !== null && twin === undefined) firstByContent.set(content, conclusion)
    if (conclusion.id !== '' && namesake === undefined) firstById.set(conclusion.id, conclusion)
    const repeated = twin ?? namesake
    if (repeated === undefined) return conclusion
    const warning = check(policy, 'signature-unique', false, {
      repeats: twin === undefined ? 'id' : 'content',
      id: conclusion.id,
      file: repeated.source.file,
      index: repeated.source.index,
    })
    return warning.outcome === 'warned' ? { ...conclusion, warnings: [...conclusion.warnings, warning] } : conclusion
  })
}
