import { orPdfError, PdfError } from '../pdf-error.js'
import type { PdfFile } from '../pdf-file.js'
import type { PdfRevision } from '../pdf-revision.js'
import { differingKeys, sameValue } from '../signatures/equal-values.js'
import { nameOf, PdfDictionary, PdfStream, PdfString, type PdfValue } from '../syntax/values.js'
import { ambiguityOf, ambiguityWithin, hasNewGeneration } from './ambiguous-writing.js'
import { type ChangeKind, Comparison, type Explanation, longTerm } from './comparison.js'
import { describeObject } from './describe-object.js'
import { compareDocument } from './document-rules.js'
import { type ObjectChange, structureChange } from './object-change.js'
import { ObjectSurvey, type ObjectValues, readableValue, trailerTargets } from './object-survey.js'
import { PageNumbers } from './page-numbers.js'
import { comparePages } from './page-rules.js'
import { TRAILER } from './reference-index.js'
import { readsOtherwiseWhenRepaired, revisionsThatInviteRepair } from './repaired-reading.js'
import type { SignedContent } from './signed-content.js'
import { findStrayParts } from './stray-objects.js'
import { compareStructure } from './structure-rules.js'
import { revisionUnpackedDifferently } from './unpacked-writing.js'
import { findUnusedResources } from './unused-resources.js'

/**
 * Every change of the revisions after `first`. Each revision is compared with the one before it, object by object. A change has the rule that explains it, or
 * null when no rule does. The policy decides which changes a signature allows (`decisions.md#pdf-changes`).
 *
 * @param first index of the revision that the signature covers
 * @throws PdfError when a bound is reached
 */
export function judgeRevisions(file: PdfFile, first: number): readonly ObjectChange[] {
  const base = file.revisions[first]
  if (base === undefined || first === file.revisions.length - 1) return structureChanges(file, first)
  const survey = new ObjectSurvey(file, base)
  let content = survey.contentOf(base)
  return [
    ...structureChanges(file, first),
    ...file.revisions.slice(first + 1).flatMap((newer, step) => {
      const older = file.revisions[first + step]
      if (older === undefined) return []
      const changes = judgeRevision(file, base, older, newer, survey, content)
      // A later signature covers the unexplained changes before it.
      if (changes.some(({ rule }) => rule === null)) content = survey.contentOf(newer)
      return changes
    }),
  ]
}

/** Irregularities in the writing of the revisions: a program that repairs files could read other content. */
function structureChanges(file: PdfFile, first: number): readonly ObjectChange[] {
  const irregular = file.revisions.slice(first).flatMap((revision) =>
    revision.irregularities.flatMap((irregularity) => {
      // Octets after the newest revision come after every signature, also after a signature that covers that revision.
      if (irregularity === 'bytes-behind-end' || irregularity === 'stray-end-marker')
        return [structureChange(revision.index + 1, null, irregularity)]
      return revision.index > first && irregularity !== 'size-exceeded' ? [structureChange(revision.index, null, irregularity)] : []
    }),
  )
  const different = revisionUnpackedDifferently(file, first)
  const description = 'programs unpack its cross-reference or its packed objects in different ways'
  return [...irregular, ...repairs(file, first), ...(different === null ? [] : [structureChange(different, null, description)])]
}

/** Unusual writing that is harmless alone. It is a change where a program that repairs the file because of it would find other objects. */
function repairs(file: PdfFile, first: number): readonly ObjectChange[] {
  const revisions = revisionsThatInviteRepair(file, first)
  if (revisions.length === 0 || !readsOtherwiseWhenRepaired(file)) return []
  return revisions.map((revision) =>
    structureChange(revision, null, 'programs may repair the file, and then read objects that it does not list'),
  )
}

