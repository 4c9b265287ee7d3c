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
import { firstIndex } from '#std'
import { check } from '../check.js'
import type { Evaluation } from '../evaluation.js'

const { maxFindings } = reportBounds

/**
 * Checks of the changes after the signature (ISO 32000-1, 12.8.2.2): a rule must explain each change, the signature must permit it, and no locked field may be
 * changed. Permitted changes to what the file displays are warnings.
 */
export function checkPdfChanges({ policy }: Evaluation, facts: PdfFacts): readonly CheckResult[] {
  const { changes, permission, certification, restrictions } = facts
  if (changes.length === 0) return [notApplicable('pdf-changes-explained')]
  const unexplained = changes.filter(({ rule }) => rule === null)
  const unpermitted = permission === null ? [] : changes.filter((change) => !isPermitted(change, permission))
  const forbidden = [...new Set([...unpermitted, ...drawnUnderLock(changes, restrictions)])]
  const locked = lockedOf(changes, restrictions)
  const filled = changes.filter(({ rule }) => rule === 'form-field')
  const drawn = changes.filter(({ rule }) => rule === 'form-drawing')
  const annotated = changes.filter(({ level }) => level === 'annotations')
  const redrawn = permission === 3 ? [] : changes.filter(({ rule }) => rule === 'annotation-redrawn' || rule === 'annotation-removed')
  const shown = changes.filter(({ rule }) => rule === 'visible-signature-field')
  // A change of level `annotations` is already reported by `pdf-annotations-unchanged`.
  const signed = certification === null ? shown.filter(({ level }) => level !== 'annotations') : []
  const expectNone = (key: CheckResult['key'], found: readonly PdfChange[], about: (change: PdfChange) => CheckFacts) =>
    found.length === 0 ? [check(policy, key, true)] : found.slice(0, maxFindings).map((change) => check(policy, key, false, about(change)))
  return [
    ...expectNone('pdf-changes-explained', unexplained, factsOf),
    ...expectNone('pdf-changes-permitted', forbidden, factsOf),
    ...expectNone('pdf-annotations-kept', redrawn, factsOf),
    ...expectNone('pdf-locked-fields-unchanged', locked, ({ revision, field }) => ({ revision, field })),
    ...expectNone('pdf-form-unchanged', byRevision(filled), ({ revision }) => ({ revision, fields: fieldsOf(filled, revision) })),
    ...expectNone('pdf-form-drawn-alike', byRevision(drawn), ({ revision, description }) => ({ revision, description })),
    ...expectNone('pdf-annotations-unchanged', byRevision(annotated), ({ revision }) => ({
      revision,
      pages: pagesOf(annotated, revision),
    })),
    ...expectNone('pdf-no-signature-shown-after-certification', certification === null ? [] : byRevision(shown), placesOf(shown)),
    ...expectNone('pdf-no-later-signature-shown', byRevision(signed), placesOf(signed)),
  ]
}

function factsOf({ revision, object, change, rule, level, field, description }: PdfChange): CheckFacts {
  return { revision, object, change, rule, level, field, description }
}

/** Whether the permission allows the change (ISO 32000-1, table 254). Additions for long-term validation are always permitted (EN 319 142-1, 5.4.2, 5.4.3). */
function isPermitted({ level }: PdfChange, permission: PdfPermission): boolean {
  switch (level) {
    // `pdf-changes-explained` already reports a change that no rule explains.
    case null:
    case 'long-term-validation':
      return true
    case 'form-filling':
      return permission >= 2
    case 'annotations':
      return permission >= 3
  }
}

/** Form field changes in fields that the signature locks. */
function lockedOf(changes: readonly PdfChange[], restrictions: readonly PdfFieldRestriction[]): readonly PdfChange[] {
  const filled = changes.filter(({ rule, field }) => rule === 'form-field' && field !== null)
  if (filled.length === 0) return []
  const tests = restrictions.map(restricts)
  return filled.filter(({ field }) => tests.some((test) => test(field ?? '')))
}

/**
 * Entries of the form by which programs draw its fields anew, where the signature locks all fields: nobody may fill in a field, so that such a change serves nothing but another look.
 * After a lock of some fields, programs write them when another field is filled in. That signed appearances count again (`long-term-validation`) is no other look.
 */
function drawnUnderLock(changes: readonly PdfChange[], restrictions: readonly PdfFieldRestriction[]): readonly PdfChange[] {
  const locksAll = restrictions.some(({ action, fields }) => action === 'All' || (action === 'Exclude' && fields.length === 0))
  return locksAll ? changes.filter(({ rule, level }) => rule === 'form-drawing' && level === 'form-filling') : []
}

/** Returns a predicate: whether a restriction applies to a field. The names are sorted only once, because a file may lock a million of them. */
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
  // A listed field may inherit its value from a parent field.
  const isAbove = (field: string) => sorted[firstIndex(sorted, (name) => name >= `${field}.`)]?.startsWith(`${field}.`) === true
  switch (action) {
    case 'All':
      return () => true
    case 'Include':
      return (field) => isListed(field) || isAbove(field)
    case 'Exclude':
      return (field) => !isListed(field)
  }
}

/** The first change of each revision. */
function byRevision(changes: readonly PdfChange[]): readonly PdfChange[] {
  const seen = new Set<number>()
  return changes.filter(({ revision }) => !seen.has(revision) && seen.add(revision))
}

/** The fields and pages of the later signatures in a revision. */
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
