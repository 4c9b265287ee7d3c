import type { SignatureStatus } from '#crypto'
import { type CertificateFacts, type CertificateId, flatMap, type Instant, type SignatureFacts } from '#model'
import type { Certificate, DecodedCache } from '#x509'
import { append } from '../append.js'
import type { AnchorEntity, TrustIndex } from '../snapshot/trust-index.js'

/** What of a signature matters for paths. */
export type TokenFacts = Pick<SignatureFacts, 'certificates' | 'timeStamps' | 'revocations'>

/** The certificates that one signature can use: those that it brings and those that the snapshot lists. */
export class KnownCertificates {
  readonly index: TrustIndex
  readonly #cache: DecodedCache
  readonly #own = new Map<CertificateId, CertificateFacts>()
  readonly #ownBySubject = new Map<string, CertificateFacts[]>()
  readonly #added = new Map<CertificateId, CertificateFacts>()
  readonly #referenceTime: Instant | null

  constructor(facts: TokenFacts, index: TrustIndex, cache: DecodedCache) {
    this.index = index
    this.#cache = cache
    this.#referenceTime = earliestTokenTime(facts)
    for (const certificate of facts.certificates) {
      this.#own.set(certificate.id, certificate)
      append(this.#ownBySubject, certificate.subject.canonical, certificate)
    }
  }

  /** Certificates of the signature in their order. */
  get own(): Iterable<CertificateFacts> {
    return this.#own.values()
  }

  /** Listed certificates that something named with `use`, in that order. */
  get added(): Iterable<CertificateFacts> {
    return this.#added.values()
  }

  find(id: CertificateId): CertificateFacts | null {
    return this.#own.get(id) ?? this.#added.get(id) ?? null
  }

  ownNamed(subject: string): readonly CertificateFacts[] {
    return this.#ownBySubject.get(subject) ?? []
  }

  /** Notes that the collected data names this certificate, so that its facts go along. */
  use(certificate: CertificateFacts): void {
    if (!this.#own.has(certificate.id)) this.#added.set(certificate.id, certificate)
  }

  decoded(certificate: CertificateFacts): Certificate {
    return this.#cache.certificateById(certificate.id) ?? this.#cache.certificate(Buffer.from(certificate.encoded, 'base64'))
  }

  /** Whether the signature on a certificate verifies with the key of another one. */
  verifiedBy(certificate: CertificateFacts, issuer: CertificateFacts): SignatureStatus {
    return this.#cache.verifiedBy(this.decoded(certificate), this.decoded(issuer))
  }

  /** Keeps for other documents that it does. */
  keepVerification(listed: CertificateFacts, issuer: CertificateFacts): void {
    this.#cache.keepVerification(this.decoded(listed), this.decoded(issuer))
  }

  /**
   * Certificates that may have issued something under this name: listed entities first, each by one of its certificates, then those of the
   * signature. A certificate of the signature that has subject and key of a listed one adds nothing and is left out.
   */
  issuersNamed(subject: string): CertificateFacts[] {
    const candidates: CertificateFacts[] = []
    for (const entity of this.index.entitiesNamed(subject)) candidates.push(this.representative(entity))
    for (const certificate of this.ownNamed(subject)) {
      if (this.index.entityOf(certificate) === null) candidates.push(certificate)
    }
    return candidates
  }

  /**
   * The certificate that stands for a listed entity in all paths of this signature. Each of them is trusted, so what one allows is allowed: it is one with the widest
   * path length. Of these it is the first one that was valid when the signature's earliest token was made, a choice for the reader of the report: an anchor's own
   * validity decides nothing (docs/decisions.md#listed-identity).
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
  const ofResponses = flatMap(revocations, (revocation) => (revocation.kind === 'ocsp' ? [revocation.producedAt] : []))
  return [...timeStamps.map(({ genTime }) => genTime), ...ofResponses].sort((a, b) => a - b)[0] ?? null
}
