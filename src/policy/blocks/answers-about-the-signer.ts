import type { CertificateRevocation, Instant, RevocationId } from '#model'
import type { Evaluation } from '../evaluation.js'
import { toSecond } from '../moments.js'

/** Whether an answer can speak for the certificate of the signer; one that cannot may still speak against it. */
export type Helps = (answer: CertificateRevocation) => boolean

/**
 * Which answers can help a signature. With a time-mark its own answer alone does. With a time-stamp it is an answer that was made not before it and at most a
 * day after it: a later one would let a suspension be lifted, or a certificate be confirmed, at any later time that suits an attacker. Neither does one whose
 * nextUpdate lies before the moment for which it is asked. Null where no moment is proven, and nothing passes: then every answer is heard.
 */
export function answersThatHelp({ policy }: Evaluation, best: Instant | null, timeMark: RevocationId | null): Helps | null {
  if (best === null) return null
  if (timeMark !== null) return (answer) => answer.revocation === timeMark && isCurrentAt(answer, best)
  const { revocationDelay } = policy
  return (answer) => (revocationDelay === null || isInWindow(answer, best, revocationDelay.max)) && isCurrentAt(answer, best)
}

/** Compared in seconds: responses state no fractions. */
export function isInWindow({ producedAt }: CertificateRevocation, stamped: Instant, maxDelay: number): boolean {
  const delay = toSecond(producedAt) - toSecond(stamped)
  return delay >= 0 && delay <= maxDelay
}

/** Without nextUpdate newer information is available at any time (RFC 6960, 2.4), so nothing says when the answer runs out. */
export function isCurrentAt({ nextUpdate }: CertificateRevocation, moment: Instant): boolean {
  return nextUpdate === null || toSecond(nextUpdate) >= toSecond(moment)
}

/** The state that the answer describes is not much older than the moment for which it is asked. */
export function isRecentAt({ thisUpdate }: CertificateRevocation, moment: Instant, maxAge: number): boolean {
  return toSecond(thisUpdate) >= toSecond(moment) - maxAge
}
