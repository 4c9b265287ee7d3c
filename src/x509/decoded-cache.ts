import { digestHex, type SignatureStatus } from '#crypto'
import { type Certificate, readCertificate } from './certificate.js'
import type { X509Limits } from './encoding-rules.js'
import { type OcspResponse, readOcspResponse } from './ocsp-response.js'
import { verifyCertificateSignature } from './verify.js'

/**
 * Certificates and responses that were read before, by SHA-256 of their encoding, and results of certificate signature checks. One for each worker
 * thread, shared by its requests: the same authorities, responders and time-stamping units come again and again. What is kept depends on the
 * octets alone, so a request cannot change what another one sees.
 */
export interface DecodedCache {
  /** Throws `Asn1Error` like the reader; what cannot be read is not kept. */
  certificate(der: Uint8Array): Certificate
  ocspResponse(der: Uint8Array): OcspResponse
  /** By SHA-256 of the encoding, lower-case hex; null when it is not at hand (any more). */
  certificateById(id: string): Certificate | null
  ocspResponseById(id: string): OcspResponse | null
  /** `verifyCertificateSignature`, remembered by certificate and issuer key. */
  verifiedBy(certificate: Certificate, issuer: Certificate): SignatureStatus
}

export interface DecodedCacheOptions {
  readonly limits: X509Limits
  /** Certificates kept, and as many results of signature checks. */
  readonly maxCertificates: number
  readonly maxRevocations: number
}

export function createDecodedCache(options: DecodedCacheOptions): DecodedCache {
  const { limits } = options
  const certificates = new RecentlyUsed<Certificate>(options.maxCertificates)
  const responses = new RecentlyUsed<OcspResponse>(options.maxRevocations)
  const results = new RecentlyUsed<SignatureStatus>(options.maxCertificates)

  // A copy is read, because what is kept must not hold the whole document of which it is a slice, nor change when the caller reuses its bytes.
  const certificate = (der: Uint8Array): Certificate => {
    const id = digestHex(der)
    return certificates.get(id) ?? certificates.add(id, readCertificate(Buffer.from(der), limits))
  }
  return {
    certificate,
    ocspResponse(der) {
      const id = digestHex(der)
      return responses.get(id) ?? responses.add(id, readOcspResponse(Buffer.from(der), limits, certificate))
    },
    certificateById: (id) => certificates.get(id),
    ocspResponseById: (id) => responses.get(id),
    verifiedBy(signed, issuer) {
      const key = `${signed.facts.id}:${issuer.facts.publicKey.id}`
      return results.get(key) ?? results.add(key, verifyCertificateSignature(signed, issuer))
    },
  }
}

/** A map that forgets what was used longest ago. */
class RecentlyUsed<T> {
  private readonly entries = new Map<string, T>()
  private readonly capacity: number

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get(key: string): T | null {
    const value = this.entries.get(key)
    if (value === undefined) return null
    this.entries.delete(key)
    this.entries.set(key, value)
    return value
  }

  add(key: string, value: T): T {
    this.entries.set(key, value)
    if (this.entries.size > this.capacity) {
      const oldest = this.entries.keys().next()
      if (oldest.done !== true) this.entries.delete(oldest.value)
    }
    return value
  }
}
