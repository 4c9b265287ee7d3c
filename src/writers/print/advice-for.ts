import type { CheckResult, SubIndication } from '#model'
import type { Advice } from '#writers/languages'

/** What a reader can do, by the reason of the verdict. */
const advice: Readonly<Record<SubIndication, Advice>> = {
  FORMAT_FAILURE: 'ask-new-signature',
  HASH_FAILURE: 'ask-original',
  SIG_CRYPTO_FAILURE: 'ask-original',
  REVOKED: 'ask-new-signature',
  EXPIRED: 'ask-new-signature',
  NOT_YET_VALID: 'ask-new-signature',
  SIG_CONSTRAINTS_FAILURE: 'ask-new-signature',
  CHAIN_CONSTRAINTS_FAILURE: 'ask-new-signature',
  CERTIFICATE_CHAIN_GENERAL_FAILURE: 'ask-about-certificate',
  CRYPTO_CONSTRAINTS_FAILURE: 'ask-new-signature',
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE: 'ask-new-signature',
  POLICY_PROCESSING_ERROR: 'ask-new-signature',
  SIGNATURE_POLICY_NOT_AVAILABLE: 'ask-new-signature',
  TIMESTAMP_ORDER_FAILURE: 'ask-new-signature',
  NO_SIGNING_CERTIFICATE_FOUND: 'ask-new-signature',
  NO_CERTIFICATE_CHAIN_FOUND: 'ask-about-certificate',
  NO_CERTIFICATE_CHAIN_FOUND_NO_POE: 'ask-about-certificate',
  REVOKED_NO_POE: 'ask-new-signature',
  REVOKED_CA_NO_POE: 'ask-new-signature',
  OUT_OF_BOUNDS_NOT_REVOKED: 'ask-new-signature',
  OUT_OF_BOUNDS_NO_POE: 'ask-new-signature',
  REVOCATION_OUT_OF_BOUNDS_NO_POE: 'ask-new-signature',
  NO_POE: 'ask-new-signature',
  TRY_LATER: 'try-later',
  SIGNED_DATA_NOT_FOUND: 'ask-original',
}

/** The failed checks that find a change of a PDF file after the signature. Their sub-indication is that of a wrong structure, which says too little to a reader. */
const findsChange: ReadonlySet<CheckResult['key']> = new Set<CheckResult['key']>([
  'pdf-changes-explained',
  'pdf-changes-permitted',
  'pdf-annotations-kept',
  'pdf-locked-fields-unchanged',
  'pdf-signature-dictionary-unchanged',
  'pdf-signature-kept',
])

/** Whether a change of the file after the signature is all that is wrong: then the signer need not sign again. */
export function isOnlyChangedAfter(errors: readonly Pick<CheckResult, 'key'>[]): boolean {
  return errors.length > 0 && errors.every(({ key }) => findsChange.has(key))
}

/** The same for a time-stamp token that stands by itself: nobody signed it, so nobody can sign again. */
export function adviceForToken(subIndication: SubIndication | null, passes: boolean, trustMissing: boolean): Advice {
  const forSignature = adviceFor(subIndication, passes, trustMissing)
  return forSignature === 'none' || forSignature === 'ask-original' || forSignature === 'ask-operator' ? forSignature : 'ask-new-time-stamp'
}

/** Nothing for a signature that passes. A service without trust has to be mended first, whatever else is wrong. */
export function adviceFor(subIndication: SubIndication | null, passes: boolean, trustMissing: boolean): Advice {
  if (passes) return 'none'
  if (subIndication === null) return 'ask-new-signature'
  return trustMissing && subIndication === 'NO_CERTIFICATE_CHAIN_FOUND' ? 'ask-operator' : advice[subIndication]
}
