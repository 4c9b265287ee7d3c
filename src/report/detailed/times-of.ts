import { type CertificateFacts, type Instant, type SignatureFacts, shownName, type TimedEvent } from '#model'
import { writeInstant } from '../write-instant.js'

/** The timeline of a signature, from the earliest to the latest event. The proofs of existence say what is proven. */
export function timesOf(facts: SignatureFacts, signer: CertificateFacts | null, validationTime: Instant): readonly TimedEvent[] {
  const events: { readonly at: Instant; readonly event: TimedEvent['event']; readonly about: string }[] = []
  if (signer !== null) {
    const about = shownName(signer)
    events.push({ at: signer.notBefore, event: 'certificate-valid-from', about })
    events.push({ at: signer.notAfter, event: 'certificate-valid-until', about })
  }
  if (facts.claimedSigningTime !== null) events.push({ at: facts.claimedSigningTime, event: 'claimed-signing-time', about: '' })
  for (const { genTime, kind } of facts.timeStamps) events.push({ at: genTime, event: 'time-stamp', about: kind })
  const marks = new Set(facts.timeMarks.filter(({ nonce }) => nonce === 'match').map(({ revocation }) => revocation))
  for (const revocation of facts.revocations) {
    const at = revocation.kind === 'ocsp' ? revocation.producedAt : revocation.thisUpdate
    events.push({
      at,
      event: marks.has(revocation.id) ? 'time-mark' : 'revocation-data',
      about: revocation.kind === 'ocsp' ? 'OCSP' : 'CRL',
    })
  }
  events.push({ at: validationTime, event: 'validation', about: '' })
  return events.toSorted((a, b) => a.at - b.at).map(({ at, event, about }) => ({ time: writeInstant(at), event, about }))
}
