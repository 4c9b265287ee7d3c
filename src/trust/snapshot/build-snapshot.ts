import type { CertificateFacts, CertificateId, TrustService, TrustSnapshot, TrustSource } from '#model'
import { deepFreeze } from '#std'

/** The services of one source of trust, with their certificates: trust settings, or trusted lists. */
export interface TrustContent {
  readonly sources: readonly TrustSource[]
  readonly services: readonly TrustService[]
  /** At least the certificates that the services name. */
  readonly certificates: readonly CertificateFacts[]
}

/**
 * Combines the contents to one immutable snapshot. Equal services are included once. They are sorted by their content, so that their order does not depend
 * on the order or the paths of files.
 */
export function buildTrustSnapshot(contents: readonly TrustContent[]): TrustSnapshot {
  const certificates = new Map<CertificateId, CertificateFacts>()
  const sources = new Map<string, TrustSource>()
  const services = new Map<string, TrustService>()
  const described = contents.flatMap((content) =>
    content.services.map((service) => ({ service, text: canonicalService(service, content.sources) })),
  )
  described.sort((a, b) => compare(a.text, b.text) || compare(a.service.id, b.service.id))
  for (const { service, text } of described) if (!services.has(text)) services.set(text, service)
  for (const content of contents) {
    for (const source of content.sources) sources.set(source.id, source)
    for (const facts of content.certificates) certificates.set(facts.id, facts)
  }
  const used = [...new Set([...services.values()].flatMap((service) => service.certificates))].sort(compare)
  return deepFreeze({
    sources: [...sources.values()].sort((a, b) => compare(a.id, b.id)),
    services: [...services.values()],
    certificates: used.map((id) => {
      const facts = certificates.get(id)
      if (facts === undefined) throw new TypeError(`certificate ${id} of a trust service is missing`)
      return facts
    }),
  })
}

/**
 * The content of a service as canonical text; certificates are represented by their ids. For a service from settings the source is left out. For a service
 * from a trusted list it is included, because the list can expire.
 */
function canonicalService({ id, source, certificates, ...content }: TrustService, sources: readonly TrustSource[]): string {
  const listed = sources.some((known) => known.id === source && known.kind !== 'settings')
  return canonicalJson({ ...content, certificates: [...certificates].sort(compare), listed: listed ? [source, id] : null })
}

/** JSON with the members of each object sorted by name. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, inOrder(member)])
  return Object.fromEntries(members.sort(([a], [b]) => compare(a, b)))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
