import { deepFreeze } from '#model'
import { POLv1 } from './polv1.js'
import type { ValidationPolicy } from './validation-policy.js'

/** Only qualified signatures and seals pass (`decisions.md#polv2`). Differs from POLv1 in this constraint alone. */
export const POLv2: ValidationPolicy = deepFreeze({
  ...POLv1,
  name: 'POLv2',
  levels: { 'signature-level-qualified': 'fail' },
} satisfies ValidationPolicy)
