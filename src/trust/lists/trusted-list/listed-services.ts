import {
  type CertificateFacts,
  type CertificateId,
  type ServicePeriod,
  type ServiceStatus,
  type ServiceType,
  serviceStatuses,
  type TrustService,
} from '#model'
import type { DecodedCache } from '#readers/x509'
import { serviceTypes, type TrustContent } from '#trust'
import { readableCertificates } from './list-elements.js'
import type { ServiceInstance, TrustedList } from './read-trusted-list.js'

const types: ReadonlyMap<string, ServiceType> = new Map(
  Object.values(serviceTypes)
    .flat()
    .map((type) => [`http://uri.etsi.org/TrstSvc/Svctype/${type}`, type] as const),
)

/** Status URIs, compared as a whole. Lists from before 2014 use another prefix. */
const statuses: ReadonlyMap<string, ServiceStatus> = new Map(
  ['TrustedList', 'eSigDir-1999-93-EC-TrustedList'].flatMap((place) =>
    serviceStatuses.map((status) => [`http://uri.etsi.org/TrstSvc/${place}/Svcstatus/${status}`, status] as const),
  ),
)

export interface ListContent extends Omit<TrustContent, 'sources'> {
  /** Number of certificates of services that cannot be read and so cannot be trust anchors. */
  readonly unreadable: number
}

/**
 * The services of an accepted national list that can be trust anchors. An instance with an unknown type or status, or with an unknown critical extension, gives
 * no period, but still ends the previous one: a time without a period means "not listed", never "as before".
 *
 * @param source id of the trust source
 */
export function contentOfList(list: TrustedList, source: string, cache: DecodedCache): ListContent {
  const known = new Map<CertificateId, CertificateFacts>()
  const services: TrustService[] = []
  let unreadable = 0
  for (const { place, providerName, instances, certificates } of list.services) {
    const periods = periodsOf(instances)
    if (periods.length === 0) continue
    const facts = readableCertificates(certificates, cache).map((certificate) => certificate.facts)
    unreadable += certificates.length - facts.length
    if (facts.length === 0) continue
    for (const one of facts) known.set(one.id, one)
    const name = `${providerName}: ${instances[0]?.name ?? ''}`
    const ids = [...new Set(facts.map(({ id }) => id))]
    services.push({ id: `${source}/${place}`, name, source, certificates: ids, periods, timeMarkResponder: false })
  }
  return { services, certificates: [...known.values()], unreadable }
}

function periodsOf(instances: readonly ServiceInstance[]): readonly ServicePeriod[] {
  const periods: ServicePeriod[] = []
  let to: number | null = null
  for (const instance of instances) {
    const type = types.get(instance.type)
    const status = statuses.get(instance.status)
    const empty = to !== null && instance.from >= to
    if (type && status && !empty && instance.unknownCriticalExtensions.length === 0)
      periods.push({ type, status, from: instance.from, to, qualification: instance.qualification })
    to = instance.from
  }
  return periods
}
