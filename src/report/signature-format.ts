import type { SignatureFacts, SignatureFormat, Syntax } from '#model'

/** A signature of DIGIDOC-XML is one of XAdES with a time-mark, or a basic one. */
const families = { xades: 'XAdES', ddoc: 'XAdES', cms: 'PAdES' } as const satisfies Record<Syntax, 'XAdES' | 'PAdES'>

/** Syntax and level in the words of the interface; the only place that knows them. */
export function signatureFormatOf({ syntax, level, proofOfTime, policy, profile }: SignatureFacts): SignatureFormat {
  // X-Road names a signature by its container, whatever stands in it: clients know these two.
  if (profile.name === 'xroad') return profile.batchSignature ? 'XAdES_BASELINE_B_BES' : 'XAdES_BASELINE_LT'
  const family = families[syntax.name]
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
