import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { Cdoc2Error } from '../cdoc2-error.js'
import { KEY_LENGTH } from './key-schedule.js'

const derive = promisify(pbkdf2)

/** Iterations for new containers; every known writer uses this number. */
export const PASSWORD_ITERATIONS = 600_000

/**
 * PBKDF2-HMAC-SHA-256 of a password in UTF-8, 32 octets. Runs in a thread of the platform's pool.
 *
 * @param maxIterations a higher count is refused before anything is computed: one attempt takes seconds at 10,000,000 and most of an hour at 2³¹
 * @throws Cdoc2Error `pw-params`
 */
export async function keyOfPassword(password: string, salt: Uint8Array, iterations: number, maxIterations: number): Promise<Uint8Array> {
  if (iterations < 1 || iterations > maxIterations)
    throw new Cdoc2Error('pw-params', `The container requires ${iterations} iterations of PBKDF2; 1 to ${maxIterations} are allowed`)
  return derive(Buffer.from(password, 'utf8'), salt, iterations, KEY_LENGTH, 'sha256')
}
