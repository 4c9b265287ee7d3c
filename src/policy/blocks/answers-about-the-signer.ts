import type { CertificateRevocation, Instant, RevocationId } from '#model'
import type { Evaluation } from '../evaluation.js'
import { toSecond } from '../moments.js'

/** Whether an answer can speak for the certificate of the signer; one that cannot may still speak against it. */
export type Helps = (answer: CertificateRevocation) => boolean

/**
 * Which answers can help a signature (`decisions.md#deciding-answer`, `decisions.md#revocation-and-time-stamp`). With a time-mark only its own answer can. With a
 * time-stamp an answer can that was made not before it and at most a day after it: a later one would let an attacker choose when a suspension is lifted or a
 * certificate is confirmed. An answer whose nextUpdate is before the best signature time cannot help. Null where no time is proven: the signature does not pass, and
 * every answer counts.
 */
export function answersThatHelp({ policy }: Evaluation, best: Instant | null, timeMark: RevocationId | null): Helps | null {
  if (best === null) return null
  if (timeMark !== null) return (answer) => answer.revocation === timeMark && isCurrentAt(answer, best)
  const { revocationDelay } = policy
  return (answer) => (revocationDelay === null || isInWindow(answer, best, revocationDelay.max)) && isCurrentAt(answer, best)
}

/** Whether an answer was made at most `maxDelay` milliseconds after the time-stamp, and not before it. Compared in seconds: responses state no fractions. */
export function isInWindow({ producedAt }: CertificateRevocation, stamped: Instant, maxDelay: number): boolean {
  const delay = toSecond(producedAt) - toSecond(stamped)
  return delay >= 0 && delay <= maxDelay
}

/**
 * Whether nextUpdate is not before the moment (`decisions.md#answers-that-ran-out`). Without nextUpdate newer information is available at any time (RFC 6960, 2.4):
 * the answer has no end.
 */
export function isCurrentAt({ nextUpdate }: CertificateRevocation, moment: Instant): boolean {
  return nextUpdate === null || toSecond(nextUpdate) >= toSecond(moment)
}

/** Whether thisUpdate is at most `maxAge` milliseconds before the moment. */
export function isRecentAt({ thisUpdate }: CertificateRevocation, moment: Instant, maxAge: number): boolean {
  return toSecond(thisUpdate) >= toSecond(moment) - maxAge
}
