import {
  type AnchorService,
  type CertificateFacts,
  type CrlFacts,
  isExemptFromRevocation,
  type OcspFacts,
  type RevocationFacts,
  type RevocationSigner,
  roleOfService,
} from '#model'
import { digestAlgorithmOfOid, digestAsHex } from '#readers/crypto'
import type { BasicOcspResponse, SignedList } from '#readers/x509'
import { appendTo } from '#std'
import type { TrustContext } from '../collect-validation-data.js'
import { keyIdentifierFits } from '../path/issuers.js'
import type { KnownCertificates } from '../path/known-certificates.js'
import type { ProspectivePaths } from '../path/prospective-paths.js'
import type { AnchorEntity } from '../snapshot/trust-index.js'

/** Certificates of one key that the policy evaluates for each response or CRL. Real documents have at most two. */
const MAX_OF_ONE_KEY = 3

/** Finds the signers of the OCSP responses and CRLs of one signature: every certificate that matches the responder id or issuer is tried until one verifies. */
export class RevocationSigners {
  readonly #known: KnownCertificates
  readonly #paths: ProspectivePaths
  readonly #context: TrustContext
  #ownByKeyHash: ReadonlyMap<string, readonly CertificateFacts[]> | null = null

  constructor(paths: ProspectivePaths, context: TrustContext) {
    this.#known = paths.issuers.known
    this.#paths = paths
    this.#context = context
  }

  of(revocation: RevocationFacts): { readonly result: RevocationSigner; readonly certificates: readonly CertificateFacts[] } {
    const candidates = revocation.kind === 'ocsp' ? this.#designatedByOcsp(revocation) : this.#designatedByCrl(revocation)
    const { signature, keys } = this.#verify(revocation, candidates)
    const certificates = signature === 'intact' ? this.#inOrderOfPriority(keys, revocation) : []
    for (const certificate of certificates) this.#known.use(certificate)
    const [signer = null, ...others] = certificates.map(({ id }) => id)
    return { result: { revocation: revocation.id, signer, ...(others.length > 0 ? { others } : {}), signature }, certificates }
  }

