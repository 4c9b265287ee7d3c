import { formatInstant, type Instant } from '#model'
import { type ListedService, servicesIn } from '#trust'
import type { AcceptedListFacts } from '../list-set/list-set.js'
import { isStale } from '../list-set/warnings.js'
import type { CheckedTrust } from '../refresh/perform-refresh.js'
import type { TrustChange, TrustChangeKind } from './trust-change.js'

/** A signer of a list whose certificate ends within this time is told: there is time to pin the next notice, or to ask why a list still has the old signer. */
const early = 60 * 86_400_000

/**
 * What a refresh changed: lists, and the services of the lists that were there before; next updates that have passed since, sequence numbers that fell, and
 * signers that end soon. Pure. The services of a list that is new are not told one by one.
 *
 * @param since time of the check before
 */
export function changesBetween(before: CheckedTrust, after: CheckedTrust, since: Instant, at: Instant): readonly TrustChange[] {
  const change = (kind: TrustChangeKind, list: string, text: string): TrustChange => ({ at, kind, list, text })
  const old = new Map(before.facts.lists.map((list) => [list.id, list]))
  const now = new Map(after.facts.lists.map((list) => [list.id, list]))
  const known = new Set(before.facts.refusals.map(({ message }) => message))
  return [
    ...after.facts.lists.flatMap((list) => listChanges(old.get(list.id), list, change)),
    ...before.facts.lists
      .filter(({ id }) => !now.has(id))
      .map(({ id, sequenceNumber }) => change('list-removed', id, `The list ${id} (number ${sequenceNumber}) is no longer used.`)),
    ...(before.summary.digest === after.summary.digest ? [] : serviceChanges(before, after, old, now, change)),
    ...after.facts.lists
      .filter((list) => isStale(list, at) && !isStale(list, since))
      .map(({ id, sequenceNumber, nextUpdate }) =>
        change(
          'next-update-late',
          id,
          `The next update of the list ${id} (number ${sequenceNumber}) is late: it was due by ${nextUpdate === null ? '' : formatInstant(nextUpdate)}.`,
        ),
      ),
    ...after.facts.refusals
      .filter(({ code, message }) => (code === 'LIST_SEQUENCE' || code === 'LIST_BEHIND') && !known.has(message))
      .map(({ source, territory, message }) => change('sequence-number-fell', territory ?? source, message)),
    ...pinnedSignerChanges(after, since, at, change),
    ...after.facts.lists.flatMap((list) => listSignerChanges(old.get(list.id), list, since, at, change)),
  ]
}

type Change = (kind: TrustChangeKind, list: string, text: string) => TrustChange

function listChanges(before: AcceptedListFacts | undefined, after: AcceptedListFacts, change: Change): readonly TrustChange[] {
  const { id, sequenceNumber, services, digest } = after
  if (before === undefined)
    return [change('list-added', id, `The list ${id} (number ${sequenceNumber}) is used, with ${services} services.`)]
  if (before.digest === digest) return []
  return [change('list-updated', id, `The list ${id} has number ${sequenceNumber}; it had ${before.sequenceNumber}.`)]
}

function serviceChanges(
  before: CheckedTrust,
  after: CheckedTrust,
  old: ReadonlyMap<string, AcceptedListFacts>,
  now: ReadonlyMap<string, AcceptedListFacts>,
  change: Change,
): readonly TrustChange[] {
  const both = ({ source }: ListedService) => old.has(source) && now.has(source)
  const [earlier, later] = [before, after].map(({ packed }) => byName(servicesIn(new Uint8Array(packed)).filter(both)))
  if (earlier === undefined || later === undefined) return []
  return [
    ...[...later].flatMap(([name, service]) => serviceChange(earlier.get(name), service, change)),
    ...[...earlier]
      .filter(([name]) => !later.has(name))
      .map(([, { source, name, standing }]) =>
        change('service-removed', source, `The service ${name} of ${source} is no longer listed; it was ${standing}.`),
      ),
  ]
}

/** Services by list, name and type; one with several keys is one. */
function byName(services: readonly ListedService[]): ReadonlyMap<string, ListedService> {
  const found = new Map<string, ListedService>()
  for (const service of services) {
    const name = JSON.stringify([service.source, service.name, service.type])
    const known = found.get(name)
    const keys = [...new Set([...(known?.keys ?? []), ...service.keys])].toSorted()
    const standing =
      known === undefined || known.standing === service.standing ? service.standing : `${known.standing}; ${service.standing}`
    found.set(name, { ...service, keys, standing })
  }
  return found
}

function serviceChange(before: ListedService | undefined, after: ListedService, change: Change): readonly TrustChange[] {
  const { source, name, type, standing, keys } = after
  if (before === undefined) return [change('service-added', source, `The service ${name} (${type}) of ${source} is new, ${standing}.`)]
  const changes: TrustChange[] = []
  if (before.standing !== standing) {
    const withdrawn = standing.startsWith('withdrawn') && !before.standing.startsWith('withdrawn')
    changes.push(
      change(
        withdrawn ? 'service-withdrawn' : 'service-status-changed',
        source,
        `The service ${name} (${type}) of ${source} is ${standing}; it was ${before.standing}.`,
      ),
    )
  }
  if (before.keys.join() !== keys.join())
    changes.push(
      change(
        'service-key-changed',
        source,
        `The service ${name} (${type}) of ${source} has other keys (${before.keys.length} before, ${keys.length} now).`,
      ),
    )
  return changes
}

/** Pinned signers of lists of lists that have come within 60 days of their end since the last check. */
function pinnedSignerChanges({ facts }: CheckedTrust, since: Instant, at: Instant, change: Change): readonly TrustChange[] {
  return facts.pinned.flatMap(({ source, signers }) =>
    signers
      .filter(({ notAfter }) => endsSoon(notAfter, at) && !endsSoon(notAfter, since))
      .map(({ name, notAfter }) =>
        change('signer-expires', source, `The certificate of ${name}, which signs the list of lists, ends on ${formatInstant(notAfter)}.`),
      ),
  )
}

/** The signer of a national list that has come within 60 days of its end since the last check, or that has newly signed so near to it. Signers of lists of lists are the pinned ones. */
function listSignerChanges(
  before: AcceptedListFacts | undefined,
  { id, kind, sequenceNumber, signer, signerName, signerUntil }: AcceptedListFacts,
  since: Instant,
  at: Instant,
  change: Change,
): readonly TrustChange[] {
  if (kind === 'list-of-lists' || !endsSoon(signerUntil, at)) return []
  if (before?.signer === signer && endsSoon(signerUntil, since)) return []
  const end = formatInstant(signerUntil)
  return [
    change(
      'signer-expires',
      id,
      `The certificate of ${signerName}, which signs the list ${id} (number ${sequenceNumber}), ends on ${end}.`,
    ),
  ]
}

function endsSoon(notAfter: Instant, at: Instant): boolean {
  return notAfter > at && notAfter - at <= early
}
