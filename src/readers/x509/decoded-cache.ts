import type { CertificateFacts } from '#model'
import { digestHex, type SignatureStatus } from '#readers/crypto'
import type { CacheAcrossDocuments } from './cache-across-documents.js'
import { type Certificate, readCertificate } from './certificate.js'
import { type Crl, readCrl, type SignedList } from './crl.js'
import type { X509Limits } from './encoding-rules.js'
import { type BasicOcspResponse, type OcspResponse, readOcspResponse } from './ocsp-response.js'
import { verifyIssuedSignature } from './verify.js'

/**
 * Cache of the certificates and OCSP responses of one document, each decoded once, of its lists, and of the results of checks of signatures on all of them. It
 * exists as long as the validation of the document. What is in `CacheAcrossDocuments` is used as well, and what leads to a trust anchor is added to it.
 */
export interface DecodedCache {
  /** Throws `Asn1Error` like `readCertificate`; errors are not cached. */
  readonly certificate: (der: Uint8Array) => Certificate
  ocspResponse(der: Uint8Array): OcspResponse
  /** The certificate that has these facts. It is decoded again when it was neither read for this document nor kept. */
  certificateOf(facts: CertificateFacts): Certificate
  ocspResponseOf(facts: BasicOcspResponse['facts']): OcspResponse
  /** Reads a list, with its SHA-256 as the id, for the entries with these serial numbers. Throws `Asn1Error` like `readCrl`. */
  crl(list: Pick<Crl['facts'], 'id' | 'encoded'>, serialNumbers: ReadonlySet<string>): Crl
  /** What the issuer of the list with these facts signed, for the check of its signature. */
  signedList(facts: Crl['facts']): SignedList
  /** The result of `verifyIssuedSignature`, cached by what is signed and the key of the signer. */
  verifiedBy(signed: Certificate | BasicOcspResponse | SignedList, signer: Certificate): SignatureStatus
  /**
   * Keeps for other documents the certificates of a path that ends at a trust anchor, starting with the end entity, and the cached results for their
   * signatures.
   */
  keepPath(ids: readonly string[]): void
  /**
   * Keeps for other documents that the signature on a listed certificate verifies with the key of `issuer`; `issuer` itself is not kept: it may occur only
   * here.
   */
  keepVerification(listed: Certificate, issuer: Certificate): void
  /**
   * Keeps for other documents a response whose signer is on a path to a trust anchor; of a list, which may have millions of octets, only the cached result for
   * its signature.
   */
  keepRevocation(id: string, signer: string): void
}

interface DecodedCacheOptions {
  readonly limits: X509Limits
  /** Structures kept across documents; null for none. */
  readonly kept: CacheAcrossDocuments | null
}

/** An empty cache for the validation of one document. */
export function createDecodedCache({ limits, kept }: DecodedCacheOptions): DecodedCache {
  const certificates = new Map<string, Certificate>()
  const responses = new Map<string, OcspResponse>()
  const lists = new Map<string, Crl>()
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
  const ocspResponse = (der: Uint8Array): OcspResponse => {
    const id = digestHex(der)
    const found = ocspResponseById(id) ?? readOcspResponse(ownCopy(der), limits, certificate)
    responses.set(id, found)
    if (found.kind === 'basic') for (const inside of found.certificates) certificates.set(inside.facts.id, inside)
    return found
  }
  const crl = ({ id, encoded }: Pick<Crl['facts'], 'id' | 'encoded'>, serialNumbers: ReadonlySet<string>): Crl => {
    const known = lists.get(id)
    // The signers of a message share its lists: five hundred of them must not each read twenty megabytes.
    if (known !== undefined && isSame(known.facts.serialNumbers, serialNumbers)) return known
    const read = readCrl(encoded, limits, serialNumbers, id)
    lists.set(id, read)
    return read
  }
  return {
    certificate,
    ocspResponse,
    certificateOf: ({ id, encoded }) => certificateById(id) ?? certificate(encoded),
    ocspResponseOf: ({ id, encoded }) => ocspResponseById(id) ?? ocspResponse(encoded),
    crl,
    signedList: (list) => lists.get(list.id) ?? crl(list, new Set()),
    verifiedBy(signed, signer) {
      const link = linkOf(signed.facts.id, signer)
      const status = verification(link) ?? verifyIssuedSignature(signed, signer)
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
        if (issuer != null) keepLink(linkOf(found.facts.id, issuer))
      }
    },
    keepVerification(listed, issuer) {
      const link = linkOf(listed.facts.id, issuer)
      if (verifications.get(link) === 'intact') keepLink(link)
    },
    keepRevocation(id, signer) {
      const response = ocspResponseById(id)
      if (response?.kind === 'basic') kept?.keepOcspResponse(response)
      const certificateOfSigner = lists.has(id) ? certificateById(signer) : null
      if (certificateOfSigner !== null) keepLink(linkOf(id, certificateOfSigner))
    },
  }
}

function isSame(numbers: readonly string[], others: ReadonlySet<string>): boolean {
  return numbers.length === others.size && numbers.every((number) => others.has(number))
}

const linkOf = (signed: string, signer: Certificate): string => `${signed}:${signer.facts.publicKey.id}`

/** A copy in memory of its own: a slice would hold the whole document, or Node's pool of small buffers, in memory, and would change with the caller's bytes. */
function ownCopy(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}