  /** Candidates by the responder id, a name or the SHA-1 of the key (RFC 6960, 4.2.2.3): listed ones first, then those in the response, then all others. */
  #designatedByOcsp(ocsp: OcspFacts): readonly CertificateFacts[] {
    const inside = new Set(ocsp.certificates)
    const { responderId: id } = ocsp
    const own = 'byName' in id ? this.#known.ownNamed(id.byName.canonical) : this.#ownWithKeyHash(id.byKeyHash)
    const listed = 'byName' in id ? this.#listedNamed(id.byName.canonical) : this.#listedWithKey(own, id.byKeyHash)
    return [...listed, ...own.filter((facts) => inside.has(facts.id)), ...own.filter((facts) => !inside.has(facts.id))]
  }

  /** Candidates by issuer name and key identifier (RFC 5280, 5.1.2.3 and 5.2.1). The reader reports indirect CRLs, so here the issuer is the signer. */
  #designatedByCrl(crl: CrlFacts): readonly CertificateFacts[] {
    const candidates = [...this.#listedNamed(crl.issuer.canonical), ...this.#known.ownNamed(crl.issuer.canonical)]
    const fits = (candidate: CertificateFacts): boolean => keyIdentifierFits(crl.authorityKeyIdentifier, candidate)
    return [...candidates.filter(fits), ...candidates.filter((candidate) => !fits(candidate))]
  }

  #listedNamed(subject: string): readonly CertificateFacts[] {
    return this.#known.index.entitiesNamed(subject).flatMap((entity) => entity.certificates)
  }

  /** Listed certificates with this key hash: those of the entities of `own`; when `own` is empty, the whole snapshot is searched. */
  #listedWithKey(own: readonly CertificateFacts[], keyHash: string): readonly CertificateFacts[] {
    const entities =
      own.length === 0
        ? this.#known.index.entitiesWithKeyHash(keyHash)
        : new Set(own.map((facts) => this.#known.entityOf(facts)).filter((entity) => entity !== null))
    return [...entities].flatMap((entity) => entity.certificates)
  }

  #ownWithKeyHash(keyHash: string): readonly CertificateFacts[] {
    this.#ownByKeyHash ??= this.#hashOwnKeys()
    return this.#ownByKeyHash.get(keyHash) ?? []
  }

  #hashOwnKeys(): ReadonlyMap<string, readonly CertificateFacts[]> {
    const byHash = new Map<string, CertificateFacts[]>()
    for (const facts of this.#known.own) {
      const hash = digestAsHex('SHA1', this.#known.decoded(facts).subjectPublicKeyBits)
      if (hash !== null) appendTo(byHash, hash, facts)
    }
    return byHash
  }

  /** Tries the keys of the candidates, each once; the first key that verifies ends the search. */
  #verify(
    revocation: RevocationFacts,
    candidates: readonly CertificateFacts[],
  ): { signature: RevocationSigner['signature']; keys: readonly CertificateFacts[] } {
    const byKey = new Map<string, CertificateFacts[]>()
    for (const candidate of candidates) appendTo(byKey, candidate.publicKey.id, candidate)
    if (byKey.size === 0) return { signature: 'no-certificate', keys: [] }
    const { budget } = this.#paths.issuers
    const datum = this.#decoded(revocation)
    let signature: RevocationSigner['signature'] = 'no-certificate'
    for (const same of budget.cut([...byKey.values()])) {
      const [first] = same
      if (datum === null || first === undefined || !budget.takeSignatureCheck()) break
      const status = this.#context.cache.verifiedBy(datum, this.#known.decoded(first))
      if (status === 'intact') return { signature: 'intact', keys: same }
      if (signature !== 'mismatch') signature = status
    }
    return { signature, keys: [] }
  }

  #decoded(revocation: RevocationFacts): BasicOcspResponse | SignedList | null {
    const { cache } = this.#context
    if (revocation.kind === 'crl') return cache.signedList(revocation)
    const response = cache.ocspResponseOf(revocation)
    return response.kind === 'basic' ? response : null
  }

  /**
   * Sorts the certificates of the key that signed: responders are renewed with the same key (TEST of SK OCSP RESPONDER 2011), authorities change their name, and
   * a document may contain another certificate of that key. In order of priority: a path to a trust anchor; a listed responder, or an authority that a CertID of
   * the response identifies, or one issued by it; validity at that time; no need for revocation data about it (listed, or id-pkix-ocsp-nocheck); the
   * representative of its listed entity. After the first one, those without a path to a trust anchor are left out, because they can never be accepted, and
   * those of a listed entity that is already among them, because all its certificates are trusted alike.
   */
  #inOrderOfPriority(candidates: readonly CertificateFacts[], revocation: RevocationFacts): readonly CertificateFacts[] {
    if (candidates.length < 2) return candidates
    const time = revocation.kind === 'ocsp' ? revocation.producedAt : revocation.thisUpdate
    const ofAuthority = revocation.kind === 'ocsp' ? this.#ofAuthorities(revocation) : () => true
    const ranked = candidates.map((facts) => {
      const entity = this.#known.entityOf(facts)
      const anchored = entity !== null || this.#paths.anchored(facts)
      const valid = facts.notBefore <= time && time <= facts.notAfter
      const named = entity !== null && this.#known.representative(entity).id === facts.id
      const mayAnswer = entity?.services.some(isResponder) === true || ofAuthority(facts)
      const exempt = entity !== null || isExemptFromRevocation(facts)
      const rank = (anchored ? 16 : 0) + (mayAnswer ? 8 : 0) + (valid ? 4 : 0) + (exempt ? 2 : 0) + (named ? 1 : 0)
      return { facts, entity, anchored, rank }
    })
    const seen = new Set<AnchorEntity>()
    const useful = ranked
      .toSorted((a, b) => b.rank - a.rank)
      .filter(({ entity, anchored }, index) => {
        const again = entity !== null && seen.has(entity)
        if (entity !== null) seen.add(entity)
        return index === 0 || (anchored && !again)
      })
    return useful.slice(0, MAX_OF_ONE_KEY).map(({ facts }) => facts)
  }

  /** Predicate: whether a CertID of the response identifies the subject of a certificate (the authority itself) or its issuer (a delegated responder). */
  #ofAuthorities({ responses }: OcspFacts): (facts: CertificateFacts) => boolean {
    const named = new Set(responses.map(({ certId }) => `${certId.hashAlgorithm} ${certId.issuerNameHash}`))
    const identifiers = new Set(responses.map(({ certId }) => certId.hashAlgorithm))
    return (facts) => {
      const { subjectDer, issuerDer } = this.#known.decoded(facts)
      return [...identifiers].some((identifier) => {
        const algorithm = digestAlgorithmOfOid(identifier)
        const hashes = algorithm === null ? [] : [subjectDer, issuerDer].map((name) => digestAsHex(algorithm, name))
        return hashes.some((hash) => hash !== null && named.has(`${identifier} ${hash}`))
      })
    }
  }
}

function isResponder({ periods }: AnchorService): boolean {
  return periods.some(({ type }) => roleOfService(type) === 'ocsp')
}
