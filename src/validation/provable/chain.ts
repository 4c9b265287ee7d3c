import type {
  EndReason,
  FactValue,
  FailedCheck,
  Instant,
  Provable,
  SignatureAlgorithm,
  SignatureFacts,
  ValidationData,
  Verdict,
} from '#model'
import type { ValidationPolicy } from '#validation/policy'

/** The facts and the validation data on which a chain of proofs rests. */
export interface ChainEvidence {
  readonly facts: SignatureFacts
  readonly data: ValidationData
}

/**
 * The verdict at a time.
 *
 * @param archivedAt as in `beginEvaluation`; null: the document as it is
 */
type Conclude = (validationTime: Instant, archivedAt: Instant | null) => Verdict

/** A chain of proofs, of a signature or of a time-stamp token. */
export interface Chain {
  readonly evidence: ChainEvidence
  /** The policy whose ends count. */
  readonly judged: ValidationPolicy
  readonly ends: Provable['ends']
  readonly conclude: Conclude
  /** What extends it, if it can be extended at all; null: nothing can. */
  readonly form: Provable['extension']
}

const second = 1000

/**
 * Until when a chain lasts: the first moment at which the same document with the same lists would no longer pass (`decisions.md#provable-until`). The engine
 * itself answers for each moment at which something ends, so that the verdict turns exactly there. Pure.
 *
 * @param now validation time, at which it passes by its policy
 */
export function lastsUntil({ evidence, judged, ends, conclude, form }: Chain, now: Instant): Provable {
  const at = remembered(conclude)
  const moments = momentsOfEnds(judged, evidence)
  const later = moments.filter((moment) => moment > now)
  const last = later.at(-1) ?? now
  const atLast = at(last)
  if (passes(atLast)) return { state: 'without-end', ends, until: null, cause: null, reason: null, extension: null }
  // What ends first is among the ends that the failed checks state. Not each of these ends anything: that of the signer's certificate has no effect while a
  // time-stamp holds. One conclusion just before shows that nothing else ended earlier.
  const stated = endsIn(atLast, now).find((end) => !passes(at(end)))
  const isStated = stated !== undefined && passes(at(stated - 1))
  if (!isStated && !passes(at(now))) return past(at, moments, evidence, now, ends)
  const until = isStated ? stated : firstFailure(at, later, now)
  const extension = form !== null && passes(at(until, now)) ? form : null
  return { state: 'until', ends, until, ...causeOf(at(until), until, evidence), extension }
}

/** The ends after `now` that the failed checks of a conclusion state, the earliest first. */
function endsIn({ errors }: Verdict, now: Instant): readonly Instant[] {
  const ends = errors.flatMap(({ facts: { until, notAfter } }) => [instantOf(until), afterEnd(instantOf(notAfter))])
  return [...new Set(ends.flatMap((end) => (end !== null && end > now ? [end] : [])))].toSorted((a, b) => a - b)
}

function instantOf(value: FactValue | undefined): Instant | null {
  return typeof value === 'object' && value !== null && 'instant' in value ? value.instant : null
}

/** A certificate is valid at its notAfter (RFC 5280, 4.1.2.5). */
function afterEnd(notAfter: Instant | null): Instant | null {
  return notAfter === null ? null : notAfter + second
}

type Remembered = (validationTime: Instant, archivedAt?: Instant | null) => Verdict

/** The search asks for some moments twice. */
function remembered(conclude: Conclude): Remembered {
  const known = new Map<string, Verdict>()
  return (validationTime, archivedAt = null) => {
    const name = `${validationTime} ${archivedAt ?? ''}`
    const conclusion = known.get(name) ?? conclude(validationTime, archivedAt)
    known.set(name, conclusion)
    return conclusion
  }
}

/** The chain has ended before validation time. It held, if ever, from the moment on at which the last of its tokens was made. */
function past(at: Remembered, moments: readonly Instant[], evidence: ChainEvidence, now: Instant, ends: Provable['ends']): Provable {
  const { facts } = evidence
  const made = [
    ...facts.timeStamps.map(({ genTime }) => genTime),
    ...facts.revocations.map((each) => (each.kind === 'ocsp' ? each.producedAt : each.thisUpdate)),
  ]
  const complete = Math.min(Math.max(...made, 0), now)
  const begun = at(complete)
  if (!passes(begun)) return { state: 'never', ends, until: null, ...causeOf(begun, complete, evidence), extension: null }
  const until = firstFailure(at, [...moments.filter((moment) => moment > complete && moment < now), now], complete)
  return { state: 'ended', ends, until, ...causeOf(at(until), until, evidence), extension: null }
}

function passes({ indication }: Verdict): boolean {
  return indication === 'TOTAL-PASSED'
}

/**
 * The first of some ascending moments at which the signature does not pass; the last one is such a moment. What has ended stays ended, so halving finds it.
 *
 * @param before a moment before all of them at which it passes
 */
function firstFailure(at: Remembered, moments: readonly Instant[], before: Instant): Instant {
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

function halved(at: Remembered, passing: Instant, failing: Instant): Instant {
  let [low, high] = [Math.ceil(passing / second), Math.floor(failing / second)]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (passes(at(middle * second))) low = middle
    else high = middle
  }
  return high * second
}

/** The moments at which something ends that a chain may depend on, ascending: algorithms, certificates, and the allowed age of revocation data. */
function momentsOfEnds({ profiles }: ValidationPolicy, { facts, data }: ChainEvidence): readonly Instant[] {
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
function causeOf({ errors }: Verdict, until: Instant, evidence: ChainEvidence): Pick<Provable, 'cause' | 'reason'> {
  const cause = errors.find(({ facts }) => Object.entries(facts).some(([name, value]) => names(name, value, until))) ?? errors[0] ?? null
  return { cause, reason: cause === null ? null : reasonOf(cause, evidence) }
}

/** Whether a fact is this moment, or the last second before it. `at` is the time for which a check was made. */
function names(name: string, value: FactValue, until: Instant): boolean {
  const instant = name === 'at' ? null : instantOf(value)
  return instant !== null && (instant === until || instant + second === until)
}

function reasonOf({ key, facts: { algorithm } }: FailedCheck, evidence: ChainEvidence): EndReason {
  if (key.endsWith('algorithm-acceptable')) return { kind: 'algorithm', algorithm: nameOfAlgorithm(algorithm, evidence) }
  return key === 'certificate-valid' || key === 'authority-valid' ? { kind: 'certificate' } : { kind: 'other' }
}

/** The name of an algorithm that a check names by its identifier, as the facts of the signature have it; a digest algorithm has its own name. */
function nameOfAlgorithm(identifier: FactValue | undefined, { facts, data }: ChainEvidence): string | null {
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
