import type { CertificateFacts } from './certificate.js'
import type { Instant } from './time.js'
import type { TrustSnapshot } from './trust-snapshot.js'

/**
 * How the certificates of an authority name the member of X-Road that they belong to; the names of the certificate profiles of X-Road without what is the same
 * in all of them (`SkKlass3CertificateProfileInfoProvider`).
 */
export const memberProfiles = ['SkKlass3', 'SkEsteId', 'Ejbca', 'Basic', 'BasicACME', 'FiVRK', 'Fo', 'Is'] as const
export type MemberProfile = (typeof memberProfiles)[number]

/** What one instance of X-Road trusts. Anchors of the EU's lists and of other instances do not count in it, nor its own elsewhere. */
export interface XroadInstanceTrust {
  readonly instance: string
  /** Approved authorities, their responders, time-stamping authorities. */
  readonly snapshot: TrustSnapshot
  /** Authorities below the approved ones. They are not anchors themselves. */
  readonly intermediates: readonly CertificateFacts[]
  /** How much older than the time-stamp an OCSP response may be, in milliseconds. */
  readonly ocspFreshness: number
  /** Until when the configuration was in force; null when it does not say. */
  readonly expires: Instant | null
  /** `written`: a settings file; `signed`: a download whose signature was verified; `unsigned`: a copy that the operator vouches for. */
  readonly origin: 'written' | 'signed' | 'unsigned'
}
