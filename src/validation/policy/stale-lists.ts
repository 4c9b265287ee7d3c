import {
  type CheckResult,
  type Instant,
  type SignatureFacts,
  type TrustedListSource,
  type TrustSource,
  timeFact,
  type ValidationData,
} from '#model'
import { check } from './check.js'
import { servicesAbove } from './qualification/services-above.js'
import type { AppliedPolicy } from './validation-policy.js'

/**
 * A check that is not satisfied for each trusted list that the signature's trust anchors or legal level depend on, and for its list of lists, when its next
 * update has passed (`decisions.md#stale-list`). A closed list has no next update and is never stale.
 */
export function staleLists(
  policy: AppliedPolicy,
  facts: SignatureFacts,
  data: ValidationData,
  sources: readonly TrustSource[],
  validationTime: Instant,
): readonly CheckResult[] {
  const lists = sources.filter((source) => source.kind !== 'settings')
  const stale = lists.filter(({ facts: { nextUpdate } }) => nextUpdate !== null && nextUpdate < validationTime)
  if (stale.length === 0) return []
  const relevant = relevantLists(facts, data, lists)
  return stale.filter(({ id }) => relevant.has(id)).map((list) => checkOf(policy, list))
}

/** The ids of the trusted lists of the anchors of the paths and of the authorities above the signer, and of their lists of lists. */
function relevantLists(
  { signingCertificate }: SignatureFacts,
  data: ValidationData,
  lists: readonly TrustedListSource[],
): ReadonlySet<string> {
  const paths = data.paths.flatMap((found) => found.paths).filter(({ anchored }) => anchored)
  const ends = new Set(paths.map(({ certificates }) => certificates.at(-1)))
  const signer = data.certificates.find(({ id }) => id === signingCertificate)
  const services = [
    ...data.anchors.filter(({ certificate }) => ends.has(certificate)).flatMap((anchor) => anchor.services),
    ...(signer === undefined ? [] : servicesAbove(signer, data.ascent)),
  ]
  const named = new Set(services.map(({ source }) => source))
  const above = lists.filter(({ id }) => named.has(id)).map(({ facts }) => facts.listOfLists)
  return new Set([...named, ...above.filter((id) => id !== null)])
}

function checkOf(policy: AppliedPolicy, { kind, facts }: TrustedListSource): CheckResult {
  const { territory, sequenceNumber, nextUpdate } = facts
  const key = kind === 'list-of-lists' ? 'list-of-lists-stale' : 'trusted-list-stale'
  return check(policy, key, false, { territory, sequenceNumber, nextUpdate: timeFact(nextUpdate) })
}
