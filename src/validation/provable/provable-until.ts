import type {
  CheckResult,
  EndReason,
  FactValue,
  FailedCheck,
  Instant,
  Provable,
  SignatureAlgorithm,
  SignatureConclusion,
  SignatureEvidence,
  SignatureFacts,
} from '#model'
import { concludeSignature, type ValidationPolicy } from '#validation/policy'
import { knowsEnds, withEnds } from './with-ends.js'

const second = 1000

/**
 * Until when the chain of proofs of a signature lasts: the first moment at which the same document with the same lists would no longer pass
 * (`decisions.md#provable-until`). The engine itself answers for each moment at which something ends, so that the verdict turns exactly there. Pure.
 *
 * @param conclusion the conclusion on the signature under the policy
 * @param findings findings about the document
 */
export function provableUntil(
  policy: ValidationPolicy,
  evidence: SignatureEvidence,
  conclusion: Pick<SignatureConclusion, 'indication' | 'validationTime'>,
  findings: readonly CheckResult[],
): Provable {
  const own = knowsEnds(policy, evidence.facts.profile.name)
  const ends = own ? ('policy' as const) : ('TS 119 312 V1.5.1' as const)
  const nothing = { ends, until: null, cause: null, reason: null, extension: null }
  if (conclusion.indication !== 'TOTAL-PASSED') return { state: 'not-passing', ...nothing }
  const { validationTime: now } = conclusion
  const judged = own ? policy : withEnds(policy)
  const at = remembered((validationTime, archivedAt = null) =>
    concludeSignature(judged, evidence, { validationTime, findings, archivedAt }),
  )
  const moments = momentsOfEnds(judged, evidence)
  const later = moments.filter((moment) => moment > now)
  const last = later.at(-1) ?? now
  const atLast = at(last)
  if (passes(atLast)) return { state: 'without-end', ...nothing }
  // What ends first says so in its facts; one conclusion just before shows that nothing else ended earlier.
  const stated = firstEndIn(atLast, now)
  if (stated === null || !passes(at(stated - 1))) {
    if (!passes(at(now))) return past(at, moments, evidence, now, nothing)
    const until = firstFailure(at, later, now)
    return ending(at, evidence, { ends, until, now, failing: at(until) })
  }
  return ending(at, evidence, { ends, until: stated, now, failing: atLast })
}

interface Ending {
  readonly ends: Provable['ends']
  readonly until: Instant
  readonly now: Instant
  /** The conclusion at `until` or later. */
  readonly failing: SignatureConclusion
}

function ending(at: Conclude, evidence: SignatureEvidence, { ends, until, now, failing }: Ending): Provable {
  const form = extensionOf(evidence.facts)
  const extension = form !== null && passes(at(until, now)) ? form : null
  return { state: 'until', ends, until, ...causeOf(failing, until, evidence), extension }
}

/** The earliest end after `now` that the failed checks of a conclusion state; null when they state none. */
function firstEndIn({ errors }: SignatureConclusion, now: Instant): Instant | null {
  const ends = errors.flatMap(({ facts: { until, notAfter } }) => [instantOf(until), afterEnd(instantOf(notAfter))])
  return ends.reduce<Instant | null>((first, end) => (end === null || end <= now || (first !== null && first <= end) ? first : end), null)
}

function instantOf(value: FactValue | undefined): Instant | null {
  return typeof value === 'object' && value !== null && 'instant' in value ? value.instant : null
}

/** A certificate is valid at its notAfter (RFC 5280, 4.1.2.5). */
function afterEnd(notAfter: Instant | null): Instant | null {
  return notAfter === null ? null : notAfter + second
}

type Conclude = (validationTime: Instant, archivedAt?: Instant | null) => SignatureConclusion

/** The search asks for some moments twice. */
function remembered(conclude: Conclude): Conclude {
  const known = new Map<string, SignatureConclusion>()
  return (validationTime, archivedAt = null) => {
    const name = `${validationTime} ${archivedAt ?? ''}`
    const conclusion = known.get(name) ?? conclude(validationTime, archivedAt)
    known.set(name, conclusion)
    return conclusion
  }
}

/** The chain has ended before validation time. It held, if ever, from the moment on at which the last of its tokens was made. */
function past(
  at: Conclude,
  moments: readonly Instant[],
  evidence: SignatureEvidence,
  now: Instant,
  nothing: Omit<Provable, 'state'>,
): Provable {
  const { facts } = evidence
  const made = [
    ...facts.timeStamps.map(({ genTime }) => genTime),
    ...facts.revocations.map((each) => (each.kind === 'ocsp' ? each.producedAt : each.thisUpdate)),
  ]
  const complete = Math.min(Math.max(...made, 0), now)
  const begun = at(complete)
  if (!passes(begun)) return { ...nothing, state: 'never', ...causeOf(begun, complete, evidence) }
  const until = firstFailure(at, [...moments.filter((moment) => moment > complete && moment < now), now], complete)
  return { ...nothing, state: 'ended', until, ...causeOf(at(until), until, evidence) }
}

