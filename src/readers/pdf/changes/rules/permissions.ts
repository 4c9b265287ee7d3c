import { keysOf, sameValue } from '../../signatures/equal-values.js'
import { PdfDictionary, PdfReference, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { type Judging, refused } from '../findings.js'
import { entryRule } from './rule.js'

const permissionUses: ReadonlySet<string> = new Set(['Perms'])

/** After the rule of the form: `Perms` may refer only to a signature that a field has got in this revision. */
export const permissions = entryRule('permissions', 'ISO 32000-1, 12.8.4', 'Perms', (comparison, { before, after, holder }) =>
  comparePermissions(comparison, before, after, holder),
)

/** `Perms` may get a reference to a signature that this revision adds (ISO 32000-1, 12.8.4). */
function* comparePermissions(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): Judging {
  const pair = comparison.pair(before, after, holder)
  const older = pair.older instanceof PdfDictionary ? pair.older : new PdfDictionary(new Map())
  if (!(pair.newer instanceof PdfDictionary)) {
    if (pair.older !== null) yield refused(holder, 'Perms of the catalog was removed')
    return
  }
  for (const key of keysOf(older, pair.newer)) {
    const [old, value] = [older.get(key), pair.newer.get(key)]
    if (sameValue(old, value)) continue
    const isNewSignature =
      old === null && value instanceof PdfReference && comparison.found.explanationOf(value.number)?.rule === 'signature'
    if (!isNewSignature) yield refused(pair.holder, `Perms/${key} is another`)
  }
  yield* comparison.refuseOtherUse(pair.number, permissionUses)
  yield* comparison.explainComparedPair(pair, holder, { rule: 'permissions', level: 'form-filling', field: null })
}
