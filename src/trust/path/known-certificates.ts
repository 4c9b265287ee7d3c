import type { CertificateFacts, CertificateId, Instant, SignatureFacts } from '#model'
import type { SignatureStatus } from '#readers/crypto'
import type { Certificate, DecodedCache } from '#readers/x509'
import { appendTo } from '#std'
import type { AnchorEntity, TrustIndex } from '../snapshot/trust-index.js'

/** The part of the signature facts that path building uses. */
type TokenFacts = Pick<SignatureFacts, 'certificates' | 'timeStamps' | 'revocations'>

/** The certificates available for one signature: its own and those of the snapshot. */
export class KnownCertificates {
  readonly index: TrustIndex
  readonly #cache: DecodedCache
  readonly #own = new Map<CertificateId, CertificateFacts>()
  readonly #ownBySubject = new Map<string, CertificateFacts[]>()
  readonly #added = new Map<CertificateId, CertificateFacts>()
  readonly #entities = new Map<CertificateId, AnchorEntity | null>()
  readonly #referenceTime: Instant | null

  constructor(facts: TokenFacts, index: TrustIndex, cache: DecodedCache) {
    this.index = index
    this.#cache = cache
    this.#referenceTime = earliestTokenTime(facts)
    for (const certificate of facts.certificates) {
      this.#own.set(certificate.id, certificate)
      appendTo(this.#ownBySubject, certificate.subject.canonical, certificate)
    }
  }

  /** Certificates of the signature, in order. */
  get own(): Iterable<CertificateFacts> {
    return this.#own.values()
  }

  /** Listed certificates that were passed to `use`, in that order. */
  get added(): Iterable<CertificateFacts> {
    return this.#added.values()
  }

  find(id: CertificateId): CertificateFacts | null {
    return this.#own.get(id) ?? this.#added.get(id) ?? null
  }

  ownNamed(subject: string): readonly CertificateFacts[] {
    return this.#ownBySubject.get(subject) ?? []
  }

  /** Records that the collected data refer to this certificate, so that its facts are included in them. */
  use(certificate: CertificateFacts): void {
    if (!this.#own.has(certificate.id)) this.#added.set(certificate.id, certificate)
  }

  /** The listed entity with the subject and key of a certificate; null when there is none. Each certificate is looked up once. */
  entityOf(certificate: CertificateFacts): AnchorEntity | null {
    const known = this.#entities.get(certificate.id)
    if (known !== undefined) return known
    const entity = this.index.entityOf(certificate)
    this.#entities.set(certificate.id, entity)
    return entity
  }

  decoded(certificate: CertificateFacts): Certificate {
    return this.#cache.certificateOf(certificate)
  }

  /** Whether the signature on a certificate verifies with the key of another one. */
  verifiedBy(certificate: CertificateFacts, issuer: CertificateFacts): SignatureStatus {
    return this.#cache.verifiedBy(this.decoded(certificate), this.decoded(issuer))
  }

  /** Caches for other documents that the signature on `listed` verifies with the key of `issuer`. */
  keepVerification(listed: CertificateFacts, issuer: CertificateFacts): void {
    this.#cache.keepVerification(this.decoded(listed), this.decoded(issuer))
  }

  /**
   * Certificates with this subject as candidate issuers: listed entities first, each represented by one of its certificates, then certificates of the
   * signature. A certificate of the signature with the subject and key of a listed entity is left out.
   */
  issuersNamed(subject: string): CertificateFacts[] {
    const candidates: CertificateFacts[] = []
    for (const entity of this.index.entitiesNamed(subject)) candidates.push(this.representative(entity))
    for (const certificate of this.ownNamed(subject)) {
      if (this.entityOf(certificate) === null) candidates.push(certificate)
    }
    return candidates
  }

  /**
   * The certificate that represents a listed entity in all paths of this signature. All certificates of the entity are trusted, so one with the widest path
   * length constraint is chosen. Among these it is the first one that was valid at the time of the signature's earliest token. This second choice is only for
   * display: the validity of a trust anchor has no effect (`decisions.md#listed-identity`).
   */
  representative(entity: AnchorEntity): CertificateFacts {
    const widest = Math.max(...entity.certificates.map(pathLengthOf))
    const [longest, ...others] = entity.certificates.filter((facts) => pathLengthOf(facts) === widest)
    if (longest === undefined) throw new TypeError('anchor without certificate')
    const time = this.#referenceTime
    if (others.length === 0 || time === null) return longest
    const valid = [longest, ...others].filter((facts) => facts.notBefore <= time && time <= facts.notAfter)
    return valid.reduce((first, facts) => (facts.notBefore < first.notBefore ? facts : first), valid[0] ?? longest)
  }
}

const pathLengthOf = ({ basicConstraints }: CertificateFacts): number => basicConstraints?.pathLength ?? Number.POSITIVE_INFINITY

function earliestTokenTime({ timeStamps, revocations }: TokenFacts): Instant | null {
  const ofResponses = revocations.flatMap((revocation) => (revocation.kind === 'ocsp' ? [revocation.producedAt] : []))
  return [...timeStamps.map(({ genTime }) => genTime), ...ofResponses].sort((a, b) => a - b)[0] ?? null
}
