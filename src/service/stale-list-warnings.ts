import {
  type CheckFacts,
  type CheckResult,
  checked,
  type Instant,
  type SignatureConclusion,
  type TrustSource,
  type ValidationData,
} from '#model'
import { servicesAbove } from '#policy'

/**
 * Adds a warning for each trusted list that the anchors of the signature or its legal level rest on and that should have been replaced by now, and for
 * the list of lists above it (ruling 15). Never a verdict: what the list says of the past stays true. A list that is closed for good is not stale.
 */
export function warnOfStaleLists(
  conclusion: SignatureConclusion,
  data: ValidationData | null,
  sources: readonly TrustSource[],
  validationTime: Instant,
): SignatureConclusion {
  if (data === null) return conclusion
  const stale = sourcesBehind(conclusion, data, sources).filter(({ facts }) => isPast(facts['nextUpdate'], validationTime))
  return stale.length === 0 ? conclusion : { ...conclusion, warnings: [...conclusion.warnings, ...stale.map(warningOf)] }
}

/** The lists that the ends of the anchored paths and the authorities above them stand in, and their lists of lists; each once, in the order of the snapshot. */
function sourcesBehind(
  { signingCertificate }: SignatureConclusion,
  data: ValidationData,
  sources: readonly TrustSource[],
): readonly TrustSource[] {
  const ends = new Set(data.paths.flatMap(({ paths }) => paths.flatMap((path) => (path.anchored ? (path.certificates.at(-1) ?? []) : []))))
  const signer = data.certificates.find(({ id }) => id === signingCertificate)
  const services = [
    ...data.anchors.filter(({ certificate }) => ends.has(certificate)).flatMap((anchor) => anchor.services),
    ...(signer === undefined ? [] : servicesAbove(signer, data.ascent)),
  ]
  const named = new Set(services.map(({ source }) => source))
  const lists = sources.filter(({ id, kind }) => kind !== 'settings' && named.has(id))
  const above = new Set(lists.map(({ facts }) => facts['listOfLists']))
  return sources.filter((source) => lists.includes(source) || above.has(source.id))
}

function isPast(nextUpdate: CheckFacts[string] | undefined, now: Instant): boolean {
  return typeof nextUpdate === 'string' && Date.parse(nextUpdate) < now
}

function warningOf({ kind, facts }: TrustSource): CheckResult {
  const { territory = null, sequenceNumber = null, nextUpdate = null } = facts
  return checked(kind === 'list-of-lists' ? 'list-of-lists-stale' : 'trusted-list-stale', false, { territory, sequenceNumber, nextUpdate })
}
