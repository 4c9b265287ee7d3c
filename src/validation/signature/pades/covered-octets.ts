import type { DigestAlgorithm } from '#model'
import { createDigest, type RunningDigest } from '#readers/crypto'
import type { ByteRange } from '#readers/pdf'
import { signatureLimit } from '../signature-limit-error.js'

/** A running digest of the octets from the start of the file up to a position. */
interface Prefix {
  readonly running: RunningDigest
  readonly position: number
}

/**
 * Computes digests of the parts of a file that signatures cover. Each signature covers all octets before its gap, so one digest runs over the file, and for
 * each signature a copy of it continues after the gap: ten signatures take the time of one, plus the time for the octets after each gap.
 */
export class CoveredOctets {
  readonly #bytes: Buffer
  /** The positions where the gaps of the file start, in order. */
  readonly #gaps: readonly number[]
  /** Running digests up to the gaps, in the order of their positions. */
  readonly #prefixes = new Map<DigestAlgorithm, Prefix[]>()
  readonly #digests = new Map<DigestAlgorithm, Map<ByteRange, Buffer>>()
  #remaining: number

  /**
   * @param ranges byte ranges of all signatures and time-stamps of the file
   * @param maxOctets octets that may be digested for all signatures together
   */
  constructor(bytes: Buffer, ranges: readonly ByteRange[], maxOctets: number) {
    this.#bytes = bytes
    this.#gaps = [...new Set(ranges.map(({ firstLength }) => firstLength))].sort((a, b) => a - b)
    this.#remaining = maxOctets
  }

  /** The digest of a range, computed once; null for an algorithm that the platform lacks. Throws `ReaderError` with `limit` when too many octets are digested. */
  digest(range: ByteRange, algorithm: DigestAlgorithm): Buffer | null {
    const known = this.#digests.get(algorithm) ?? new Map<ByteRange, Buffer>()
    this.#digests.set(algorithm, known)
    const made = known.get(range) ?? this.#make(range, algorithm)
    if (made !== null) known.set(range, made)
    return made
  }

  /** The octets of a range, joined. */
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

  /** The running digest up to `end`. It continues from the last known gap before `end`, and stores a copy at each gap that it passes. */
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
      // No later signature continues from the last gap.
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
      throw signatureLimit('SIGNATURE_TOO_MUCH_DIGESTED_DATA', 'The signatures of the file cover more data together than is allowed')
    }
    running.update(this.#bytes.subarray(start, end))
  }
}
