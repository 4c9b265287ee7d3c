import type { AcceptedListFacts, CheckedTrust } from '#trust/lists'
import type { TrustStatus } from './trust.js'
import type { RefreshState } from './trust-refresher.js'

/** The log entries for a new state: a new snapshot, each new finding, and each finding that no longer applies. */
export function eventsBetween(before: RefreshState, after: RefreshState): readonly (readonly ['info' | 'warn', string])[] {
  const { digest } = after.trust.summary
  const added = after.findings.filter((finding) => !before.findings.includes(finding))
  const removed = before.findings.filter((finding) => !after.findings.includes(finding))
  return [
    ...(digest === before.trust.summary.digest
      ? []
      : [['info', `trust changed to snapshot ${digest}: ${changesBetween(before.trust, after.trust)}`] as const]),
    ...added.map((finding) => ['warn', finding] as const),
    ...removed.map((finding) => ['info', `no longer: ${finding}`] as const),
  ]
}

/** The changes of a new snapshot in one line: `EE 72 to 73, PL 160, HR gone; 1200 services`. */
function changesBetween(before: CheckedTrust, after: CheckedTrust): string {
  const old = new Map(before.facts.lists.map((list) => [list.id, list]))
  const now = new Set(after.facts.lists.map(({ id }) => id))
  const changes = [
    ...after.facts.lists.flatMap((list) => describe(old.get(list.id), list)),
    ...before.facts.lists.filter(({ id }) => !now.has(id)).map(({ id }) => `${id} gone`),
  ]
  const services = `${after.summary.services} services`
  return changes.length === 0 ? services : `${changes.join(', ')}; ${services}`
}

function describe(before: AcceptedListFacts | undefined, after: AcceptedListFacts): readonly string[] {
  if (before === undefined) return [`${after.id} ${after.sequenceNumber}`]
  return before.digest === after.digest ? [] : [`${after.id} ${before.sequenceNumber} to ${after.sequenceNumber}`]
}

/** Everything that an operator should know, as one sentence for each finding. The same finding always gives the same sentence. */
export function findingsOf({ facts, warnings, lastTry }: TrustStatus): readonly string[] {
  return [
    ...(lastTry?.failure == null ? [] : [`the refresh of the trusted lists failed: ${lastTry.failure}`]),
    ...(lastTry?.problems ?? []),
    ...(lastTry?.attempts ?? [])
      .filter((attempt) => attempt.outcome === 'failed')
      .map(
        ({ source, territory, location, message }) =>
          `${source}: the list of ${territory} could not be fetched from ${location}: ${message ?? ''}`,
      ),
    ...facts.refusals.map(({ source, file, code, message }) => `${source}: ${file === null ? '' : `${file}: `}${message} (${code})`),
    ...warnings.map(({ source, message }) => `${source}: ${message}`),
  ]
}
