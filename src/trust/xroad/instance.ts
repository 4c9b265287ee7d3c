import type {
  CertificateFacts,
  Instant,
  IntermediateProfiles,
  MemberProfile,
  ServicePeriod,
  ServiceType,
  TrustService,
  XroadInstanceTrust,
} from '#model'
import { buildTrustSnapshot } from '#trust'

/** The parameters of an instance, from a settings file or a configuration. */
interface InstanceParameters {
  readonly instance: string
  readonly ocspFreshness: number
  readonly verifiesNextUpdate: boolean
  readonly expires: Instant | null
  readonly origin: XroadInstanceTrust['origin']
  /** Name of the source, for display. */
  readonly source: string
  readonly authorities: readonly ApprovedAuthority[]
  readonly timeStamping: readonly ApprovedService[]
}

export interface ApprovedService {
  readonly name: string
  readonly certificates: readonly CertificateFacts[]
  /** Period of the approval; `from` inclusive, `to` exclusive, null without limit. */
  readonly from: Instant | null
  readonly to: Instant | null
}

/** An authority that issues signing certificates to members. */
interface ApprovedAuthority extends ApprovedService {
  readonly memberProfile: MemberProfile
  readonly intermediates: readonly CertificateFacts[]
  readonly responders: readonly ApprovedResponders[]
}

interface ApprovedResponders {
  /** The authorities that they may answer for. */
  readonly authorities: readonly CertificateFacts[]
  readonly certificates: readonly CertificateFacts[]
}

/** Start of an approval without `from`, earlier than any X-Road certificate: a configuration does not state since when a service is approved. */
const always: Instant = 0

/** The trust of an instance as services, so that `policy` evaluates them like those of trusted lists. */
export function trustOfInstance(parameters: InstanceParameters): XroadInstanceTrust {
  const { instance, ocspFreshness, verifiesNextUpdate, expires, origin, authorities, timeStamping } = parameters
  const services = [
    ...authorities.flatMap((authority, index) => servicesOf(authority, `ca${index + 1}`, parameters)),
    ...timeStamping.map((service, index) => serviceOf(service, 'TSA', `tsa${index + 1}`, parameters)),
  ].filter(({ certificates }) => certificates.length > 0)
  const snapshot = buildTrustSnapshot([
    {
      sources: [{ id: parameters.source, kind: 'settings', facts: { services: services.length, instance } }],
      services,
      certificates: [
        ...authorities.flatMap(({ certificates, responders }) => [...certificates, ...responders.flatMap((each) => each.certificates)]),
        ...timeStamping.flatMap(({ certificates }) => certificates),
      ],
    },
  ])
  const intermediates = authorities.flatMap((authority) => authority.intermediates)
  const intermediateProfiles = profilesBelow(authorities)
  return { instance, snapshot, intermediates, intermediateProfiles, ocspFreshness, verifiesNextUpdate, expires, origin }
}

function profilesBelow(authorities: readonly ApprovedAuthority[]): IntermediateProfiles {
  const profiles = new Map<string, readonly MemberProfile[]>()
  for (const { intermediates, memberProfile } of authorities)
    for (const { id } of intermediates) profiles.set(id, [...new Set([...(profiles.get(id) ?? []), memberProfile])])
  return Object.fromEntries(profiles)
}

/** The services of an authority: itself, and its responders, which may answer only for the authorities they are configured for (RFC 6960, 4.2.2.2). */
function servicesOf(authority: ApprovedAuthority, id: string, parameters: InstanceParameters): readonly TrustService[] {
  const { memberProfile, responders } = authority
  return [
    { ...serviceOf(authority, 'CA/PKC', id, parameters), memberProfile },
    ...responders.map(({ authorities, certificates }, index) => ({
      ...serviceOf({ ...authority, certificates }, 'Certstatus/OCSP', `${id}/ocsp${index === 0 ? '' : index + 1}`, parameters),
      speaksFor: authorities.map(({ publicKey }) => publicKey.id),
    })),
  ]
}

function serviceOf(
  { name, certificates, from, to }: ApprovedService,
  type: ServiceType,
  id: string,
  { instance, source }: InstanceParameters,
): TrustService {
  const period: ServicePeriod = { type, status: 'granted', from: from ?? always, to }
  return {
    id: `${instance}/${id}`,
    name,
    source,
    certificates: certificates.map((certificate) => certificate.id),
    periods: [period],
    timeMarkResponder: false,
  }
}
