import type { CertificateRevocation, Instant, RevocationId } from '#model'
import type { Evaluation } from '../evaluation.js'
import { toSecond } from '../moments.js'

/** Whether revocation data can confirm the signer's certificate. Data that cannot confirm it may still show that it was revoked. */
export type CanConfirm = (answer: CertificateRevocation) => boolean

/**
 * Which revocation data can confirm the signer's certificate (`decisions.md#deciding-answer`, `decisions.md#revocation-and-time-stamp`):
 *
 * - With a time-mark: only its own OCSP response.
 * - With a time-stamp: data produced not before it and, where the policy has a limit, at most a day after it. Otherwise an attacker could choose the time at which a suspension is lifted or
 *   a certificate is confirmed.
 * - In both cases nextUpdate must not be before the best signature time, unless it does not bind (`ProfileConstraints.nextUpdateBinds`).
 *
 * Null when no time is proven: such a signature does not pass, and all data count.
 */
export function confirmingData({ policy }: Evaluation, best: Instant | null, timeMark: RevocationId | null): CanConfirm | null {
  if (best === null) return null
  const { revocationDelay, nextUpdateBinds } = policy
  const isCurrent = (answer: CertificateRevocation) => !nextUpdateBinds || isCurrentAt(answer, best)
  if (timeMark !== null) return (answer) => answer.revocation === timeMark && isCurrent(answer)
  return (answer) => (revocationDelay === null || isInWindow(answer, best, revocationDelay.max)) && isCurrent(answer)
}

/** Whether data were produced at most `maxDelay` milliseconds after the time-stamp (null: at any time after it), and not before it. Compared in seconds: responses state no fractions. */
export function isInWindow({ producedAt }: CertificateRevocation, stamped: Instant, maxDelay: number | null): boolean {
  const delay = toSecond(producedAt) - toSecond(stamped)
  return delay >= 0 && (maxDelay === null || delay <= maxDelay)
}

/** Whether nextUpdate is not before `moment` (`decisions.md#answers-that-ran-out`). Without nextUpdate the data have no end (RFC 6960, 2.4). */
export function isCurrentAt({ nextUpdate }: CertificateRevocation, moment: Instant): boolean {
  return nextUpdate === null || toSecond(nextUpdate) >= toSecond(moment)
}

/** Whether thisUpdate is at most `maxAge` milliseconds before `moment`. */
export function isRecentAt({ thisUpdate }: CertificateRevocation, moment: Instant, maxAge: number): boolean {
  return toSecond(thisUpdate) >= toSecond(moment) - maxAge
}
