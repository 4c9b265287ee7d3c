/** A whole number from 0 up to, not including, the bound. */
export type Random = (bound: number) => number

export interface FuzzOptions {
  readonly seed: number
  readonly seeds: readonly Buffer[]
  readonly mutate: (bytes: Buffer, random: Random) => Buffer
  /** What became of the input; what it throws is a crash. */
  readonly run: (bytes: Buffer) => string
  /** So many inputs, or so many milliseconds. */
  readonly inputs?: number
  readonly milliseconds?: number
}

export interface FuzzResult {
  readonly inputs: number
  readonly outcomes: ReadonlyMap<string, number>
  readonly crashes: readonly { readonly input: Buffer; readonly error: unknown }[]
  /** The input that took longest, in milliseconds. */
  readonly slowest: { readonly milliseconds: number; readonly input: Buffer }
  /** Bytes of the process. */
  readonly peakMemory: number
}

/** The same seed gives the same inputs (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return bound <= 0 ? 0 : ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

/** Makes broken inputs from sound ones and runs them; inputs that came to something new become seeds as well. */
export function fuzz({
  seed,
  seeds,
  mutate,
  run,
  inputs = Number.POSITIVE_INFINITY,
  milliseconds = Number.POSITIVE_INFINITY,
}: FuzzOptions): FuzzResult {
  const random = randomOf(seed)
  const pool = [...seeds]
  const outcomes = new Map<string, number>()
  const crashes: { input: Buffer; error: unknown }[] = []
  let slowest: FuzzResult['slowest'] = { milliseconds: 0, input: Buffer.alloc(0) }
  let peakMemory = 0
  let count = 0
  for (const end = performance.now() + milliseconds; count < inputs && performance.now() < end; count++) {
    const input = mutate(pool[random(pool.length)] ?? Buffer.alloc(0), random)
    const started = performance.now()
    let outcome = 'crash'
    try {
      outcome = run(input)
    } catch (error) {
      crashes.push({ input, error })
    }
    const took = performance.now() - started
    if (took > slowest.milliseconds) slowest = { milliseconds: took, input }
    if (!outcomes.has(outcome) && pool.length < 200 && input.length < 100_000) pool.push(input)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (count % 500 === 0) peakMemory = Math.max(peakMemory, process.memoryUsage.rss())
  }
  return { inputs: count, outcomes, crashes, slowest, peakMemory }
}
