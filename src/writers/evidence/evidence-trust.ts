import type {
  AnchorService,
  CertificateFacts,
  CertificateId,
  SignatureEvidence,
  TrustAnchor,
  TrustService,
  TrustSource,
  XroadDomain,
} from '#model'
import { bufferOf } from '#std'

/** Services behind signatures and tokens, with the sources that name them. */
interface EvidenceServices {
  readonly sources: readonly TrustSource[]
  readonly services: readonly TrustService[]
  /** DER in base64 of each certificate of the services. */
  readonly certificates: readonly string[]
  /** Whether the snapshot had other services as well. Without any service a verdict says so. */
  readonly others: boolean
}

/** The trust of the X-Road instance of a document. */
export interface EvidenceInstance
  extends EvidenceServices,
    Pick<XroadDomain, 'ocspFreshness' | 'verifiesNextUpdate' | 'expires' | 'intermediateProfiles'> {
  readonly instance: string
  /** DER in base64 of the authorities below the approved ones that stand in a path. */
  readonly intermediates: readonly string[]
}

/** The trust that a verdict rested on: the services behind the signatures, with the lists that name them. */
export interface EvidenceTrust extends EvidenceServices {
  /** Null for any other document, and for an instance of which nothing is known. */
  readonly instance: EvidenceInstance | null
}

/** @param known sources of the trust snapshot */
export function trustOf(evidence: readonly Pick<SignatureEvidence, 'data'>[], known: readonly TrustSource[]): EvidenceTrust {
  const found = new FoundServices()
  for (const { data } of evidence) {
    // The anchors of an X-Road document are those of its instance; the lists serve for the legal level alone.
    if (data.domain === null) found.add([...data.anchors, ...data.ascent.anchors], [...data.certificates, ...data.ascent.certificates])
    else found.add(data.ascent.anchors, data.ascent.certificates)
  }
  const services = found.services()
  return {
    sources: sourcesOf(services, known),
    services,
    certificates: found.certificates(),
    others: evidence.some(({ data }) => data.domain !== null || !data.withoutAnchors),
    instance: instanceOf(evidence),
  }
}

/** The parameters are those of the instance, which all signatures of a document have in common. */
function instanceOf(evidence: readonly Pick<SignatureEvidence, 'data'>[]): EvidenceInstance | null {
  const found = new FoundServices()
  const intermediates = new Map<CertificateId, CertificateFacts>()
  let domain: XroadDomain | null = null
  for (const { data } of evidence) {
    if (data.domain?.known !== true) continue
    domain = data.domain
    found.add(data.anchors, data.certificates)
    for (const each of data.certificates) if (Object.hasOwn(domain.intermediateProfiles, each.id)) intermediates.set(each.id, each)
  }
  if (domain?.instance == null) return null
  const { instance, ocspFreshness, verifiesNextUpdate, expires, intermediateProfiles } = domain
  const services = found.services()
  return {
    instance,
    ocspFreshness,
    verifiesNextUpdate,
    expires,
    intermediateProfiles: Object.fromEntries(Object.entries(intermediateProfiles).filter(([id]) => intermediates.has(id))),
    intermediates: encodingsOf(intermediates),
    sources: [...new Set(services.map(({ source }) => source))].map((id) => ({ id, kind: 'settings', facts: { instance } })),
    services,
    certificates: found.certificates(),
    others: true,
  }
}

/** Services of anchors, each once with all of its certificates that were found, in an order that does not depend on that of the signatures. */
class FoundServices {
  readonly #services = new Map<string, { readonly service: AnchorService; readonly certificates: Set<CertificateId> }>()
  readonly #certificates = new Map<CertificateId, CertificateFacts>()

  add(anchors: readonly TrustAnchor[], known: readonly CertificateFacts[]): void {
    const byId = new Map(known.map((each) => [each.id, each]))
    for (const anchor of anchors) {
      const certificate = byId.get(anchor.certificate)
      if (certificate === undefined) continue
      this.#certificates.set(anchor.certificate, certificate)
      for (const service of anchor.services) {
        const entry = this.#services.get(service.service) ?? { service, certificates: new Set<CertificateId>() }
        this.#services.set(service.service, entry)
        entry.certificates.add(anchor.certificate)
      }
    }
  }

  services(): readonly TrustService[] {
    return [...this.#services].toSorted(byFirst).map(([, { service: each, certificates }]) => {
      const { service: id, ...content } = each
      return { ...content, id, certificates: [...certificates].toSorted() }
    })
  }

  certificates(): readonly string[] {
    return encodingsOf(this.#certificates)
  }
}

/** DER in base64, in the order of the ids. */
function encodingsOf(certificates: ReadonlyMap<CertificateId, CertificateFacts>): readonly string[] {
  return [...certificates].toSorted(byFirst).map(([, { encoded }]) => bufferOf(encoded).toString('base64'))
}

function byFirst([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

/** The lists and settings files that name the services, and the lists of lists above them. */
function sourcesOf(services: readonly TrustService[], known: readonly TrustSource[]): readonly TrustSource[] {
  const named = new Set(services.map(({ source }) => source))
  const above = new Set(known.flatMap((each) => (each.kind !== 'settings' && named.has(each.id) ? [each.facts.listOfLists] : [])))
  return known.filter(({ id }) => named.has(id) || above.has(id))
}
