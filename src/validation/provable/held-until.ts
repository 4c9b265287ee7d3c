import type { Instant, Provable } from '#model'

/** A container of time-stamps around a document, which is validated at the time of the earliest token that passes and covers it. */
export interface Holder {
  /** The time at which the outermost container was validated. */
  readonly validationTime: Instant
  /** The tokens that pass and cover the document, the earliest first. */
  readonly tokens: readonly { readonly genTime: Instant; readonly provable: Provable }[]
}

/**
 * Until when a signature or token inside a container of time-stamps is provable: as long as a token proves a time at which it passes
 * (`decisions.md#provable-until`).
 *
 * @param own what it would be without the container, at the time of the earliest token
 * @param passesAt whether it passes at the time of another token
 */
export function heldUntil(own: Provable, passesAt: (time: Instant) => boolean, { validationTime, tokens }: Holder): Provable {
  // What had ended before the first token was made, no token can prove.
  if (own.state !== 'until' && own.state !== 'without-end') return own
  let [time, last]: [Instant, Provable | null] = [validationTime, null]
  for (;;) {
    const holding = tokens.find(({ provable }) => lastsAfter(provable, time))
    if (holding === undefined || !passesAt(holding.genTime)) break
    last = holding.provable
    if (last.until === null) return last
    time = last.until
  }
  return last ?? latest(tokens.flatMap(({ provable }) => (lastsAfter(provable, validationTime) ? [] : [provable]))) ?? own
}

function lastsAfter({ state, until }: Provable, time: Instant): boolean {
  return state === 'without-end' || (state === 'until' && until !== null && until > time)
}

/** By the ends that count none of the tokens holds any more: the one that held longest says why. */
function latest(ended: readonly Provable[]): Provable | null {
  return ended.reduce<Provable | null>((best, each) => (best === null || (each.until ?? 0) > (best.until ?? 0) ? each : best), null)
}
