import { formatInstant, type Instant } from '#model'
import type { AcceptedListFacts, ListSet, TrustWarning } from './list-set.js'

const day = 86_400_000
/** A pinned certificate that expires earlier than this causes a warning, so that there is time to pin the next notice. */
const early = 90 * day
const late = 30 * day

/** Whether the next update of a list has passed. A closed list has no next update (TS 119 612, 5.3.15). */
export function isStale({ nextUpdate }: Pick<AcceptedListFacts, 'nextUpdate'>, now: Instant): boolean {
  return nextUpdate !== null && nextUpdate < now
}

/** The warnings about checked lists at a time: those from the check, and those about next updates and expiry dates, which depend on the time. */
export function trustWarnings(
  { lists, notices, pinned }: Pick<ListSet, 'lists' | 'notices' | 'pinned'>,
  now: Instant,
): readonly TrustWarning[] {
  return [
    ...lists.filter((list) => isStale(list, now)).map(staleWarning),
    ...pinned.flatMap((set) => expiryWarnings(set, now)),
    ...notices.map((notice) => ({ ...notice, territory: null })),
  ]
}

function staleWarning({ id, source, territory, sequenceNumber, nextUpdate }: AcceptedListFacts): TrustWarning {
  const which = id === territory ? `The list of ${territory}` : `The list of lists of ${territory}`
  const since = nextUpdate === null ? '' : formatInstant(nextUpdate)
  return { key: 'list-stale', source, territory, message: `${which} (number ${sequenceNumber}) should have been replaced by ${since}.` }
}

/** Warnings about pinned certificates that expire soon, and about a set without a valid one. A single expired certificate is not reported. */
function expiryWarnings({ source, anchors, signers }: ListSet['pinned'][number], now: Instant): readonly TrustWarning[] {
  const valid = signers.filter(({ notAfter }) => notAfter >= now)
  if (valid.length === 0) {
    const message = `Every pinned certificate of ${anchors} has expired; pin those of the notice that replaces it.`
    return [{ key: 'signers-expired', source, territory: null, message }]
  }
  return valid
    .filter(({ notAfter }) => notAfter - now <= early)
    .map(({ name, notAfter }): TrustWarning => {
      const span = notAfter - now <= late ? 'less than 30 days' : 'less than 90 days'
      const message = `The pinned certificate of ${name} (${anchors}) expires in ${span}, at ${formatInstant(notAfter)}; ${valid.length} of ${signers.length} are valid now.`
      return { key: 'signer-expires', source, territory: null, message }
    })
}
