import type { PdfRevision } from '../../pdf-revision.js'
import { sameValue } from '../../signatures/equal-values.js'
import { isArray, PdfDictionary, PdfReference, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { type Judging, longTerm, refused } from '../findings.js'
import { entryRule } from './rule.js'

export const securityStore = entryRule('document-security-store', 'EN 319 142-1, 5.4.2', 'DSS', (comparison, { before, after, holder }) =>
  compareSecurityStore(comparison, before, after, holder),
)

/**
 * Compares `DSS` (EN 319 142-1, 5.4.2): streams and plain values are explained, under keys that writers define themselves as well. Values may be removed, the
 * dictionary may not.
 */
function* compareSecurityStore(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): Judging {
  const { older, newer } = comparison
  const store = newer.resolve(after)
  if (!(store instanceof PdfDictionary)) {
    if (older.resolve(before) !== null) yield refused(holder, 'the validation data (DSS) were removed')
    return
  }
  const other = otherEntryOf(newer, store)
  if (other !== null) yield refused(after instanceof PdfReference ? after.number : holder, `the validation data (DSS) hold ${other}`)
  else {
    yield* comparison.explainAllBelow(after, holder, longTerm('document-security-store'))
    // When another object replaces the DSS, the old object still refers to the data. An encrypted file has them in other octets when they are written again.
    // An old DSS with any other value could lead to the whole document, so its references do not count.
    const old = older.resolve(before)
    const isKnown = old instanceof PdfDictionary && otherEntryOf(older, old) === null
    if (isKnown && !sameValue(before, after)) yield* comparison.passThroughOlder(before, holder)
  }
}

/** The path of the first entry of a DSS that is something else than data; null when there is none. */
function otherEntryOf(revision: PdfRevision, store: PdfDictionary): string | null {
  for (const [key, value] of store.entries) {
    const resolved = revision.resolve(value)
    if (key === 'VRI' && resolved instanceof PdfDictionary) {
      const other = otherSignatureOf(revision, resolved)
      if (other !== null) return other
    } else if (!(key === 'VRI' && resolved === null) && !isData(revision, value)) return key
  }
  return null
}

/** The same for `VRI`, which has a dictionary for each signature. */
function otherSignatureOf(revision: PdfRevision, perSignature: PdfDictionary): string | null {
  for (const [key, value] of perSignature.entries) {
    const entry = revision.resolve(value)
    const parts: Iterable<readonly [string, PdfValue]> = entry instanceof PdfDictionary ? entry.entries : [['', value]]
    for (const [part, each] of parts) if (!isData(revision, each)) return `VRI/${key}/${part}`
  }
  return null
}

/** Whether a value holds no references but those to streams: a reference to a dictionary could lead to any part of the document. */
function isData(revision: PdfRevision, value: PdfValue, depth = 0): boolean {
  const resolved = revision.resolve(value)
  if (resolved === null || depth > revision.budget.limits.maxComparedDepth) return false
  if (isArray(resolved)) return resolved.every((item) => isData(revision, item, depth + 1))
  if (!(resolved instanceof PdfDictionary)) return true
  return !(value instanceof PdfReference) && [...resolved.entries.values()].every((each) => isData(revision, each, depth + 1))
}
