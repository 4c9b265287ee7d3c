import { UNCLEAR_NAME } from '../../syntax/parse-value.js'
import { isArray, nameOf, PdfDictionary, PdfReference, PdfStream, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { type Explanation, every, type Judging, longTerm } from '../findings.js'
import { readableValue } from '../object-survey.js'
import type { Rule } from './rule.js'

/** Keys under which a dictionary of resources is used (ISO 32000-1, tables 30, 95 and 218). */
const usesOfResources: ReadonlySet<string> = new Set(['Resources', 'DR'])
/** Categories whose entries affect content only where it names them. A default colour space, for example, is not named. */
const namedCategories: ReadonlySet<string> = new Set(['Font', 'XObject', 'Encoding'])
/** Entries of fonts, pictures and forms: a dictionary that gets one of them may be such an object instead of a list of names. */
const ownKeys: ReadonlySet<string> = new Set(
  (
    'Type Subtype Name BaseFont FirstChar LastChar Widths FontDescriptor Encoding ToUnicode DescendantFonts CharProcs FontMatrix FontBBox Resources BBox Matrix Length ' +
    'Filter Group SMask Mask Width Height ColorSpace Decode Contents N D R'
  ).split(' '),
)
const unused: Explanation = longTerm('unused-resources')

/**
 * Finds the dictionaries of resources that a revision only extended with fonts and pictures which neither content nor a field that programs draw names, and explains what was added. PDFBox adds its fonts
 * to the dictionary that the form may share with pages.
 */
function* findUnusedResources(comparison: Comparison): Judging {
  for (const [number, kind] of comparison.changed) {
    if (kind !== 'replaced' || comparison.found.isRewritten(number)) continue
    const [before, after] = [readableValue(comparison.older, number), readableValue(comparison.newer, number)]
    if (!(before instanceof PdfDictionary && after instanceof PdfDictionary) || before.repeated.length + after.repeated.length > 0) continue
    const added = yield* addedTo(comparison, before, after, number)
    if (added === null || added.length === 0) continue
    const names = comparison.namesInContent()
    if (names === null || added.some(({ name, value }) => names.has(name) || comparison.isNeeded(name, value))) continue
    yield { kind: 'grown', object: number }
    yield* comparison.explainCompared(number, unused)
    for (const { value, holder } of added) yield* comparison.explainAllBelow(value, holder, unused)
  }
}

/** What was added to a dictionary that is used as resources, or as one category of them, and as nothing else; null for any other object. */
function* addedTo(
  comparison: Comparison,
  before: PdfDictionary,
  after: PdfDictionary,
  number: number,
): Judging<readonly AddedResource[] | null> {
  const keys = new Set(comparison.uses.of(number).map(({ key }) => key))
  if (keys.size === 0) return null
  if ([...keys].every((key) => key !== null && usesOfResources.has(key))) return yield* addedToResources(comparison, before, after, number)
  const [only = null] = keys
  return keys.size === 1 && only !== null && namedCategories.has(only)
    ? yield* addedToCategory(comparison, only, before, after, number)
    : null
}

export const unusedResources: Rule = {
  name: 'unused-resources',
  clause: 'ISO 32000-1, 7.8.3',
  applies: ({ changed }) => changed.size > 0,
  judge: findUnusedResources,
}

interface AddedResource {
  readonly name: string
  readonly value: PdfValue
  readonly holder: number
}

/** The fonts, pictures and encodings that resources got; null where something else changed. */
export function* addedToResources(
  comparison: Comparison,
  before: PdfDictionary,
  after: PdfDictionary,
  holder: number,
): Judging<readonly AddedResource[] | null> {
  const added: AddedResource[] = []
  for (const key of new Set([...before.entries.keys(), ...after.entries.keys()])) {
    const [old, value] = [before.get(key), after.get(key)]
    // No program draws with the list of procedures.
    if (key === 'ProcSet' && isArray(comparison.newer.resolve(value)) && !(value instanceof PdfReference)) continue
    if (old !== null && value !== null && (yield* comparison.readsAlike(old, value, holder, key, before))) continue
    const category = comparison.newer.resolve(value)
    const older = old === null ? new PdfDictionary(new Map()) : comparison.older.resolve(old)
    if (!namedCategories.has(key) || !(category instanceof PdfDictionary) || !(older instanceof PdfDictionary)) return null
    // A category that becomes an object of its own must be a new one.
    if (value instanceof PdfReference && comparison.changed.get(value.number) !== 'added') return null
    const further = yield* addedToCategory(comparison, key, older, category, value instanceof PdfReference ? value.number : holder)
    if (further === null) return null
    if (value instanceof PdfReference) yield* comparison.explainAnyContent(value.number, holder, unused)
    added.push(...further)
  }
  return added
}

function* addedToCategory(
  comparison: Comparison,
  category: string,
  before: PdfDictionary,
  after: PdfDictionary,
  holder: number,
): Judging<readonly AddedResource[] | null> {
  const keeps = yield* every(before.entries, ([name, old]) => comparison.readsAlike(old, after.get(name), holder, name, before))
  if (!keeps || before.nullKeys.size + after.nullKeys.size > 0) return null
  const added = [...after.entries].filter(([name]) => before.get(name) === null)
  const isSound = added.every(([name, value]) => {
    const resource = comparison.newer.resolve(value)
    // Some programs read another name: only the part before an octet 0, or other octets for a `#` without two digits.
    if (ownKeys.has(name) || name.includes('\0') || name.startsWith(UNCLEAR_NAME)) return false
    if (category === 'XObject') return resource instanceof PdfStream
    return resource instanceof PdfDictionary && nameOf(resource.get('Type')) === category
  })
  return isSound ? added.map(([name, value]) => ({ name, value, holder })) : null
}
