import { systemErrorCode } from '#model'

/** What Node says without any code or list of reasons when OpenSSL refuses a key and leaves no reason behind. */
const KEY_REFUSED = 'Failed to read asymmetric key'

/**
 * Whether an exception is the platform's answer to bad input (a key that does not decode, a value of the wrong form), and not a fault of ours.
 * Node gives OpenSSL's refusals a code of their own; since version 24 those of several reasons come without one, with the reasons in a list.
 */
export function isPlatformRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('opensslErrorStack' in error || error.message === KEY_REFUSED) return true
  const code = systemErrorCode(error)
  return code !== null && (code.startsWith('ERR_OSSL_') || code === 'ERR_CRYPTO_OPERATION_FAILED' || code === 'ERR_INVALID_ARG_VALUE')
}
