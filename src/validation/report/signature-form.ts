import type { SignatureFacts, SignatureForm } from '#model'

/** What kind of signature it is, by its content. */
export function signatureFormOf({ syntax, profile, level, proofOfTime, policy }: SignatureFacts): SignatureForm {
  return {
    syntax: syntax.name,
    profile: profile.name,
    level,
    proofOfTime,
    namesPolicy: policy?.kind === 'explicit',
    isBatch: profile.name === 'xroad' && profile.batchSignature,
  }
}

/** The family of a signature: XAdES by its syntax; in CMS it follows from the kind of document. DIGIDOC-XML counts as XAdES. */
export function familyOf({ syntax, profile }: Pick<SignatureForm, 'syntax' | 'profile'>): 'XAdES' | 'CAdES' | 'PAdES' {
  if (syntax !== 'cms') return 'XAdES'
  return profile === 'pdf' ? 'PAdES' : 'CAdES'
}
