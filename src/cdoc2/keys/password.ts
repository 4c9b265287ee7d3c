import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { Cdoc2Error } from '../cdoc2-error.js'
import { KEY_LENGTH } from './key-schedule.js'

const derive = promisify(pbkdf2)

/** What every known writer of containers uses. */
export const PASSWORD_ITERATIONS = 600_000

/**
 * PBKDF2-HMAC-SHA-256 of a password in UTF-8. Runs outside of the main thread.
 *
 * @param maxIterations more is refused before anything is computed: at 10,000,000 one attempt takes seconds, at 2³¹ most of an hour
 * @throws Cdoc2Error `pw-params`
 */
export async function keyOfPassword(password: string, salt: Uint8Array, iterations: number, maxIterations: number): Promise<Uint8Array> {
  if (iterations < 1 || iterations > maxIterations)
    throw new Cdoc2Error('pw-params', `The container asks for ${iterations} iterations of PBKDF2; 1 to ${maxIterations} are computed`)
  return derive(Buffer.from(password, 'utf8'), salt, iterations, KEY_LENGTH, 'sha256')
}
