import { keysOf, sameEntry, sameValue } from '../../signatures/equal-values.js'
import type { Comparison } from '../comparison.js'
import { type Judging, longTerm, refused } from '../findings.js'
import { TRAILER } from '../reference-index.js'
import { without } from '../signed-content.js'
import type { Rule } from './rule.js'

/** Keys under which the trailer and signatures refer to the catalog (ISO 32000-1, tables 15 and 253), and under which its own parts refer back to it. */
const catalogUses: ReadonlySet<string> = new Set(['Root', 'Data', 'Parent', 'P'])
/** Entries of the catalog below which objects are explained whatever they hold. No program shows these objects. */
const silentKeys: ReadonlySet<string> = new Set(['DSS', 'Metadata', 'MarkInfo', 'Extensions', 'Version', 'Perms'])
/** Entries that have a rule of their own. */
const ownRules: ReadonlySet<string> = new Set([...silentKeys, 'AcroForm', 'OutputIntents', 'StructTreeRoot'])

/** Another object may become the catalog: its content is compared with that of the previous one. Every entry without a rule of its own must apply as before. */
function* judgeCatalog(comparison: Comparison): Judging {
  const { older, newer } = comparison.catalogs
  const root = comparison.pair(comparison.older.trailer.get('Root'), comparison.newer.trailer.get('Root'), TRAILER)
  const { holder } = root
  yield* comparison.refuseShared(
    [...silentKeys].map((key) => newer.get(key)),
    () => without(older, silentKeys),
  )
  for (const key of keysOf(older, newer)) {
    if (ownRules.has(key) || sameEntry(key, older, newer)) continue
    if (!(yield* comparison.readsAlike(older.get(key), newer.get(key), holder, key, older)))
      yield refused(holder, `${key} of the catalog has changed`)
  }
  yield* comparison.refuseOtherUse(root.number, catalogUses)
  yield* comparison.explainComparedPair(root, TRAILER, longTerm('catalog'))
}

export const catalog: Rule = {
  name: 'catalog',
  clause: 'ISO 32000-1, 7.7.2',
  applies: ({ older, newer, leadsToChange }) => {
    const before = older.trailer.get('Root')
    return !sameValue(before, newer.trailer.get('Root')) || leadsToChange(before)
  },
  judge: judgeCatalog,
}
