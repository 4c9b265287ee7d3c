import { orPdfError, PdfError } from '../pdf-error.js'
import type { PdfFile } from '../pdf-file.js'
import { differingKeys, sameValue } from '../signatures/equal-values.js'
import { nameOf, PdfDictionary, PdfStream, PdfString, type PdfValue } from '../syntax/values.js'
import { type ChangeKind, Comparison, type Versions } from './comparison.js'
import { type Describer, describeObject } from './describe-object.js'
import { type Explanation, Findings, longTerm } from './findings.js'
import type { ObjectChange } from './object-change.js'
import { type ObjectSurvey, type ObjectValues, readableValue } from './object-survey.js'
import type { PageNumbers } from './page-numbers.js'
import { differenceOfObject } from './plain-revision.js'
import { TRAILER } from './reference-index.js'
import { rules } from './rules/index.js'
import type { SignedContent } from './signed-content.js'

/**
 * Runs the table of rules in its order. Each rule yields what it finds; it may ask what was found before. An object that cannot be read ends them: its error is returned, and what was
 * not yet compared stays unexplained. The error for a bound is thrown.
 */
export function runRules(versions: Versions): { readonly findings: Findings; readonly broken: PdfError | null } {
  const findings = new Findings()
  const comparison = new Comparison(versions, findings)
  const broken = orPdfError(() => {
    for (const rule of rules) if (rule.applies(versions)) for (const finding of rule.judge(comparison)) findings.add(finding)
    return null
  })
  return { findings, broken }
}

/** The data by which one revision is judged. */
export interface Judgement {
  readonly file: PdfFile
  readonly versions: Versions
  readonly findings: Findings
  readonly survey: ObjectSurvey
  readonly content: SignedContent
  /** The changed objects that nothing reaches (`findUnreferenced`). Few revisions have an object that no rule explains. */
  readonly unreferenced: () => ReadonlySet<number>
  /** Whether the revision adds a time-stamp or a place of a signature and nothing that needs a permission. */
  readonly isForLongTerm: boolean
  readonly pages: PageNumbers
  /** Objects that were used to describe the objects to which they refer. */
  readonly describers: Map<number, Describer>
}

export function judgeObject(judgement: Judgement, number: number, kind: ChangeKind): ObjectChange {
  const { versions } = judgement
  const values = { before: readableValue(versions.older, number), after: readableValue(versions.newer, number) }
  const description = describeObject(judgement, number, values)
  const revision = versions.newer.index
  const found = withLevelOfStructure(judgement, explanationOf(judgement, number, kind, values))
  if ('rule' in found) {
    const isShown = found.level === 'annotations' || found.rule === 'visible-signature-field'
    const { rule, level, field, detail } = found
    const page = isShown ? judgement.pages.of(number) : null
    return { revision, object: number, change: kind, rule, level, field, page, description: detail || description }
  }
  const { reason } = found
  const withReason = reason === null ? description : `${description}: ${reason}`
  return { revision, object: number, change: kind, rule: null, level: null, field: null, page: null, description: withReason }
}

/**
 * Elements of the structure that come with a time-stamp or an empty place of a signature, and with nothing that needs a permission, belong to it: iText adds an element for the
 * widget to a tagged file.
 */
function withLevelOfStructure<Found extends object>({ isForLongTerm }: Judgement, found: Found): Found | Explanation {
  return 'rule' in found && found.rule === 'structure-tree' && isForLongTerm ? longTerm('structure-tree') : found
}

/** The rule that explains an object, or the reason why no rule does; a reason of null when no rule reached the object. */
function explanationOf(
  judgement: Judgement,
  number: number,
  kind: ChangeKind,
  values: ObjectValues,
): Explanation | { readonly reason: string | null } {
  const { versions, findings, survey, content, unreferenced } = judgement
  const reason = findings.refusalOf(number) ?? reasonAgainst(judgement, number, kind, values)
  if (reason !== null) return { reason }
  const { before, after } = values
  if (after instanceof PdfError) return { reason: after.message }
  if (kind === 'replaced' && !(before instanceof PdfError) && (findings.isRewritten(number) || differInProducer(before, after)))
    return longTerm('rewritten')
  const explanation = findings.explanationOf(number)
  if (explanation === null && !unreferenced().has(number)) return { reason: null }
  const foreign = findings.isGrown(number) ? null : foreignReferrer(versions, findings, number, kind)
  if (foreign !== null) return { reason: foreign }
  const isPart = content.objects.has(number) && !findings.isGrown(number) && !findings.isPlaced(number)
  if (isPart || (content.pages.has(number) && !isOfPage(explanation))) return { reason: 'it is a part of what the file shows or does' }
  if (content.isUnsearched && (kind === 'added' || findings.isReached(number)))
    return { reason: 'content of a page that cannot be searched may refer to it' }
  if (content.isOpaque && kind === 'replaced' && findings.isReached(number))
    return { reason: 'an object that cannot be read may refer to it' }
  if (explanation !== null) return explanation
  const streamType = after instanceof PdfStream ? nameOf(after.dictionary.get('Type')) : null
  if (streamType === 'XRef') return longTerm('cross-reference-stream')
  if (streamType === 'ObjStm') return longTerm('object-stream')
  return survey.isIncomplete || content.isOpaque
    ? { reason: 'an object that cannot be read may refer to it' }
    : longTerm('unreferenced-object')
}

/** Whether the explanation is about the annotations of a page. */
function isOfPage(explanation: Explanation | null): boolean {
  return explanation?.rule === 'page-annotations' || explanation?.rule === 'annotation-removed'
}

/** The reason why no rule may explain an object, whatever its use; null when there is no such reason. */
function reasonAgainst(
  { file, versions, findings, survey, unreferenced }: Judgement,
  number: number,
  kind: ChangeKind,
  { before, after }: ObjectValues,
): string | null {
  // What nothing of the new revision refers to, no program shows.
  if (kind === 'freed' && !unreferenced().has(number)) return 'the object is gone'
  if (after instanceof PdfError) return after.message
  if (before instanceof PdfError) return 'it could not be read in the previous revision'
  if (survey.isContainer(number) && (kind === 'added' || !sameValue(before, after))) return 'it contains objects of the previous revision'
  return differenceOfObject({
    file,
    versions,
    number,
    kind,
    before,
    after,
    entry: versions.newer.entryOf(number),
    head: versions.newer.headOf(number),
    isUnreferenced: () => unreferenced().has(number),
    isSignatureAlone: kind === 'added' && findings.isSignatureAlone(number),
  })
}

/** The reason when another object refers to an object that is explained as a whole. When the object is added, that reference led to nothing before. */
function foreignReferrer({ index }: Versions, findings: Findings, number: number, kind: ChangeKind): string | null {
  const foreign = findings.foreignReferrer(number, index)
  if (foreign === null) return null
  const where = foreign === TRAILER ? 'the trailer' : `object ${foreign}`
  return kind === 'added' ? `${where} referred to it before it existed` : `${where} refers to it as well`
}

/** Whether two values differ in `ITXT` alone, where iText writes its own version. No program reads this key. */
function differInProducer(before: PdfValue, after: PdfValue): boolean {
  if (!(before instanceof PdfDictionary) || !(after instanceof PdfDictionary) || !(after.get('ITXT') instanceof PdfString)) return false
  return differingKeys(before, after).every((key) => key === 'ITXT')
}