function judgeRevision(
  file: PdfFile,
  base: PdfRevision,
  older: PdfRevision,
  newer: PdfRevision,
  survey: ObjectSurvey,
  content: SignedContent,
): readonly ObjectChange[] {
  const changed = changedNumbers(older, newer, survey)
  const comparison = new Comparison(base, older, newer, changed, survey.references)
  const broken = tryRules(comparison)
  const names = lazily(() => survey.namesInContent(older))
  const grown = broken === null ? findUnusedResources(comparison, names) : none
  const targets = new Map([...changed.keys()].map((number) => [number, survey.targets(newer, number)]))
  const unreferenced = findUnreferenced(comparison, targets)
  const judgement = {
    file,
    comparison,
    survey,
    content,
    grown,
    unreferenced,
    isForLongTerm: comparison.addsOnlyForLongTerm,
    pages: new PageNumbers(newer),
  }
  const structure = (object: number | null, description: string) => structureChange(newer.index, object, description)
  const changes = [
    ...[...changed].map(([number, kind]) => judgeObject(judgement, number, kind)),
    ...comparison.otherRefusals.map(([number, description]) => structure(number === TRAILER ? null : number, description)),
    ...survey
      .changedByPosition(newer, changed)
      .map((number) => structure(number, 'octets of this version belong to an object of an earlier one')),
    ...hiddenObjects(older, newer).map((number) =>
      structure(number, 'the table frees it, and only programs that read the stream of the hybrid file have it'),
    ),
    ...findStrayParts(file.bytes, newer).map((description) => structure(null, description)),
    ...(broken === null ? [] : [structure(null, broken.message)]),
  ]
  survey.advance(newer, targets)
  for (const number of comparison.moved) content.objects.add(number)
  return changes
}

/** Objects that every program reads in the older revision, and that some programs lose in the newer, hybrid revision (ISO 32000-1, 7.5.8.4). */
function hiddenObjects(older: PdfRevision, { sections }: PdfRevision): readonly number[] {
  return sections.flatMap(({ hiddenNumbers }) => hiddenNumbers.filter((number) => older.entryOf(number).kind === 'at'))
}

/**
 * Runs the rules. An object that cannot be read ends them: its error is returned, and what was not yet compared stays unexplained. The error for a bound is
 * thrown.
 */
function tryRules(comparison: Comparison): PdfError | null {
  return orPdfError(() => {
    comparison.compareRewritten()
    compareDocument(comparison)
    comparePages(comparison)
    compareStructure(comparison)
    return null
  })
}

/**
 * The objects that a revision changed. Object 0 is always free (ISO 32000-1, 7.5.4); an entry that contradicts this counts where something refers to object 0.
 */
function changedNumbers(older: PdfRevision, newer: PdfRevision, { references }: ObjectSurvey): ReadonlyMap<number, ChangeKind> {
  const changed = new Map<number, ChangeKind>()
  for (const number of newer.numbers()) {
    const [before, after] = [older.entryOf(number), newer.entryOf(number)]
    if (before.kind === 'free' && (after.kind === 'free' || (number === 0 && !references.isReferredTo(0)))) continue
    if (before.kind === 'at' && after.kind === 'at' && before.offset === after.offset && before.generation === after.generation) continue
    changed.set(number, before.kind === 'free' ? 'added' : after.kind === 'free' ? 'freed' : 'replaced')
  }
  return changed
}

/** A function that computes its result on the first call. */
function lazily<Result>(compute: () => Result): () => Result {
  let known: { readonly result: Result } | null = null
  return () => {
    known ??= { result: compute() }
    return known.result
  }
}

const none: ReadonlySet<number> = new Set()

/** The data by which one revision is judged. */
interface Judgement {
  readonly file: PdfFile
  readonly comparison: Comparison
  readonly survey: ObjectSurvey
  readonly content: SignedContent
  /** Dictionaries of resources to which only unused entries were added. */
  readonly grown: ReadonlySet<number>
  readonly unreferenced: ReadonlySet<number>
  /** Whether the revision adds a time-stamp or a place of a signature and nothing that needs a permission. */
  readonly isForLongTerm: boolean
  readonly pages: PageNumbers
}

