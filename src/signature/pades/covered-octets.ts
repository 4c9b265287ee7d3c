import { createDigest, type RunningDigest } from '#crypto'
import type { DigestAlgorithm } from '#model'
import type { ByteRange } from '#pdf'
import { SignatureLimitError } from '../signature-limit-error.js'

/**
 * Digests of the parts of a file that signatures cover. Each covers all that stands before its own place, so the digest goes once over the file and
 * every signature takes it up where its gap starts: ten signatures cost what one costs, and the little behind each gap.
 */
export class CoveredOctets {
  readonly #bytes: Buffer
  readonly #prefixes = new Map<DigestAlgorithm, { running: RunningDigest; position: number }>()
  #remaining: number

  /** @param maxOctets that may be digested for all signatures together */
  constructor(bytes: Buffer, maxOctets: number) {
    this.#bytes = bytes
    this.#remaining = maxOctets
  }

  /** Null for an algorithm that the platform lacks. */
  digest({ firstStart, firstLength, secondStart, secondLength }: ByteRange, algorithm: DigestAlgorithm): Buffer | null {
    const running = this.#digestOf(firstStart, firstStart + firstLength, algorithm)
    if (running === null) return null
    this.#update(running, secondStart, secondStart + secondLength)
    return running.digest()
  }

  octets({ firstStart, firstLength, secondStart, secondLength }: ByteRange): Buffer {
    const pieces = [
      this.#bytes.subarray(firstStart, firstStart + firstLength),
      this.#bytes.subarray(secondStart, secondStart + secondLength),
    ]
    return Buffer.concat(pieces)
  }

  #digestOf(start: number, end: number, algorithm: DigestAlgorithm): RunningDigest | null {
    const prefix = this.#prefixes.get(algorithm)
    if (start === 0 && prefix !== undefined && prefix.position <= end) {
      this.#update(prefix.running, prefix.position, end)
      prefix.position = end
      return prefix.running.copy()
    }
    const running = createDigest(algorithm)
    if (running === null) return null
    this.#update(running, start, end)
    if (start === 0 && prefix === undefined) this.#prefixes.set(algorithm, { running: running.copy(), position: end })
    return running
  }

  #update(running: RunningDigest, start: number, end: number): void {
    this.#remaining -= end - start
    if (this.#remaining < 0) {
      throw new SignatureLimitError(
        'SIGNATURE_TOO_MUCH_DIGESTED_DATA',
        'The signatures of the file cover more data together than is allowed',
      )
    }
    running.update(this.#bytes.subarray(start, end))
  }
}
