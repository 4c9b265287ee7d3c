import type { CertificateFacts, CertificateId } from './certificate.js'
import type { CheckFacts } from './check.js'
import type { ServiceQualification } from './service-qualification.js'
import type { Instant } from './time.js'
import type { MemberProfile } from './xroad-trust.js'

/**
 * What an anchor may be used for, by the service type: the types of ETSI TS 119 612 5.5.1 that play a role, without the
 * `http://uri.etsi.org/TrstSvc/Svctype/` in front.
 */
const roles = {
  'CA/QC': 'ca',
  'CA/PKC': 'ca',
  'NationalRootCA-QC': 'ca',
  'Certstatus/OCSP': 'ocsp',
  'Certstatus/OCSP/QC': 'ocsp',
  'Certstatus/CRL': 'crl',
  'Certstatus/CRL/QC': 'crl',
  TSA: 'tsa',
  'TSA/QTST': 'tsa',
  'TSA/TSS-QC': 'tsa',
  'TSA/TSS-AdESQCandQES': 'tsa',
} as const

export type ServiceType = keyof typeof roles

export type ServiceRole = (typeof roles)[ServiceType]

/** What an anchor of this service type may be used for. */
export function roleOfService(type: ServiceType): ServiceRole {
  return roles[type]
}

/** Status URIs of TS 119 612 5.5.4, last path segment in lower case. */
export const serviceStatuses = [
  'granted',
  'withdrawn',
  'recognisedatnationallevel',
  'deprecatedatnationallevel',
  'setbynationallaw',
  'deprecatedbynationallaw',
  'undersupervision',
  'accredited',
  'supervisionincessation',
  'supervisionceased',
  'supervisionrevoked',
  'accreditationceased',
  'accreditationrevoked',
] as const

export type ServiceStatus = (typeof serviceStatuses)[number]

/** One entry of a service's history: half-open, `from` inclusive, `to` exclusive; `to` null for the current one. */
export interface ServicePeriod {
  readonly type: ServiceType
  readonly status: ServiceStatus
  readonly from: Instant
  readonly to: Instant | null
  /** Only for services of a trusted list. */
  readonly qualification?: ServiceQualification
}

/** The period of a service that holds the moment. Null before the first one and in gaps: the service counts as not listed (`decisions.md#service-status`). */
export function periodAt({ periods }: { readonly periods: readonly ServicePeriod[] }, instant: Instant): ServicePeriod | null {
  return periods.find(({ from, to }) => from <= instant && (to === null || instant < to)) ?? null
}

/** A trust service: the certificates that identify it, and its history of types and statuses. Configured certificates have the same type as listed ones. */
export interface TrustService {
  /** Stable within the snapshot, for people and logs: `EE/3/1`, `settings:legacy.json#12`. */
  readonly id: string
  readonly name: string
  /** Which list or settings file it comes from; key into `TrustSnapshot.sources`. */
  readonly source: string
  readonly certificates: readonly CertificateId[]
  /** Newest first, without overlap. */
  readonly periods: readonly ServicePeriod[]
  /** Responder that may issue time-marks (DDOC and BDOC with time-mark) although no list names it as an OCSP service. */
  readonly timeMarkResponder: boolean
  /** Keys (SHA-256 of the SubjectPublicKeyInfo, lower-case hex) of the authorities that a responder may speak for; absent: any. */
  readonly speaksFor?: readonly string[]
  /** How the certificates of an authority name a member of X-Road. */
  readonly memberProfile?: MemberProfile
}

/** A list that fed the snapshot. */
export interface TrustedListSource {
  readonly id: string
  readonly kind: 'trusted-list' | 'list-of-lists'
  readonly facts: {
    readonly territory: string
    readonly version: number
    readonly sequenceNumber: number
    readonly issued: Instant
    /** Null for a list that is closed for good. */
    readonly nextUpdate: Instant | null
    /** SHA-256 of the file, lower-case hex. */
    readonly digest: string
    readonly signer: CertificateId
    /** The list of lists that names it; null for one that no list names. */
    readonly listOfLists: string | null
  }
}

/** A list or settings file that fed the snapshot. */
export type TrustSource = TrustedListSource | { readonly id: string; readonly kind: 'settings'; readonly facts: CheckFacts }

/** Everything that is trusted, at one moment. Immutable; a request keeps the one it started with. */
export interface TrustSnapshot {
  readonly sources: readonly TrustSource[]
  readonly services: readonly TrustService[]
  /** Certificates of all services, each once. */
  readonly certificates: readonly CertificateFacts[]
}
