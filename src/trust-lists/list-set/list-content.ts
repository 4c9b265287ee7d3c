import type { CertificateFacts, CertificateId, TrustSource } from '#model'
import type { TrustContent } from '#trust'
import { Asn1Error, type DecodedCache, orAsn1Error } from '#x509'
import { listedServices } from '../trusted-list/listed-services.js'
import type { ListedService, TrustedList } from '../trusted-list/trusted-list.js'
import type { AcceptedListFacts } from './list-set.js'

export interface ListContent extends Omit<TrustContent, 'sources'> {
  /** Certificates of services that cannot be read, so that they are no anchors. */
  readonly unreadable: number
}

/** What an accepted national list brings to the snapshot. `id` is the key of its source. */
export function contentOfList(list: TrustedList, id: string, cache: DecodedCache): ListContent {
  const certificates = new Map<CertificateId, CertificateFacts>()
  let unreadable = 0
  const idsOf = (service: ListedService): readonly CertificateId[] => {
    const ids = new Set<CertificateId>()
    for (const der of service.certificates) {
      const certificate = orAsn1Error(() => cache.certificate(der))
      if (certificate instanceof Asn1Error) unreadable += 1
      else {
        certificates.set(certificate.facts.id, certificate.facts)
        ids.add(certificate.facts.id)
      }
    }
    return [...ids]
  }
  const services = listedServices(list, id, idsOf)
  return { services, certificates: [...certificates.values()], unreadable }
}

/** What the snapshot remembers of a list. Nothing here depends on where its file lay or on the moment of the check. */
export function sourceOfList(accepted: AcceptedListFacts): TrustSource {
  const { id, kind, territory, version, sequenceNumber, issued, nextUpdate, digest, signer, listOfLists } = accepted
  return { id, kind, facts: { territory, version, sequenceNumber, issued, nextUpdate, digest, signer: signer.certificate, listOfLists } }
}
