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
