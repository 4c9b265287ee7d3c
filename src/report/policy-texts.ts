import type { PolicyName } from '#model'

const base = 'http://open-eid.github.io/SiVa/siva/appendix/validation_policy/'

/** What a report says about its policy. The addresses are those that existing clients know. */
export const policyTexts: Readonly<Record<PolicyName, { readonly description: string; readonly url: string }>> = {
  POLv1: {
    description:
      'Electronic signatures and seals are validated whatever their legal level under Regulation (EU) No 910/2014 is: AdES, AdES/QC or QES makes no difference to the result.',
    url: `${base}#POLv1`,
  },
  POLv2: {
    description:
      'Only qualified electronic signatures and seals (QES under Regulation (EU) No 910/2014) get a positive result; AdES and AdES/QC do not.',
    url: `${base}#POLv2`,
  },
}
