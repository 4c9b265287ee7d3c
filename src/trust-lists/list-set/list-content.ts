import type { CertificateFacts, CertificateId, TrustSource } from '#model'
import type { TrustContent } from '#trust'
import { Asn1Error, type DecodedCache } from '#x509'
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
      const facts = factsOf(der, cache)
      if (facts === null) unreadable += 1
      else {
        certificates.set(facts.id, facts)
        ids.add(facts.id)
      }
    }
    return [...ids]
  }
  const services = listedServices(list, id, idsOf)
  return { services, certificates: [...certificates.values()], unreadable }
}

function factsOf(der: Uint8Array, cache: DecodedCache): CertificateFacts | null {
  try {
    return cache.certificate(der).facts
  } catch (error) {
    if (error instanceof Asn1Error) return null
    throw error
  }
}

/** What the snapshot remembers of a list. Nothing here depends on where its file lay or on the moment of the check. */
export function sourceOfList(facts: AcceptedListFacts, listOfLists: string | null): TrustSource {
  return {
    id: facts.id,
    kind: facts.kind,
    facts: {
      territory: facts.territory,
      version: facts.version,
      sequenceNumber: facts.sequenceNumber,
      issued: facts.issued,
      nextUpdate: facts.nextUpdate,
      digest: facts.digest,
      signer: facts.signer.certificate,
      listOfLists,
    },
  }
}
