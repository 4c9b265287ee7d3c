import type { CertificateFacts, CertificateId } from './certificate.js'
import type { Instant } from './time.js'
import type { TrustSnapshot } from './trust-snapshot.js'

/**
 * How the certificates of an authority name the X-Road member that they belong to. The names are those of the X-Road certificate profiles without their
 * common suffix (`SkKlass3CertificateProfileInfoProvider`).
 */
export const memberProfiles = ['SkKlass3', 'SkEsteId', 'Ejbca', 'Basic', 'BasicACME', 'FiVRK', 'Fo', 'Is'] as const
export type MemberProfile = (typeof memberProfiles)[number]

/** The certificate profiles of authorities below the approved ones, by their certificate: usually one each. */
export type IntermediateProfiles = Readonly<Record<CertificateId, readonly MemberProfile[]>>

/** The trust of one X-Road instance. Its anchors are used only for its own messages, and only they are used there. */
export interface XroadInstanceTrust {
  readonly instance: string
  /** Approved certification authorities, their responders, and time-stamping authorities. */
  readonly snapshot: TrustSnapshot
  /** Authorities below the approved ones. They are not trust anchors. */
  readonly intermediates: readonly CertificateFacts[]
  readonly intermediateProfiles: IntermediateProfiles
  /** How much older than the time-stamp an OCSP response may be, in milliseconds. */
  readonly ocspFreshness: number
  /** Whether the security servers of the instance refuse a response whose nextUpdate is before the time-stamp; otherwise only its age counts. */
  readonly verifiesNextUpdate: boolean
  /** End of validity of the configuration; null when it states none. */
  readonly expires: Instant | null
  /** `written`: a settings file. `signed`: a download whose signature was verified. `unsigned`: a copy that the operator vouches for. */
  readonly origin: 'written' | 'signed' | 'unsigned'
}