function judgeObject(judgement: Judgement, number: number, kind: ChangeKind): ObjectChange {
  const { comparison } = judgement
  const values = { before: readableValue(comparison.older, number), after: readableValue(comparison.newer, number) }
  const description = describeObject(comparison, number, values)
  const revision = comparison.newer.index
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
  const { comparison, survey, content, grown, unreferenced } = judgement
  const reason = comparison.refusalOf(number) ?? reasonAgainst(judgement, number, kind, values)
  if (reason !== null) return { reason }
  const { before, after } = values
  if (after instanceof PdfError) return { reason: after.message }
  if (kind === 'replaced' && !(before instanceof PdfError) && (comparison.rewritten.has(number) || sameButForProducer(before, after)))
    return longTerm('rewritten')
  const explanation = comparison.explanationOf(number)
  if (explanation === null && !unreferenced.has(number)) return { reason: null }
  const foreign = grown.has(number) ? null : foreignReferrer(comparison, grown, number, kind)
  if (foreign !== null) return { reason: foreign }
  if ((content.objects.has(number) && !grown.has(number)) || (content.pages.has(number) && !isOfPage(explanation)))
    return { reason: 'it is a part of what the file shows or does' }
  if (content.isUnsearched && (kind === 'added' || comparison.isExplainedWhole(number)))
    return { reason: 'content of a page that cannot be searched may refer to it' }
  if (content.isOpaque && kind === 'replaced' && comparison.isExplainedWhole(number))
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
  { file, comparison, survey, unreferenced }: Judgement,
  number: number,
  kind: ChangeKind,
  { before, after }: ObjectValues,
): string | null {
  // What nothing of the new revision refers to, no program shows.
  if (kind === 'freed' && !unreferenced.has(number)) return 'the object is gone'
  const { older, newer } = comparison
  if (after instanceof PdfError) return after.message
  if (before instanceof PdfError) return 'it could not be read in the previous revision'
  if (survey.isContainer(number) && (kind === 'added' || !sameValue(before, after))) return 'it contains objects of the previous revision'
  return (
    // Keys that a signature dictionary has twice are a flaw of that signature.
    (comparison.isSignatureAlone(number) ? null : ambiguityWithin(after, newer)) ??
    ambiguityWithin(before, older) ??
    ambiguityOf(comparison, number, file.bytes) ??
    (hasNewGeneration(comparison, number, kind) && !unreferenced.has(number) && isReferredToByOther(comparison, number)
      ? 'it has another generation than before'
      : null)
  )
}

/** Whether an object that the revision did not write refers to an object: its reference has the generation of before. */
function isReferredToByOther({ index, changed }: Comparison, number: number): boolean {
  return [...index.referrersOf(number)].some((referrer) => referrer === TRAILER || !changed.has(referrer))
}

/** The reason when another object refers to an object that is explained as a whole. When the object is added, that reference led to nothing before. */
function foreignReferrer(comparison: Comparison, grown: ReadonlySet<number>, number: number, kind: ChangeKind): string | null {
  const foreign = comparison.foreignReferrer(number, grown)
  if (foreign === null) return null
  const where = foreign === TRAILER ? 'the trailer' : `object ${foreign}`
  return kind === 'added' ? `${where} referred to it before it existed` : `${where} refers to it as well`
}

/** Whether two values differ at most in `ITXT`, where iText writes its own version. No program reads this key. */
function sameButForProducer(before: PdfValue, after: PdfValue): boolean {
  if (!(before instanceof PdfDictionary) || !(after instanceof PdfDictionary)) return sameValue(before, after)
  return differingKeys(before, after).every((key) => key === 'ITXT' && after.get(key) instanceof PdfString)
}

/** The changed objects that are not reachable: in both revisions only unreachable changed objects refer to them. */
function findUnreferenced(comparison: Comparison, targets: ReadonlyMap<number, ReadonlySet<number>>): ReadonlySet<number> {
  const { changed, index } = comparison
  const isOutside = (referrer: number) => !changed.has(referrer) || referrer === TRAILER
  const fromOutside = [...trailerTargets(comparison.newer, index)]
  for (const number of changed.keys()) {
    const isJudged = comparison.explanationOf(number) !== null || comparison.refusalOf(number) !== null
    if (isJudged || [...index.referrersOf(number)].some(isOutside)) fromOutside.push(number)
  }
  const seen = new Set(fromOutside)
  for (let next = fromOutside.pop(); next !== undefined; next = fromOutside.pop()) {
    for (const target of targets.get(next) ?? []) {
      if (seen.has(target)) continue
      seen.add(target)
      fromOutside.push(target)
    }
  }
  return new Set([...changed.keys()].filter((number) => !seen.has(number)))
}
