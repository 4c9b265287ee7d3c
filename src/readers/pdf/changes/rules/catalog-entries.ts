import type { PdfRevision } from '../../pdf-revision.js'
import { sameValue } from '../../signatures/equal-values.js'
import { dictionaryOf, nameOf, PdfReference, PdfStream, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { type Judging, longTerm, refused } from '../findings.js'
import { entryRule } from './rule.js'

export const outputIntents = entryRule('output-intents', 'ISO 32000-1, 14.11.5', 'OutputIntents', (comparison, { before, after, holder }) =>
  compareOutputIntents(comparison, before, after, holder),
)
export const metadata = entryRule('metadata', 'ISO 32000-1, 14.3.2', 'Metadata', (comparison, { before, after, holder }) =>
  compareMetadata(comparison, before, after, holder),
)
export const markInformation = entryRule('mark-information', 'ISO 32000-1, 14.7.1', 'MarkInfo', (comparison, { before, after, holder }) =>
  compareMarkInformation(comparison, before, after, holder),
)
export const extensions = entryRule('extensions', 'ISO 32000-1, 7.12', 'Extensions', (comparison, { after, holder }) =>
  comparison.explainAllBelow(after, holder, longTerm('extensions')),
)
export const version = entryRule('version', 'ISO 32000-1, 7.2.2', 'Version', (comparison, { after, holder }) =>
  comparison.explainAllBelow(after, holder, longTerm('extensions')),
)

/** Entries by which programs decide whether to read the logical structure aloud or the content of the pages (ISO 32000-1, table 321). */
const readingKeys = ['Marked', 'Suspects'] as const

function* compareMarkInformation(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): Judging {
  const { older, newer } = comparison
  const isSet = (revision: PdfRevision, value: PdfValue, key: string) => {
    const set = revision.resolve(dictionaryOf(revision.resolve(value))?.get(key) ?? null)
    return set === null ? false : set
  }
  for (const key of readingKeys) {
    if (!sameValue(isSet(older, before, key), isSet(newer, after, key)))
      yield refused(holder, `${key} of MarkInfo has changed, so programs read other texts aloud`)
  }
  yield* comparison.explainAllBelow(after, holder, longTerm('extensions'))
}

/**
 * The picture of a signature may need an output intent for its colours, which EU DSS adds with it. Programs may use this output intent for the whole page, so
 * it counts as a part of what the signature shows.
 */
function* compareOutputIntents(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): Judging {
  const { shownSignature } = comparison.found
  if (before === null && shownSignature !== null) yield* comparison.explainAllBelow(after, holder, shownSignature)
  else if (!(yield* comparison.readsAlike(before, after, holder))) yield refused(holder, 'OutputIntents of the catalog has changed')
}

function* compareMetadata(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): Judging {
  const stream = comparison.newer.resolve(after)
  if (after instanceof PdfReference && stream instanceof PdfStream && nameOf(stream.dictionary.get('Type')) === 'Metadata') {
    yield* comparison.explainAnyContent(after.number, holder, longTerm('metadata'))
  } else if (!comparison.reads(before, after)) yield refused(holder, 'Metadata is not a metadata stream')
}
