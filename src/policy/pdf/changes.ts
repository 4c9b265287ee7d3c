import {
  type CheckFacts,
  type CheckResult,
  notApplicable,
  type PdfChange,
  type PdfFacts,
  type PdfFieldRestriction,
  type PdfPermission,
  reportBounds,
} from '#model'
import { check } from '../check.js'
import type { Evaluation } from '../evaluation.js'

const { maxFindings } = reportBounds

/**
 * Checks of what was changed after the signature (ISO 32000-1, 12.8.2.2): a rule explains each change, the signature permits it, and no locked field was
 * changed. Permitted changes that alter what the file shows are warnings.
 */
export function checkPdfChanges({ policy }: Evaluation, facts: PdfFacts): readonly CheckResult[] {
  const { changes, permission, certification, restrictions } = facts
  if (changes.length === 0) return [notApplicable('pdf-changes-explained')]
  const unexplained = changes.filter(({ rule }) => rule === null)
  const forbidden = permission === null ? [] : changes.filter((change) => !isPermitted(change, permission))
  const locked = lockedOf(changes, restrictions)
  const filled = changes.filter(({ rule }) => rule === 'form-field')
  const annotated = changes.filter(({ level }) => level === 'annotations')
  const redrawn = permission === 3 ? [] : changes.filter(({ rule }) => rule === 'annotation-redrawn' || rule === 'annotation-removed')
  const shown = changes.filter(({ rule }) => rule === 'visible-signature-field')
  // Changes that only draw on a page are counted as annotations.
  const signed = certification === null ? shown.filter(({ level }) => level !== 'annotations') : []
  const missed = (key: CheckResult['key'], found: readonly PdfChange[], about: (change: PdfChange) => CheckFacts) =>
    found.length === 0 ? [check(policy, key, true)] : found.slice(0, maxFindings).map((change) => check(policy, key, false, about(change)))
  return [
    ...missed('pdf-changes-explained', unexplained, factsOf),
    ...missed('pdf-changes-permitted', forbidden, factsOf),
    ...missed('pdf-annotations-kept', redrawn, factsOf),
    ...missed('pdf-locked-fields-unchanged', locked, ({ revision, field }) => ({ revision, field })),
    ...missed('pdf-form-unchanged', byRevision(filled), ({ revision }) => ({ revision, fields: fieldsOf(filled, revision) })),
    ...missed('pdf-annotations-unchanged', byRevision(annotated), ({ revision }) => ({ revision, pages: pagesOf(annotated, revision) })),
    ...missed('pdf-no-signature-shown-after-certification', certification === null ? [] : byRevision(shown), placesOf(shown)),
    ...missed('pdf-no-later-signature-shown', byRevision(signed), placesOf(signed)),
  ]
}

function factsOf({ revision, object, change, rule, level, field, description }: PdfChange): CheckFacts {
  return { revision, object, change, rule, level, field, description }
}

/** Table 254. Additions for long-term validation are permitted always (EN 319 142-1, 5.4.2 and 5.4.3). */
function isPermitted({ level }: PdfChange, permission: PdfPermission): boolean {
  switch (level) {
    // `pdf-changes-explained` reports a change that no rule explains.
    case null:
    case 'long-term-validation':
      return true
    case 'form-filling':
      return permission >= 2
    case 'annotations':
      return permission >= 3
  }
}

/** Changes that fill in a field which the signature locks. */
function lockedOf(changes: readonly PdfChange[], restrictions: readonly PdfFieldRestriction[]): readonly PdfChange[] {
  const filled = changes.filter(({ rule, field }) => rule === 'form-field' && field !== null)
  if (filled.length === 0) return []
  const tests = restrictions.map(restricts)
  return filled.filter(({ field }) => tests.some((test) => test(field ?? '')))
}

/** Whether a restriction holds for a field. The names are ordered once: a file may lock a million of them. */
function restricts({ action, fields }: PdfFieldRestriction): (field: string) => boolean {
  const names = new Set(fields)
  const lengths = new Set(fields.map(({ length }) => length))
  const sorted = [...names].sort()
  const isListed = (field: string) => {
    if (names.has(field)) return true
    for (let end = field.indexOf('.'); end >= 0; end = field.indexOf('.', end + 1))
      if (lengths.has(end) && names.has(field.slice(0, end))) return true
    return false
  }
  // A field that is named may have its value from one above it.
  const isAbove = (field: string) => firstFrom(sorted, `${field}.`)?.startsWith(`${field}.`) === true
  switch (action) {
    case 'All':
      return () => true
    case 'Include':
      return (field) => isListed(field) || isAbove(field)
    case 'Exclude':
      return (field) => !isListed(field)
  }
}

/** The first of the sorted names that does not stand before this one. */
function firstFrom(sorted: readonly string[], name: string): string | undefined {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < name) low = middle + 1
    else high = middle
  }
  return sorted[low]
}

/** The first change of each revision. */
function byRevision(changes: readonly PdfChange[]): readonly PdfChange[] {
  const seen = new Set<number>()
  return changes.filter(({ revision }) => !seen.has(revision) && seen.add(revision))
}

/** Where the later signatures of a revision are seen. */
function placesOf(shown: readonly PdfChange[]): (change: PdfChange) => CheckFacts {
  return ({ revision }) => ({ revision, fields: fieldsOf(shown, revision), pages: pagesOf(shown, revision) })
}

function pagesOf(changes: readonly PdfChange[], revision: number): readonly string[] {
  const pages = changes.flatMap((change) => (change.revision === revision && change.page !== null ? [change.page] : []))
  return [...new Set(pages)]
    .sort((a, b) => a - b)
    .slice(0, maxFindings)
    .map(String)
}

function fieldsOf(changes: readonly PdfChange[], revision: number): readonly string[] {
  const names = changes.flatMap((change) => (change.revision === revision && change.field !== null ? [change.field] : []))
  return [...new Set(names)].slice(0, maxFindings)
}
