import { deepFreeze } from '#std'
import { estonianSignatures } from './polv1.js'
import { POLv3 } from './polv3.js'
import type { ValidationPolicy } from './validation-policy.js'

/**
 * Only qualified signatures, and seals with a qualified certificate, pass (`decisions.md#polv4`). A signature with a qualified certificate but without a
 * qualified device passes with a warning. The required level is the only difference from POLv3.
 */
export const POLv4: ValidationPolicy = deepFreeze({
  ...POLv3,
  name: 'POLv4',
  legalLevel: {
    check: 'signature-level-sufficient',
    levels: {
      signature: { accepted: ['QESig'], withWarning: ['AdESig-QC'] },
      seal: { accepted: ['QESeal', 'AdESeal-QC'], withWarning: [] },
      unknown: { accepted: [], withWarning: [] },
    },
    ddoc: estonianSignatures,
  },
} satisfies ValidationPolicy)
