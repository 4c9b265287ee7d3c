import type { CertificateFacts, CertificateId } from './certificate.js'
import type { CheckFacts } from './check.js'
import type { ServiceQualification } from './service-qualification.js'
import type { Instant } from './time.js'
import type { MemberProfile } from './xroad-trust.js'

/** What a trust anchor may be used for, by service type: types of ETSI TS 119 612 5.5.1, without `http://uri.etsi.org/TrstSvc/Svctype/`. */
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

/** What a trust anchor of this service type may be used for. */
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

/** One entry in the history of a service. `from` is inclusive, `to` exclusive; `to` is null for the current entry. */
export interface ServicePeriod {
  readonly type: ServiceType
  readonly status: ServiceStatus
  readonly from: Instant
  readonly to: Instant | null
  /** Only for services of a trusted list. */
  readonly qualification?: ServiceQualification
}

/** The period of a service at a time. Null before the first one and in gaps, where the service counts as not listed (`decisions.md#service-status`). */
export function periodAt({ periods }: { readonly periods: readonly ServicePeriod[] }, instant: Instant): ServicePeriod | null {
  return periods.find(({ from, to }) => from <= instant && (to === null || instant < to)) ?? null
}

/** A trust service: the certificates that identify it, and its history of types and statuses. Configured certificates are represented like listed ones. */
export interface TrustService {
  /** Stable within the snapshot, for display and logs: `EE/3/1`, `settings:legacy.json#12`. */
  readonly id: string
  readonly name: string
  /** The list or settings file that names the service: an id of `TrustSnapshot.sources`. */
  readonly source: string
  readonly certificates: readonly CertificateId[]
  /** Newest first, without overlap. */
  readonly periods: readonly ServicePeriod[]
  /** Responder that may issue time-marks (DDOC and BDOC with time-mark) although no trusted list names it as an OCSP service. */
  readonly timeMarkResponder: boolean
  /** Keys (SHA-256 of the SubjectPublicKeyInfo, lower-case hex) of the authorities for whose certificates a responder may answer; absent: any. */
  readonly speaksFor?: readonly string[]
  /** How the certificates of an authority name an X-Road member. */
  readonly memberProfile?: MemberProfile
}

/** A trusted list that the snapshot was built from. */
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
    /** The list of lists that points to it; null when there is none. */
    readonly listOfLists: string | null
  }
}

/** A trusted list or settings file that the snapshot was built from. */
export type TrustSource = TrustedListSource | { readonly id: string; readonly kind: 'settings'; readonly facts: CheckFacts }

/** All trust anchors at one point in time. Immutable; a request uses the snapshot that it started with. */
export interface TrustSnapshot {
  readonly sources: readonly TrustSource[]
  readonly services: readonly TrustService[]
  /** Certificates of all services, each once. */
  readonly certificates: readonly CertificateFacts[]
}
