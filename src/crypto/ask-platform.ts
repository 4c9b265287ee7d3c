import { resultOrNull } from '#model'

/**
 * Asks `node:crypto` about values of a document. Null when it throws: it cannot use the key, the parameters or the digest, so nothing was computed.
 * Every call of the platform with such values goes through here. Its refusals have no common mark (a code, a list of OpenSSL's reasons, a bare message,
 * differently in each version of Node), and one of them that is missed would end the validation of the whole document.
 *
 * @param call one call of the platform and nothing else, so that no error of our own code is taken for a refusal
 */
export function askPlatform<T>(call: () => T): T | null {
  return resultOrNull(Error, call)
}
