/**
 * Whether an exception is the platform's answer to bad input (a key that does not decode, a value of the wrong form), and not a fault of ours.
 * Node gives OpenSSL's refusals a code of their own.
 */
export function isPlatformRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  return error.code.startsWith('ERR_OSSL_') || error.code === 'ERR_CRYPTO_OPERATION_FAILED' || error.code === 'ERR_INVALID_ARG_VALUE'
}
