import { digestHex, type SignatureStatus } from '#crypto'
import { type Certificate, readCertificate } from './certificate.js'
import type { X509Limits } from './encoding-rules.js'
import type { KeptStructures } from './kept-structures.js'
import { type OcspResponse, readOcspResponse } from './ocsp-response.js'
import { verifyIssuedSignature } from './verify.js'

/**
 * The certificates and OCSP responses of one document, each decoded once, with the results of certificate signature checks. Lives as long as the
 * validation of the document. Looks in `KeptStructures` first, and hands over to it what lies on a path to an anchor.
 */
export interface DecodedCache {
  /** Throws `Asn1Error` as the reader does; what cannot be read is not kept. */
  readonly certificate: (der: Uint8Array) => Certificate
  ocspResponse(der: Uint8Array): OcspResponse
  /** By SHA-256 of the encoding, lower-case hex; null when this document has not shown it yet. */
  certificateById(id: string): Certificate | null
  ocspResponseById(id: string): OcspResponse | null
  /** `verifyIssuedSignature`, remembered by certificate and issuer key. */
  verifiedBy(certificate: Certificate, issuer: Certificate): SignatureStatus
  /** Keeps the certificates of a path that ends at an anchor, from the certificate up, and what is known of their signatures. */
  keepPath(ids: readonly string[]): void
  /** Keeps that the signature on a listed certificate verifies with the key of another one; not the other one itself, which may be of one document only. */
  keepVerification(listed: Certificate, issuer: Certificate): void
  /** Keeps a response whose signer stands on such a path. */
  keepOcspResponse(id: string): void
}

export interface DecodedCacheOptions {
  readonly limits: X509Limits
  /** Null: nothing is kept across documents. */
  readonly kept: KeptStructures | null
}

/** An empty cache for the validation of one document. */
export function createDecodedCache({ limits, kept }: DecodedCacheOptions): DecodedCache {
  const certificates = new Map<string, Certificate>()
  const responses = new Map<string, OcspResponse>()
  const verifications = new Map<string, SignatureStatus>()

  const certificateById = (id: string): Certificate | null => certificates.get(id) ?? kept?.certificate(id) ?? null
  const ocspResponseById = (id: string): OcspResponse | null => responses.get(id) ?? kept?.ocspResponse(id) ?? null
  const verification = (link: string): SignatureStatus | null => verifications.get(link) ?? kept?.verification(link) ?? null
  const keepLink = (link: string): void => {
    const status = verifications.get(link)
    if (status !== undefined && kept?.verification(link) === null) kept.keepVerification(link, status)
  }
  const certificate = (der: Uint8Array): Certificate => {
    const id = digestHex(der)
    const found = certificateById(id) ?? readCertificate(ownCopy(der), limits)
    certificates.set(id, found)
    return found
  }
  return {
    certificate,
    ocspResponse(der) {
      const id = digestHex(der)
      const found = ocspResponseById(id) ?? readOcspResponse(ownCopy(der), limits, certificate)
      responses.set(id, found)
      if (found.kind === 'basic') for (const inside of found.certificates) certificates.set(inside.facts.id, inside)
      return found
    },
    certificateById,
    ocspResponseById,
    verifiedBy(signed, issuer) {
      const link = linkOf(signed, issuer)
      const status = verification(link) ?? verifyIssuedSignature(signed, issuer)
      verifications.set(link, status)
      return status
    },
    keepPath(ids) {
      if (kept === null) return
      const path = ids.map(certificateById)
      for (const [position, found] of path.entries()) {
        if (found === null) continue
        kept.keepCertificate(found)
        const issuer = path[position + 1]
        if (issuer != null) keepLink(linkOf(found, issuer))
      }
    },
    keepVerification(listed, issuer) {
      const link = linkOf(listed, issuer)
      if (verifications.get(link) === 'intact') keepLink(link)
    },
    keepOcspResponse(id) {
      const response = ocspResponseById(id)
      if (response?.kind === 'basic') kept?.keepOcspResponse(response)
    },
  }
}

const linkOf = (signed: Certificate, issuer: Certificate): string => `${signed.facts.id}:${issuer.facts.publicKey.id}`

/** A copy in memory of its own: a slice would keep the whole document, or Node's pool of small buffers, in memory, and would change with the caller's bytes. */
function ownCopy(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}