function passes({ indication }: SignatureConclusion): boolean {
  return indication === 'TOTAL-PASSED'
}

/**
 * The first of some ascending moments at which the signature does not pass; the last one is such a moment. What has ended stays ended, so halving finds it.
 *
 * @param before a moment before all of them at which it passes
 */
function firstFailure(at: Conclude, moments: readonly Instant[], before: Instant): Instant {
  let [low, high] = [0, moments.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(at(moments[middle] ?? before))) low = middle + 1
    else high = middle
  }
  const found = moments[low] ?? before
  const previous = moments[low - 1] ?? before
  // Between two moments nothing ends that is known here. Should it all the same, it is found to the second.
  return passes(at(found - 1)) ? found : halved(at, previous, found)
}

function halved(at: Conclude, passing: Instant, failing: Instant): Instant {
  let [low, high] = [Math.ceil(passing / second), Math.floor(failing / second)]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (passes(at(middle * second))) low = middle
    else high = middle
  }
  return high * second
}

/** The moments at which something ends that a chain may depend on, ascending: algorithms, certificates, and the allowed age of revocation data. */
function momentsOfEnds({ profiles }: ValidationPolicy, { facts, data }: SignatureEvidence): readonly Instant[] {
  const { algorithms, maxRevocationAge } = profiles[facts.profile.name]
  const age = data.domain === null ? maxRevocationAge : data.domain.ocspFreshness + 1
  const accepted = Object.values(algorithms).flatMap(({ digests, keys }) => [...Object.values(digests), ...Object.values(keys).flat()])
  const moments = [
    ...accepted.map(({ until }) => until),
    ...[...facts.certificates, ...data.certificates].map(({ notAfter }) => afterEnd(notAfter)),
    ...data.revocations.flatMap(({ thisUpdate, nextUpdate }) => [
      nextUpdate === null ? null : nextUpdate + second,
      age === null ? null : thisUpdate + age,
    ]),
  ]
  return [...new Set(moments.filter((moment) => moment !== null))].toSorted((a, b) => a - b)
}

/** The failed check that says what ended at this moment: the one whose facts name it; otherwise the one that decides. */
function causeOf({ errors }: SignatureConclusion, until: Instant, evidence: SignatureEvidence): Pick<Provable, 'cause' | 'reason'> {
  const cause = errors.find(({ facts }) => Object.entries(facts).some(([name, value]) => names(name, value, until))) ?? errors[0] ?? null
  return { cause, reason: cause === null ? null : reasonOf(cause, evidence) }
}

/** Whether a fact is this moment, or the last second before it. `at` is the time for which a check was made. */
function names(name: string, value: FactValue, until: Instant): boolean {
  const instant = name === 'at' ? null : instantOf(value)
  return instant !== null && (instant === until || instant + second === until)
}

function reasonOf({ key, facts: { algorithm } }: FailedCheck, evidence: SignatureEvidence): EndReason {
  if (key.endsWith('algorithm-acceptable')) return { kind: 'algorithm', algorithm: nameOfAlgorithm(algorithm, evidence) }
  return key === 'certificate-valid' || key === 'authority-valid' ? { kind: 'certificate' } : { kind: 'other' }
}

/** The name of an algorithm that a check names by its identifier, as the facts of the signature have it; a digest algorithm has its own name. */
function nameOfAlgorithm(identifier: FactValue | undefined, { facts, data }: SignatureEvidence): string | null {
  if (typeof identifier !== 'string') return null
  const used: readonly SignatureAlgorithm[] = [
    ...[...facts.certificates, ...data.certificates, ...facts.revocations].map(({ signatureAlgorithm }) => signatureAlgorithm),
    ...facts.timeStamps.map(({ token }) => token.signatureAlgorithm),
    facts.signatureAlgorithm,
  ]
  const found = used.find((each) => each.identifier === identifier)
  if (found !== undefined && found.encryption !== null)
    return found.digest === null ? found.encryption : `${found.encryption} with ${found.digest}`
  const digests = facts.timeStamps.map(({ imprint }) => imprint.digest)
  return digests.find((each) => each.identifier === identifier)?.algorithm ?? identifier
}

/** The time-stamp that a signature of this kind can get later (EN 319 132-1, 5.5.2; EN 319 122-1, 5.5.3; EN 319 142-1, 5.4.3). */
function extensionOf({ syntax, profile, proofOfTime }: SignatureFacts): Provable['extension'] {
  // No archive time-stamp can follow a time-mark or a DIGIDOC-XML confirmation, and security servers of X-Road add none.
  if (proofOfTime !== 'time-stamp' || profile.name === 'xroad' || profile.name === 'ddoc') return null
  if (profile.name === 'pdf') return 'document-time-stamp'
  return syntax.name === 'ddoc' ? null : 'archive-time-stamp'
}
