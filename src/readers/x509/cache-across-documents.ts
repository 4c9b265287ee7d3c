import type { SignatureStatus } from '#readers/crypto'
import { BoundedCache, type CacheBounds } from '#std'
import type { Certificate } from './certificate.js'
import type { BasicOcspResponse } from './ocsp-response.js'

/** Bounds of the caches in `CacheAcrossDocuments`. */
export interface AcrossDocumentsBounds {
  readonly certificates: CacheBounds
  readonly responses: CacheBounds
  readonly verifications: CacheBounds
}

/**
 * Cache across documents: certificates and OCSP responses on paths to a trust anchor, by the SHA-256 of their encoding, and results of checks of the signatures
 * on certificates and CRLs. Each worker thread has its own, because the same authorities, responders and time-stamping units recur in most documents. A cached value depends only
 * on its octets, so a request cannot change the result of another request. Certificates that no trusted authority issued are never cached, so a hostile
 * document cannot fill the cache.
 */
export class CacheAcrossDocuments {
  readonly #certificates: BoundedCache<Certificate>
  readonly #responses: BoundedCache<BasicOcspResponse>
  readonly #verifications: BoundedCache<SignatureStatus>

  constructor(bounds: AcrossDocumentsBounds) {
    this.#certificates = new BoundedCache(bounds.certificates)
    this.#responses = new BoundedCache(bounds.responses)
    this.#verifications = new BoundedCache(bounds.verifications)
  }

  /** Estimated octets of all cached values. */
  get bytes(): number {
    return this.#certificates.bytes + this.#responses.bytes + this.#verifications.bytes
  }

  certificate(id: string): Certificate | null {
    return this.#certificates.get(id)
  }

  ocspResponse(id: string): BasicOcspResponse | null {
    return this.#responses.get(id)
  }

  verification(link: string): SignatureStatus | null {
    return this.#verifications.get(link)
  }

  keepCertificate(certificate: Certificate): void {
    const { id } = certificate.facts
    if (!this.#certificates.has(id)) this.#certificates.add(id, certificate, weightOf(certificate))
  }

  keepOcspResponse(response: BasicOcspResponse): void {
    const { id } = response.facts
    if (this.#responses.has(id)) return
    const inside = response.certificates.length + response.unreadableCertificates.length
    this.#responses.add(id, response, weightOf(response) + inside * OBJECT_BYTES)
  }

  keepVerification(link: string, status: SignatureStatus): void {
    this.#verifications.add(link, status, 0)
  }
}

/** The objects that a decoded structure has besides what its encoding contains: slices, the error of one that cannot be read. */
const OBJECT_BYTES = 2_000

/**
 * Octets of memory of a decoded structure for each octet of its encoding, an upper bound. By measurement 4 for ordinary certificates, and 9 for certificates and
 * responses that consist of the smallest possible parts.
 */
const DECODED_FACTOR = 10

function weightOf({ facts }: Certificate | BasicOcspResponse): number {
  return OBJECT_BYTES + DECODED_FACTOR * facts.encoded.length
}
