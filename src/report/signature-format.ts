import type { SignatureFacts, SignatureFamily, SignatureFormat, Syntax } from '#model'

export const signatureFamilies: Readonly<Record<Syntax, SignatureFamily>> = { xades: 'XAdES', ddoc: 'XAdES', cms: 'PAdES' }

/** `signatureFormat` of the interface from syntax and level (`decisions.md#level-names`, `decisions.md#ddoc-format`). No other code uses these names. */
export function signatureFormatOf({ syntax, level, proofOfTime, policy, profile }: SignatureFacts): SignatureFormat {
  // The format of an X-Road signature depends only on its container, as existing clients expect.
  if (profile.name === 'xroad') return profile.batchSignature ? 'XAdES_BASELINE_B_BES' : 'XAdES_BASELINE_LT'
  const family = signatureFamilies[syntax.name]
  switch (level) {
    case 'B':
      return policy?.kind === 'explicit' ? `${family}_BASELINE_B_EPES` : `${family}_BASELINE_B_BES`
    case 'LT':
      return proofOfTime === 'time-mark' ? 'XAdES_BASELINE_LT_TM' : `${family}_BASELINE_LT`
    case 'T':
    case 'LTA':
      return `${family}_BASELINE_${level}`
  }
}
