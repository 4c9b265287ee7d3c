import type { Rule } from './rule.js'

/** Every object that was written again and applies as before. */
export const rewritten: Rule = {
  name: 'rewritten',
  clause: 'ISO 32000-1, 7.5.6',
  applies: ({ changed }) => changed.size > 0,
  judge: (comparison) => comparison.compareRewritten(),
}
