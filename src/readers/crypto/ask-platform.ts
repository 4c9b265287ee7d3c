import { resultOrNull } from '#model'

/**
 * Calls `node:crypto` with values of a document. Null when it throws: it cannot use the key, the parameters or the digest, so nothing was computed. Every call
 * of the platform with such values goes through this function. The refusals of the platform have no common form (a code, a list of OpenSSL's reasons, a bare
 * message, different in each version of Node), and an uncaught refusal would end the validation of the whole document.
 *
 * @param call a single call of the platform, so that no error of our own code counts as a refusal
 */
export function askPlatform<T>(call: () => T): T | null {
  return resultOrNull(Error, call)
}
