import { createDigest, type RunningDigest } from '#crypto'
import type { DigestAlgorithm } from '#model'
import type { ByteRange } from '#pdf'
import { SignatureLimitError } from '../signature-limit-error.js'

/** A digest of the octets from the start of the file up to a position. */
interface Prefix {
  readonly running: RunningDigest
  readonly position: number
}

/**
 * Digests of the parts of a file that signatures cover. Each covers all that stands before its own place, so the digest goes once over the file and
 * every signature takes it up where its gap starts: ten signatures cost what one costs, and the little behind each gap.
 */
export class CoveredOctets {
  readonly #bytes: Buffer
  /** Where the gaps of the file start, in order. */
  readonly #gaps: readonly number[]
  /** Digests as far as gaps, in the order of their positions. */
  readonly #prefixes = new Map<DigestAlgorithm, Prefix[]>()
  readonly #digests = new Map<DigestAlgorithm, Map<ByteRange, Buffer>>()
  #remaining: number

  /**
   * @param ranges of all signatures and time-stamps of the file
   * @param maxOctets that may be digested for all signatures together
   */
  constructor(bytes: Buffer, ranges: readonly ByteRange[], maxOctets: number) {
    this.#bytes = bytes
    this.#gaps = [...new Set(ranges.map(({ firstLength }) => firstLength))].sort((a, b) => a - b)
    this.#remaining = maxOctets
  }

  /** Null for an algorithm that the platform lacks. */
  digest(range: ByteRange, algorithm: DigestAlgorithm): Buffer | null {
    const known = this.#digests.get(algorithm) ?? new Map<ByteRange, Buffer>()
    this.#digests.set(algorithm, known)
    const made = known.get(range) ?? this.#make(range, algorithm)
    if (made !== null) known.set(range, made)
    return made
  }

  octets({ firstStart, firstLength, secondStart, secondLength }: ByteRange): Buffer {
    const pieces = [
      this.#bytes.subarray(firstStart, firstStart + firstLength),
      this.#bytes.subarray(secondStart, secondStart + secondLength),
    ]
    return Buffer.concat(pieces)
  }

  #make({ firstStart, firstLength, secondStart, secondLength }: ByteRange, algorithm: DigestAlgorithm): Buffer | null {
    const running = firstStart === 0 ? this.#fromStart(firstLength, algorithm) : createDigest(algorithm)
    if (running === null) return null
    if (firstStart !== 0) this.#update(running, firstStart, firstStart + firstLength)
    this.#update(running, secondStart, secondStart + secondLength)
    return running.digest()
  }

  /** The digest up to a gap: it goes on from the last gap before it, and what stands at gaps on its way is kept for the signatures there. */
  #fromStart(end: number, algorithm: DigestAlgorithm): RunningDigest | null {
    const prefixes = this.#prefixes.get(algorithm) ?? []
    this.#prefixes.set(algorithm, prefixes)
    const last = prefixes.findLastIndex(({ position }) => position <= end)
    const from = prefixes[last]
    const running = from === undefined ? createDigest(algorithm) : from.running.copy()
    if (running === null) return null
    let position = from?.position ?? 0
    const passed: Prefix[] = []
    for (const gap of this.#gaps) {
      // Behind the last gap nothing goes on.
      if (gap <= position || gap > end || gap === this.#gaps.at(-1)) continue
      this.#update(running, position, gap)
      position = gap
      passed.push({ running: running.copy(), position })
    }
    prefixes.splice(last + 1, 0, ...passed)
    this.#update(running, position, end)
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
