import { type CertificateFacts, type CertificateId, type PathLink, sameEntity } from '#model'
import type { KnownCertificates } from './known-certificates.js'
import { type PathLimits, WorkBudget } from './work-budget.js'

/** Finds the issuers of certificates: named by subject and key identifier, confirmed by the signature on the certificate. */
export class Issuers {
  readonly known: KnownCertificates
  /** Of everything that is searched with these issuers: paths, and signers of revocation data. */
  readonly budget: WorkBudget
  readonly #verified = new Map<CertificateId, readonly CertificateFacts[]>()
  readonly #brokenLinks: PathLink[] = []

  constructor(known: KnownCertificates, limits: PathLimits) {
    this.known = known
    this.budget = new WorkBudget(limits)
  }

  get brokenLinks(): readonly PathLink[] {
    return this.#brokenLinks
  }

  /** Certificates with whose key the signature on `certificate` verifies; listed ones first. Empty for one that is only signed by itself. */
  of(certificate: CertificateFacts): readonly CertificateFacts[] {
    const known = this.#verified.get(certificate.id)
    if (known !== undefined) return known
    const issuers = this.#find(certificate)
    this.#verified.set(certificate.id, issuers)
    return issuers
  }

  #find(certificate: CertificateFacts): readonly CertificateFacts[] {
    // Another certificate of the same entity would verify a self-signed one without telling anything new.
    const candidates = this.known.issuersNamed(certificate.issuer.canonical).filter((candidate) => !sameEntity(candidate, certificate))
    const fits = (candidate: CertificateFacts): boolean => keyIdentifierFits(certificate.authorityKeyIdentifier, candidate)
    const expected = this.#verify(certificate, this.budget.cut(candidates.filter(fits)))
    if (expected.verified.length > 0) return expected.verified
    // RFC 5280, 4.2.1.1: the identifier helps to choose and proves nothing. Some issuers write wrong ones.
    const unexpected = this.#verify(certificate, this.budget.cut(candidates.filter((candidate) => !fits(candidate))))
    if (unexpected.verified.length > 0) return unexpected.verified
    // Only where nothing verifies: otherwise an unrelated certificate placed beside the right one would look like a defect.
    for (const candidate of expected.failed) {
      this.known.use(candidate)
      this.#brokenLinks.push({ certificate: certificate.id, issuer: candidate.id })
    }
    return []
  }

  /** Splits the candidates by what their key says; certificates of one key share one check. Without budget a candidate is in neither part. */
  #verify(certificate: CertificateFacts, candidates: readonly CertificateFacts[]): Checked {
    const verified: CertificateFacts[] = []
    const failed: CertificateFacts[] = []
    const byKey = new Map<string, CertificateFacts[]>()
    for (const candidate of candidates) {
      let part = byKey.get(candidate.publicKey.id)
      if (part === undefined) {
        if (!this.budget.takeSignatureCheck()) break
        const status = this.known.verifiedBy(certificate, candidate)
        part = status === 'intact' ? verified : failed
        byKey.set(candidate.publicKey.id, part)
      }
      part.push(candidate)
    }
    return { verified, failed }
  }
}

interface Checked {
  readonly verified: readonly CertificateFacts[]
  readonly failed: readonly CertificateFacts[]
}

/** False only when both sides name a key and the names differ. */
export function keyIdentifierFits(authorityKeyIdentifier: string | null, candidate: CertificateFacts): boolean {
  const subjectKeyIdentifier = candidate.subjectKeyIdentifier
  return authorityKeyIdentifier === null || subjectKeyIdentifier === null || authorityKeyIdentifier === subjectKeyIdentifier
}
