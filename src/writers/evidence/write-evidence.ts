import type {
  AnchorService,
  CertificateFacts,
  CertificateId,
  DocumentReport,
  DocumentType,
  Instant,
  PolicyName,
  SignatureReport,
  TrustService,
  TrustSource,
} from '#model'
import { type DetailedReport, writeDetailedReport } from '#writers/detailed'
import { leavingOut } from '../left-out.js'

/** The trust that a verdict rested on: the services behind the signatures, with the lists that name them. */
export interface EvidenceTrust {
  readonly sources: readonly TrustSource[]
  readonly services: readonly TrustService[]
  /** DER in base64 of each certificate of the services. */
  readonly certificates: readonly string[]
  /** Whether the snapshot had other services as well. Without any service a verdict says so. */
  readonly others: boolean
}

/** Everything that is needed to repeat a verdict, besides the document. */
export interface Evidence {
  readonly document: { readonly digest: string; readonly name: string; readonly type: DocumentType }
  readonly policy: PolicyName
  readonly validationTime: Instant
  readonly validator: string
  /** SHA-256 of the whole trust snapshot, lower-case hex. */
  readonly trustSnapshot: string
  readonly trust: EvidenceTrust
  /** Whether a signature rests on the trust of an X-Road instance, which the evidence does not hold. */
  readonly needsInstance: boolean
  /** Whether time-stamps of the container count, which the evidence does not hold. */
  readonly needsTokens: boolean
  readonly report: DetailedReport
}

type Used = 'document' | 'policy' | 'ownPolicy' | 'validationTime' | 'trust' | 'signatures' | 'timeStampTokens'

/** Members of the report that the repeated validation finds again. */
export const leftOutOfReport = leavingOut<DocumentReport, Used>()(['findings', 'filesLeftOut', 'nested'])

export function writeEvidence(report: Pick<DocumentReport, Used>, validator: string): Evidence {
  const { document, policy, validationTime, trust, signatures, timeStampTokens } = report
  const { digest, name, type } = document
  return {
    document: { digest, name, type },
    policy,
    validationTime,
    validator,
    trustSnapshot: trust.digest,
    trust: trustOf(signatures, trust.sources),
    needsInstance: signatures.some(({ evidence }) => evidence !== null && evidence.data.domain !== null),
    needsTokens: timeStampTokens.length > 0,
    report: writeDetailedReport(report),
  }
}

function trustOf(signatures: readonly SignatureReport[], known: readonly TrustSource[]): EvidenceTrust {
  const services = new Map<string, { readonly service: AnchorService; readonly certificates: Set<CertificateId> }>()
  const certificates = new Map<CertificateId, CertificateFacts>()
  let others = false
  for (const { evidence } of signatures) {
    if (evidence === null) continue
    const { data } = evidence
    others ||= !data.withoutAnchors
    const found = new Map([...data.certificates, ...data.ascent.certificates].map((each) => [each.id, each]))
    for (const anchor of [...data.anchors, ...data.ascent.anchors]) {
      const certificate = found.get(anchor.certificate)
      if (certificate === undefined) continue
      certificates.set(certificate.id, certificate)
      for (const service of anchor.services) {
        const entry = services.get(service.service) ?? { service, certificates: new Set<CertificateId>() }
        services.set(service.service, entry)
        entry.certificates.add(certificate.id)
      }
    }
  }
  const written = [...services.values()].map(({ service: { service, ...content }, certificates: ids }) => ({
    ...content,
    id: service,
    certificates: [...ids].toSorted(),
  }))
  return {
    sources: sourcesOf(written, known),
    services: written.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    certificates: [...certificates.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ encoded }) => encoded),
    others,
  }
}

/** The lists and settings files that name the services, and the lists of lists above them. */
function sourcesOf(services: readonly TrustService[], known: readonly TrustSource[]): readonly TrustSource[] {
  const named = new Set(services.map(({ source }) => source))
  const above = new Set(known.flatMap((each) => (each.kind !== 'settings' && named.has(each.id) ? [each.facts.listOfLists] : [])))
  return known.filter(({ id }) => named.has(id) || above.has(id))
}
