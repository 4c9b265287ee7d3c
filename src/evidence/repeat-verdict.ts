import { createHash } from 'node:crypto'
import type { Limits } from '#config'
import { documentTypes, MalformedDocument, parseInstant, RequestError } from '#model'
import { memberOf } from '#std'
import { openCacheAcrossDocuments, openDecodedCache, openIndex, openInstances, validateDocument, validationContextOf } from '#validation'
import { readPolicyFile } from '#validation/policy-file'
import { writeDetailedReport } from '#writers/detailed'
import type { StoredEvidence } from './read-evidence.js'
import { entries } from './stored-evidence.js'
import { instancesOf, packedTrustOf } from './stored-trust.js'

/** A member of the report that the repetition has otherwise. */
export interface Difference {
  /** `signatures[0].indication`. */
  readonly place: string
  readonly stored: string
  readonly repeated: string
}

export type Repetition =
  | { readonly outcome: 'same' }
  | { readonly outcome: 'another-document'; readonly stored: string; readonly given: string }
  /** Parts of the evidence that were changed after it was packed. */
  | { readonly outcome: 'changed'; readonly parts: readonly string[] }
  | { readonly outcome: 'differs'; readonly differences: readonly Difference[] }
  /** The document can no longer be read, by the reason of its refusal. */
  | { readonly outcome: 'refused'; readonly reason: string }

/** Differences that are told at most. */
const maxDifferences = 50

/**
 * Repeats a verdict from its evidence: the document with the stored trust, policy and clock, and nothing else. The digest of the trust snapshot is not compared,
 * because the evidence holds only the services that mattered.
 *
 * @throws EvidenceUnreadable when the stored trust or policy cannot be read
 */
export function repeatVerdict(stored: StoredEvidence, document: Uint8Array, limits: Limits): Repetition {
  const { verdict } = stored
  // What is inside says more than that the archive is another one.
  const inside = stored.changed.filter((part) => part !== 'archive')
  if (inside.length > 0) return { outcome: 'changed', parts: inside }
  // Nothing repeats the digest of the whole trust, but both entries state it.
  if (memberOf(stored.report, 'trustSnapshot') !== verdict.trustSnapshot) return { outcome: 'changed', parts: [entries.verdict] }
  const given = createHash('sha256').update(document).digest('hex')
  if (given !== verdict.document.digest) return { outcome: 'another-document', stored: verdict.document.digest, given }
  const documentType = documentTypes.find((known) => known === verdict.document.type)
  const validationTime = parseInstant(verdict.validationTime)
  if (documentType === undefined || validationTime === null) throw new TypeError('the reader of evidence has checked type and time')
  const kept = openCacheAcrossDocuments(limits)
  const { packed } = packedTrustOf(stored.trust, limits)
  const policies = stored.policy === null ? [] : [readPolicyFile(stored.policy, entries.policy)]
  const context = validationContextOf(
    openIndex(packed, kept, limits),
    openInstances(instancesOf(stored.trust, limits), kept, limits),
    openDecodedCache(limits, kept),
    limits,
    policies,
  )
  try {
    const request = { document, filename: verdict.document.name, documentType, policy: verdict.policy, validationTime }
    const repeated: unknown = JSON.parse(JSON.stringify(writeDetailedReport(validateDocument(request, context))))
    const differences = differencesBetween(withoutSnapshot(stored.report), withoutSnapshot(repeated), '')
    if (differences.length === 0 && stored.changed.length > 0) return { outcome: 'changed', parts: stored.changed }
    return differences.length === 0 ? { outcome: 'same' } : { outcome: 'differs', differences: differences.slice(0, maxDifferences) }
  } catch (error) {
    if (error instanceof MalformedDocument) return { outcome: 'refused', reason: error.described }
    if (error instanceof RequestError) return { outcome: 'refused', reason: error.message }
    throw error
  }
}

function withoutSnapshot(report: unknown): unknown {
  return typeof report === 'object' && report !== null ? { ...report, trustSnapshot: '' } : report
}

function differencesBetween(stored: unknown, repeated: unknown, place: string): readonly Difference[] {
  if (typeof stored !== 'object' || typeof repeated !== 'object' || stored === null || repeated === null)
    return Object.is(stored, repeated) ? [] : [{ place, stored: shown(stored), repeated: shown(repeated) }]
  const names = [...new Set([...Object.keys(stored), ...Object.keys(repeated)])]
  return names.flatMap((name) =>
    differencesBetween(memberOf(stored, name), memberOf(repeated, name), placeOf(place, name, Array.isArray(stored))),
  )
}

function placeOf(place: string, name: string, inArray: boolean): string {
  if (inArray) return `${place}[${name}]`
  return place === '' ? name : `${place}.${name}`
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200)
}
