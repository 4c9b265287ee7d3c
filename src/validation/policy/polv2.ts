import { deepFreeze } from '#std'
import { POLv1 } from './polv1.js'
import type { ValidationPolicy } from './validation-policy.js'

/** Only qualified signatures and seals pass (`decisions.md#polv2`). This constraint is the only difference from POLv1. */
export const POLv2: ValidationPolicy = deepFreeze({
  ...POLv1,
  name: 'POLv2',
  levels: { ...POLv1.levels, 'signature-level-qualified': 'fail' },
} satisfies ValidationPolicy)
