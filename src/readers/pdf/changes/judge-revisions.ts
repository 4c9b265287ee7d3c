import type { PdfFile } from '../pdf-file.js'
import type { PdfRevision } from '../pdf-revision.js'
import { PdfReference, type PdfValue } from '../syntax/values.js'
import type { ChangeKind, Versions } from './comparison.js'
import type { Findings } from './findings.js'
import { type Judgement, judgeObject, runRules } from './judge.js'
import { type ObjectChange, structureChange } from './object-change.js'
import { ObjectSurvey, trailerTargets } from './object-survey.js'
import { ObjectUses } from './object-uses.js'
import { PageNumbers } from './page-numbers.js'
import { differencesOfFile, differencesOfRevision } from './plain-revision.js'
import { BY_CONTENT, type ReferenceIndex, TRAILER, UNKNOWN } from './reference-index.js'
import type { SignedContent } from './signed-content.js'

/**
 * Every change of the revisions after `first`. Each revision is compared with the one before it, object by object. A change has the rule that explains it, or
 * null when no rule does. The policy decides which changes a signature allows (`decisions.md#pdf-changes`).
 *
 * @param first index of the revision that the signature covers
 * @throws PdfError when a bound is reached
 */
export function judgeRevisions(file: PdfFile, first: number): readonly ObjectChange[] {
  const base = file.revisions[first]
  if (base === undefined || first === file.revisions.length - 1) return differencesOfFile(file, first)
  const survey = new ObjectSurvey(file, base)
  let content = survey.contentOf(base)
  return [
    ...differencesOfFile(file, first),
    ...file.revisions.slice(first + 1).flatMap((newer, step) => {
      const older = file.revisions[first + step]
      if (older === undefined) return []
      const { changes, moved, targets } = judgeRevision(file, base, older, newer, survey, content)
      // No revision is compared with the newest one, so nothing asks what its objects refer to.
      if (newer.index === file.revisions.length - 1) return changes
      survey.advance(newer, targets())
      for (const number of moved) content.objects.add(number)
      // A later signature covers the unexplained changes before it.
      if (changes.some(({ rule }) => rule === null)) content = survey.contentOf(newer)
      return changes
    }),
  ]
}

interface JudgedRevision {
  readonly changes: readonly ObjectChange[]
  /** The objects to which a part of the document moved. */
  readonly moved: ReadonlySet<number>
  /** The objects to which each changed object refers. */
  readonly targets: () => ReadonlyMap<number, ReadonlySet<number>>
}

function judgeRevision(
  file: PdfFile,
  base: PdfRevision,
  older: PdfRevision,
  newer: PdfRevision,
  survey: ObjectSurvey,
  content: SignedContent,
): JudgedRevision {
  const changed = changedNumbers(older, newer, survey)
  const versions: Versions = {
    base,
    older,
    newer,
    catalogs: { older: older.catalog, newer: newer.catalog },
    changed,
    leadsToChange: leadsTo(changed, survey.references),
    index: survey.references,
    uses: new ObjectUses(older, survey.references),
    namesInContent: lazily(() => survey.namesInContent(older)),
    isSigned: (number) => base.entryOf(number).kind !== 'free' || content.objects.has(number),
  }
  const { findings, broken } = runRules(versions)
  const targets = lazily(() => new Map([...changed.keys()].map((number) => [number, survey.targets(newer, number)])))
  const judgement: Judgement = {
    file,
    versions,
    findings,
    survey,
    content,
    unreferenced: lazily(() => findUnreferenced(versions, findings, targets())),
    isForLongTerm: findings.addsOnlyForLongTerm,
    pages: new PageNumbers(newer),
    describers: new Map(),
  }
  const structure = (object: number | null, description: string) => structureChange(newer.index, object, description)
  const changes = [
    ...[...changed].map(([number, kind]) => judgeObject(judgement, number, kind)),
    ...[...findings.refusals]
      .filter(([number]) => !changed.has(number))
      .map(([number, description]) => structure(number === TRAILER ? null : number, description)),
    ...differencesOfRevision(file, versions, survey),
    ...(broken === null ? [] : [structure(null, broken.message)]),
  ]
  return { changes, moved: findings.moved, targets }
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

/** Objects that lead to a change: where more do, nearly everything does, as in a list of pages that refer to each other. */
const maxLeading = 1_000

/**
 * Whether references lead from a value to one of the changed objects, or may: the references of some objects are not known. The objects are found from the changed ones
 * upwards, so a version that adds to a large file costs what it adds.
 */
function leadsTo(changed: ReadonlyMap<number, unknown>, references: ReferenceIndex): (value: PdfValue) => boolean {
  const leading = new Set([...changed.keys(), UNKNOWN, BY_CONTENT])
  // A set that grows while it is visited is visited to its end.
  for (const number of leading) {
    for (const referrer of references.referrersOf(number)) {
      leading.add(referrer)
      if (leading.size > maxLeading) return () => true
    }
  }
  return (value) => {
    if (value instanceof PdfReference) return leading.has(value.number)
    return value !== null && [...references.targetsIn(value)].some((target) => leading.has(target))
  }
}

/** A function that computes its result on the first call. */
function lazily<Result>(compute: () => Result): () => Result {
  let known: { readonly result: Result } | null = null
  return () => {
    known ??= { result: compute() }
    return known.result
  }
}

/** The changed objects that are not reachable: in both revisions only unreachable changed objects refer to them. */
function findUnreferenced(
  { changed, index, newer }: Versions,
  findings: Findings,
  targets: ReadonlyMap<number, ReadonlySet<number>>,
): ReadonlySet<number> {
  const isOutside = (referrer: number) => !changed.has(referrer) || referrer === TRAILER
  const fromOutside = [...trailerTargets(newer, index)]
  for (const number of changed.keys()) {
    const isJudged = findings.explanationOf(number) !== null || findings.refusalOf(number) !== null
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
