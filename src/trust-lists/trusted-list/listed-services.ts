import type { CertificateId, ServicePeriod, ServiceStatus, ServiceType, TrustService } from '#model'
import { serviceStatuses } from '#trust'
import type { ListedService, ServiceInstance, TrustedList } from './trusted-list.js'

const SERVICE_TYPE = 'http://uri.etsi.org/TrstSvc/Svctype/'
const serviceTypes: ReadonlyMap<string, ServiceType> = new Map(
  (
    [
      'CA/QC',
      'CA/PKC',
      'NationalRootCA-QC',
      'Certstatus/OCSP',
      'Certstatus/OCSP/QC',
      'Certstatus/CRL',
      'Certstatus/CRL/QC',
      'TSA',
      'TSA/QTST',
      'TSA/TSS-QC',
      'TSA/TSS-AdESQCandQES',
    ] as const
  ).map((type) => [`${SERVICE_TYPE}${type}`, type] as const),
)

/** Status URIs, compared whole; those of lists from before 2014 stand at another address. */
const statuses: ReadonlyMap<string, ServiceStatus> = new Map(
  ['TrustedList', 'eSigDir-1999-93-EC-TrustedList'].flatMap((place) =>
    serviceStatuses.map((status) => [`http://uri.etsi.org/TrstSvc/${place}/Svcstatus/${status}`, status] as const),
  ),
)

/**
 * The services of a list that can be anchors, as the snapshot holds them. An instance whose type or status is not known, or that has an
 * unknown critical extension, gives no period, but still ends the one before it: silence about a time is "not listed", never "as before".
 */
export function listedServices(
  list: TrustedList,
  source: string,
  certificateIds: (service: ListedService) => readonly CertificateId[],
): readonly TrustService[] {
  return list.services.flatMap((service) => {
    const periods = periodsOf(service.instances)
    if (periods.length === 0 || service.certificates.length === 0) return []
    const certificates = certificateIds(service)
    if (certificates.length === 0) return []
    const name = service.instances[0]?.name ?? ''
    return [
      {
        id: `${source}/${service.place}`,
        name: `${service.providerName}: ${name}`,
        source,
        certificates,
        periods,
        timeMarkResponder: false,
      },
    ]
  })
}

function periodsOf(instances: readonly ServiceInstance[]): readonly ServicePeriod[] {
  const periods: ServicePeriod[] = []
  let to: number | null = null
  for (const instance of instances) {
    const type = serviceTypes.get(instance.type)
    const status = statuses.get(instance.status)
    const empty = to !== null && instance.from >= to
    if (type && status && !empty && instance.unknownCriticalExtensions.length === 0)
      periods.push({ type, status, from: instance.from, to, qualification: instance.qualification })
    to = instance.from
  }
  return periods
}
