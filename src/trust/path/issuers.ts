import { type BrokenLink, type CertificateFacts, type CertificateId, sameEntity } from '#model'
import type { SignatureStatus } from '#readers/crypto'
import type { KnownCertificates } from './known-certificates.js'
import { type PathLimits, WorkBudget } from './work-budget.js'

/** Finds the issuers of certificates: candidates by subject and key identifier, confirmed by the signature on the certificate. */
export class Issuers {
  readonly known: KnownCertificates
  /** Budget for all searches that use these issuers: paths, and signers of revocation data. */
  readonly budget: WorkBudget
  readonly #verified = new Map<CertificateId, readonly CertificateFacts[]>()
  readonly #brokenLinks: BrokenLink[] = []

  constructor(known: KnownCertificates, limits: PathLimits) {
    this.known = known
    this.budget = new WorkBudget(limits)
  }

  get brokenLinks(): readonly BrokenLink[] {
    return this.#brokenLinks
  }

  /** Certificates whose key verifies the signature on `certificate`, listed ones first. Empty when only the certificate itself does (self-signed). */
  of(certificate: CertificateFacts): readonly CertificateFacts[] {
    const known = this.#verified.get(certificate.id)
    if (known !== undefined) return known
    const issuers = this.#find(certificate)
    this.#verified.set(certificate.id, issuers)
    return issuers
  }

  #find(certificate: CertificateFacts): readonly CertificateFacts[] {
    // Excludes the certificate itself and other certificates of the same entity, which would verify a self-signed certificate.
    const candidates = this.known.issuersNamed(certificate.issuer.canonical).filter((candidate) => !sameEntity(candidate, certificate))
    const fits = (candidate: CertificateFacts): boolean => keyIdentifierFits(certificate.authorityKeyIdentifier, candidate)
    const expected = this.#verify(certificate, this.budget.cut(candidates.filter(fits)))
    if (expected.verified.length > 0) return expected.verified
    // RFC 5280, 4.2.1.1: the key identifier only helps to select candidates. Some issuers write wrong ones.
    const unexpected = this.#verify(certificate, this.budget.cut(candidates.filter((candidate) => !fits(candidate))))
    if (unexpected.verified.length > 0) return unexpected.verified
    // Only when no candidate verifies: otherwise an unrelated certificate added to the signature would look like a defect.
    for (const { candidate, signature } of expected.failed) {
      this.known.use(candidate)
      this.#brokenLinks.push({ certificate: certificate.id, issuer: candidate.id, signature })
    }
    return []
  }

  /** Splits the candidates by whether their key verifies the signature. Candidates with the same key share one check. Those beyond the budget are omitted. */
  #verify(certificate: CertificateFacts, candidates: readonly CertificateFacts[]): Checked {
    const verified: CertificateFacts[] = []
    const failed: FailedCandidate[] = []
    const byKey = new Map<string, SignatureStatus>()
    for (const candidate of candidates) {
      let signature = byKey.get(candidate.publicKey.id)
      if (signature === undefined) {
        if (!this.budget.takeSignatureCheck()) break
        signature = this.known.verifiedBy(certificate, candidate)
        byKey.set(candidate.publicKey.id, signature)
      }
      if (signature === 'intact') verified.push(candidate)
      else failed.push({ candidate, signature })
    }
    return { verified, failed }
  }
}

interface FailedCandidate {
  readonly candidate: CertificateFacts
  readonly signature: BrokenLink['signature']
}

interface Checked {
  readonly verified: readonly CertificateFacts[]
  readonly failed: readonly FailedCandidate[]
}

/** Whether a candidate issuer may have the key: false only when both key identifiers are present and differ. */
export function keyIdentifierFits(authorityKeyIdentifier: string | null, candidate: CertificateFacts): boolean {
  const subjectKeyIdentifier = candidate.subjectKeyIdentifier
  return authorityKeyIdentifier === null || subjectKeyIdentifier === null || authorityKeyIdentifier === subjectKeyIdentifier
}
