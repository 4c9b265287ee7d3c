import { PdfError } from '../pdf-error.js'
import type { PdfFile } from '../pdf-file.js'
import type { PdfRevision } from '../pdf-revision.js'
import { differingKeys, sameValue } from '../signatures/equal-values.js'
import { nameOf, PdfDictionary, PdfReference, PdfStream, PdfString, type PdfValue } from '../syntax/values.js'
import { type ChangeKind, Comparison } from './comparison.js'
import { describeObject } from './describe-object.js'
import { compareDocument } from './document-rules.js'
import type { ObjectChange } from './object-change.js'
import { comparePages } from './page-rules.js'
import { ReferenceIndex, TRAILER, targetsByLook, targetsOf } from './reference-index.js'
import { compareStructure } from './structure-rules.js'

/**
 * Every change of the revisions behind `first`, each compared with the revision before it, object by object, with the rule that explains it. What no
 * rule explains has the rule null. Nothing is judged here: what a signature allows is the policy's question.
 */
export function judgeRevisions(file: PdfFile, first: number): readonly ObjectChange[] {
  const base = file.revisions[first]
  if (base === undefined || first === file.revisions.length - 1) return structureChanges(file, first)
  const index = new ReferenceIndex()
  index.put(TRAILER, trailerTargets(base))
  for (const number of file.numbersAt(first)) index.put(number, readableTargets(file, base, number))
  return [
    ...structureChanges(file, first),
    ...file.revisions.slice(first + 1).flatMap((newer, step) => {
      const older = file.revisions[first + step]
      return older === undefined ? [] : judgeRevision(file, older, newer, index)
    }),
  ]
}

/** What is unusual about the way in which later revisions are written: programs that repair files would see something else in them. */
function structureChanges(file: PdfFile, first: number): readonly ObjectChange[] {
  const last = file.revisions.length - 1
  return file.revisions.slice(first).flatMap((revision) => {
    // About the octets behind the newest revision it is told even where that is the one that is covered.
    const told =
      revision.index > first
        ? revision.irregularities
        : revision.irregularities.filter((each) => each === 'bytes-behind-end' || each === 'stray-end-marker')
    return told.map(
      (description) =>
        ({
          revision: Math.min(revision.index, last),
          object: null,
          change: 'structure',
          rule: null,
          level: null,
          field: null,
          description,
        }) as const,
    )
  })
}

function judgeRevision(file: PdfFile, older: PdfRevision, newer: PdfRevision, index: ReferenceIndex): readonly ObjectChange[] {
  const changed = changedNumbers(older, newer)
  const comparison = new Comparison(older, newer, changed, index, file.budget)
  const broken = tryRules(comparison)
  const targets = new Map([...changed.keys()].map((number) => [number, readableTargets(file, newer, number)]))
  const unreferenced = findUnreferenced(comparison, targets)
  const changes = [...changed].map(([number, kind]) => judgeObject(comparison, number, kind, unreferenced))
  for (const [number, description] of comparison.otherRefusals) {
    changes.push({
      revision: newer.index,
      object: number === TRAILER ? null : number,
      change: 'structure',
      rule: null,
      level: null,
      field: null,
      description,
    })
  }
  if (broken !== null)
    changes.push({
      revision: newer.index,
      object: null,
      change: 'structure',
      rule: null,
      level: null,
      field: null,
      description: broken.message,
    })
  index.put(TRAILER, trailerTargets(newer))
  for (const [number, held] of targets) index.put(number, held)
  return changes
}

/** An object that cannot be read ends the comparison: what was not looked at stays unexplained. A bound ends everything. */
function tryRules(comparison: Comparison): PdfError | null {
  try {
    compareDocument(comparison)
    comparePages(comparison)
    compareStructure(comparison)
    return null
  } catch (error) {
    if (!(error instanceof PdfError) || error.limit) throw error
    return error
  }
}

function changedNumbers(older: PdfRevision, newer: PdfRevision): ReadonlyMap<number, ChangeKind> {
  const changed = new Map<number, ChangeKind>()
  for (const number of newer.numbers()) {
    const [before, after] = [older.entryOf(number), newer.entryOf(number)]
    if (number === 0 || (before.kind === 'free' && after.kind === 'free')) continue
    if (before.kind === 'at' && after.kind === 'at' && before.offset === after.offset) continue
    changed.set(number, before.kind === 'free' ? 'added' : after.kind === 'free' ? 'freed' : 'replaced')
  }
  return changed
}

