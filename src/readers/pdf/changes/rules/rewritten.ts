import { AppliedValues } from '../applied-values.js'
import type { Rule } from './rule.js'

/** Every object that was written again and applies as before. */
export const rewritten: Rule = {
  name: 'rewritten',
  clause: 'ISO 32000-1, 7.5.6',
  applies: ({ changed }) => changed.size > 0,
  *judge(comparison) {
    const sinceBase = new AppliedValues(comparison.base, comparison.newer, new Map())
    for (const [number, kind] of comparison.changed) if (kind === 'replaced') yield* comparison.rewritten(number, sinceBase)
  },
}
