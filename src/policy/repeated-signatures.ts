import type { CheckResult, SignatureSource } from '#model'
import { check } from './check.js'
import type { SignatureEvidence } from './conclude-document.js'
import type { ValidationPolicy } from './validation-policy.js'

export interface ComparedSignature {
  readonly read: SignatureEvidence
  readonly warnings: readonly CheckResult[]
}

/**
 * Adds a warning to each signature that repeats the content or the Id of an earlier one; all are reported and counted (`decisions.md#repeated-signatures`). An empty
 * Id does not count: a missing Id is a finding of its own.
 */
export function repeatedSignatures(policy: ValidationPolicy, signatures: readonly SignatureEvidence[]): readonly ComparedSignature[] {
  const firstById = new Map<string, SignatureSource>()
  const firstByContent = new Map<string, SignatureSource>()
  return signatures.map((read) => {
    const { id, source } = read.kind === 'read' ? read.facts : read.signature
    const content = read.kind === 'read' ? read.facts.contentDigest : null
    const twin = content === null ? undefined : firstByContent.get(content)
    const namesake = id === '' ? undefined : firstById.get(id)
    if (content !== null && twin === undefined) firstByContent.set(content, source)
    if (id !== '' && namesake === undefined) firstById.set(id, source)
    const repeated = twin ?? namesake
    if (repeated === undefined) return { read, warnings: [] }
    const { file, index } = repeated
    const unique = check(policy, 'signature-unique', false, { repeats: twin === undefined ? 'id' : 'content', id, file, index })
    return { read, warnings: unique.outcome === 'warned' ? [unique] : [] }
  })
}