function judgeObject(comparison: Comparison, number: number, kind: ChangeKind, unreferenced: ReadonlySet<number>): ObjectChange {
  const { older, newer } = comparison
  const explained = (
    rule: NonNullable<ObjectChange['rule']>,
    level: NonNullable<ObjectChange['level']>,
    field: string | null,
  ): ObjectChange => ({
    revision: newer.index,
    object: number,
    change: kind,
    rule,
    level,
    field,
    description: describeObject(comparison, number),
  })
  const unexplained = (reason: string | null): ObjectChange => ({
    revision: newer.index,
    object: number,
    change: kind,
    rule: null,
    level: null,
    field: null,
    description: reason === null ? describeObject(comparison, number) : `${describeObject(comparison, number)}: ${reason}`,
  })
  const refusal = comparison.refusalOf(number)
  if (refusal !== null) return unexplained(refusal)
  if (kind === 'freed') return unexplained('the object is gone')
  const [before, after] = [readableValue(older, number), readableValue(newer, number)]
  if (after instanceof PdfError) return unexplained(after.message)
  if (kind === 'replaced' && !(before instanceof PdfError) && isObjectStream(before) && !sameValue(before, after)) {
    return unexplained('objects of the revision before stood in it')
  }
  if (kind === 'replaced' && !(before instanceof PdfError) && sameButForProducer(before, after))
    return explained('rewritten', 'long-term-validation', null)
  const explanation = comparison.explanationOf(number)
  if (explanation !== null)
    return judgeReferrers(comparison, number, kind) ?? explained(explanation.rule, explanation.level, explanation.field)
  if (!unreferenced.has(number)) return unexplained(null)
  const streamType = after instanceof PdfStream ? nameOf(after.dictionary.get('Type')) : null
  const rule = streamType === 'XRef' ? 'cross-reference-stream' : streamType === 'ObjStm' ? 'object-stream' : 'unreferenced-object'
  return explained(rule, 'long-term-validation', null)

  /** Who else refers to an object that is explained as a whole; before, when it did not exist, such a reference led to nothing. */
  function judgeReferrers(of: Comparison, object: number, change: ChangeKind): ObjectChange | null {
    const [foreign] = of.foreignReferrers(object)
    if (foreign === undefined) return null
    const where = foreign === TRAILER ? 'the trailer' : `object ${foreign}`
    return unexplained(change === 'added' ? `${where} referred to it before it was there` : `${where} refers to it as well`)
  }
}

/** iText writes its version into dictionaries that it copies; nothing reads it. */
function sameButForProducer(before: PdfValue, after: PdfValue): boolean {
  if (!(before instanceof PdfDictionary) || !(after instanceof PdfDictionary)) return sameValue(before, after)
  return differingKeys(before, after).every((key) => key === 'ITXT' && after.get(key) instanceof PdfString)
}

function isObjectStream(value: PdfValue): boolean {
  return value instanceof PdfStream && nameOf(value.dictionary.get('Type')) === 'ObjStm'
}

/** The changed objects that nothing but each other refers to, neither before nor now: nobody sees them. */
function findUnreferenced(comparison: Comparison, targets: ReadonlyMap<number, ReadonlySet<number>>): ReadonlySet<number> {
  const { changed, index } = comparison
  const fromOutside = [...trailerTargets(comparison.newer)]
  const newReferrers = new Map<number, number[]>()
  for (const [source, held] of targets) for (const target of held) newReferrers.set(target, [...(newReferrers.get(target) ?? []), source])
  for (const number of changed.keys()) {
    if ([...index.referrersOf(number)].some((referrer) => !changed.has(referrer) || referrer === TRAILER)) fromOutside.push(number)
    else if (comparison.explanationOf(number) !== null || comparison.refusalOf(number) !== null) fromOutside.push(number)
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

function readableValue(revision: PdfRevision, number: number): PdfValue | PdfError {
  try {
    return revision.object(number)
  } catch (error) {
    if (!(error instanceof PdfError) || error.limit) throw error
    return error
  }
}

/** What an object refers to. A cross-reference stream is no part of the document, although it repeats what the trailer holds. */
function readableTargets(file: PdfFile, revision: PdfRevision, number: number): ReadonlySet<number> {
  const value = readableValue(revision, number)
  if (value instanceof PdfError) {
    const entry = revision.entryOf(number)
    return entry.kind === 'at' ? targetsByLook(file.textOfObject(entry.offset)) : new Set()
  }
  if (value instanceof PdfStream && ['XRef', 'ObjStm'].includes(nameOf(value.dictionary.get('Type')) ?? '')) return new Set()
  return targetsOf(value, file.budget)
}

function trailerTargets({ trailer }: PdfRevision): ReadonlySet<number> {
  const values = ['Root', 'Info', 'Encrypt'].map((key) => trailer.get(key))
  return new Set(values.flatMap((value) => (value instanceof PdfReference ? [value.number] : [])))
}
