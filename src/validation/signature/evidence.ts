import type { CertificateId, OcspFacts, RevocationFacts, RevocationId, RevocationOrigin, UnreadableRevocation } from '#model'
import { digestHex } from '#readers/crypto'
import { Asn1Error, type Certificate, type OcspResponse, orAsn1Error, withoutBlanksBehind } from '#readers/x509'
import type { SignatureContext } from './signature-context.js'
import { signatureLimit } from './signature-limit-error.js'

/** The part of the signature that a certificate comes from. */
export type CertificatePlace =
  | 'key-info'
  | 'certificate-values'
  | 'attribute-certificate-values'
  | 'time-stamp-validation-data'
  | 'time-stamp-token'
  | 'ocsp-response'
  | 'cms-signed-data'
  | 'dss-dictionary'

/** Certificates and revocation data in a property or a token. A time-stamp over the property or token proves that they existed. */
export interface HeldEvidence {
  readonly certificates: readonly CertificateId[]
  readonly revocations: readonly RevocationId[]
}

/** Joins the evidence of several properties or tokens. */
export function joinHeld(parts: readonly HeldEvidence[]): HeldEvidence {
  return { certificates: parts.flatMap((part) => part.certificates), revocations: parts.flatMap((part) => part.revocations) }
}

/** White space and zeros behind the encoding of a certificate, a response, a list or a token. They are not part of it, and no signature on it covers them. */
interface BlanksBehind {
  readonly aKind: 'certificate' | 'ocsp' | 'crl' | 'time-stamp'
  readonly place: CertificatePlace | RevocationOrigin
  readonly octets: number
}

const nothing: HeldEvidence = { certificates: [], revocations: [] }

type Entry =
  | { readonly kind: 'ocsp'; readonly origin: RevocationOrigin; readonly response: Extract<OcspResponse, { kind: 'basic' }> }
  | { readonly kind: 'crl'; readonly origin: RevocationOrigin; readonly der: Buffer }

/**
 * Collects the certificates and revocation data of one signature, each once, in the order in which they are added, while the signature is
 * read. Data that cannot be decoded are listed as unreadable. The methods that add data throw `ReaderError` with `limit` when a bound is reached.
 */
export class Evidence {
  readonly #context: SignatureContext
  readonly #certificates = new Map<CertificateId, Certificate>()
  readonly #places = new Map<CertificateId, CertificatePlace>()
  readonly #revocations = new Map<RevocationId, Entry>()
  readonly #unreadableCertificates: { place: CertificatePlace; problem: string }[] = []
  readonly #unreadableRevocations: UnreadableRevocation[] = []
  readonly #blanks: BlanksBehind[] = []
  #certificateCount = 0
  #revocationCount = 0

  constructor(context: SignatureContext) {
    this.#context = context
  }

  get certificates(): readonly Certificate[] {
    return [...this.#certificates.values()]
  }

  get unreadableCertificates(): readonly { readonly place: CertificatePlace; readonly problem: string }[] {
    return this.#unreadableCertificates
  }

  /** Where a certificate was first found; null when it was not added. */
  placeOf(id: CertificateId): CertificatePlace | null {
    return this.#places.get(id) ?? null
  }

  /** The data behind which white space or zeros stand, in the order in which they were added. */
  get blanks(): readonly BlanksBehind[] {
    return this.#blanks
  }

  /**
   * Adds a DER certificate; returns null when it cannot be read.
   *
   * @param encoded null when the text was not base64
   */
  addEncodedCertificate(encoded: Buffer | null, place: CertificatePlace): Certificate | null {
    this.#countCertificates(1)
    const der = this.#withoutBlanks(encoded, 'certificate', place)
    const certificate = der === null ? null : orAsn1Error(() => this.#context.cache.certificate(der))
    if (certificate === null || certificate instanceof Asn1Error) {
      this.#unreadableCertificates.push({ place, problem: certificate?.code ?? 'CERTIFICATE_NOT_BASE64' })
      return null
    }
    return this.#addOnce(certificate, place)
  }

  /** Adds the certificates of a token or response. */
  addCertificates(
    holder: { readonly certificates: readonly Certificate[]; readonly unreadableCertificates: readonly { readonly error: Asn1Error }[] },
    place: CertificatePlace,
  ): readonly CertificateId[] {
    this.#countCertificates(holder.certificates.length + holder.unreadableCertificates.length)
    for (const { error } of holder.unreadableCertificates) this.#unreadableCertificates.push({ place, problem: error.code })
    return holder.certificates.map((certificate) => this.#addOnce(certificate, place).facts.id)
  }

  /**
   * Adds a DER OCSPResponse and its certificates, and returns them; empty when the response cannot be used.
   *
   * @param enclosed makes an OCSPResponse of the octets, where the place may hold only the part of one
   */
  addOcspResponse(encoded: Buffer | null, origin: RevocationOrigin, enclosed: (der: Buffer) => Buffer = (der) => der): HeldEvidence {
    this.#countRevocation()
    const der = this.#withoutBlanks(encoded, 'ocsp', origin)
    const response = der === null ? null : orAsn1Error(() => this.#context.cache.ocspResponse(enclosed(der)))
    if (response === null || response instanceof Asn1Error || response.kind === 'refused') {
      const problem = response === null ? NOT_BASE64 : response instanceof Asn1Error ? response.code : `OCSP_STATUS_${response.status}`
      this.#unreadableRevocations.push({ kind: 'ocsp', origin, problem })
      return nothing
    }
    const { id } = response.facts
    if (!this.#revocations.has(id)) this.#revocations.set(id, { kind: 'ocsp', origin, response })
    return { certificates: this.addCertificates(response, 'ocsp-response'), revocations: [id] }
  }

  /** Adds a DER CertificateList. It is decoded by `readRevocations`, when the serial numbers in question are known. */
  addCrl(encoded: Buffer | null, origin: RevocationOrigin): HeldEvidence {
    this.#countRevocation()
    const der = this.#withoutBlanks(encoded, 'crl', origin)
    if (der === null) {
      this.#unreadableRevocations.push({ kind: 'crl', origin, problem: NOT_BASE64 })
      return nothing
    }
    const id = digestHex(der)
    if (!this.#revocations.has(id)) this.#revocations.set(id, { kind: 'crl', origin, der })
    return { certificates: [], revocations: [id] }
  }

  /** Decodes the revocation data. Must be called after all evidence has been added. */
  readRevocations(): { readonly revocations: readonly RevocationFacts[]; readonly unreadable: readonly UnreadableRevocation[] } {
    const serialNumbers = new Set([...this.#certificates.values()].map(({ facts }) => facts.serialNumber))
    const revocations: RevocationFacts[] = []
    const unreadable = [...this.#unreadableRevocations]
    for (const [id, entry] of this.#revocations) {
      if (entry.kind === 'ocsp') {
        revocations.push(withOrigin(entry.response.facts, entry.origin))
        continue
      }
      const crl = orAsn1Error(() => this.#context.cache.crl({ id, encoded: entry.der }, serialNumbers))
      if (crl instanceof Asn1Error) unreadable.push({ kind: 'crl', origin: entry.origin, problem: crl.code })
      else revocations.push({ origin: entry.origin, ...crl.facts })
    }
    return { revocations, unreadable }
  }

  /** Records white space and zeros behind a time-stamp token, which is decoded elsewhere. */
  addBlanksBehindToken(octets: number): void {
    if (octets > 0) this.#blanks.push({ aKind: 'time-stamp', place: 'time-stamp-token', octets })
  }

  #withoutBlanks(encoded: Buffer | null, kind: BlanksBehind['aKind'], place: BlanksBehind['place']): Buffer | null {
    if (encoded === null) return null
    const { asn1 } = this.#context.limits
    const { encoding, blanks } = withoutBlanksBehind(encoded, asn1, asn1.maxBlanks)
    if (blanks > 0) this.#blanks.push({ aKind: kind, place, octets: blanks })
    return encoding
  }

  #addOnce(certificate: Certificate, place: CertificatePlace): Certificate {
    const { id } = certificate.facts
    if (!this.#certificates.has(id)) {
      this.#certificates.set(id, certificate)
      this.#places.set(id, place)
    }
    return certificate
  }

  #countCertificates(count: number): void {
    this.#certificateCount += count
    const { maxCertificates } = this.#context.limits.signature
    if (this.#certificateCount > maxCertificates) {
      throw signatureLimit('SIGNATURE_TOO_MANY_CERTIFICATES', `A signature has more than ${maxCertificates} certificates`)
    }
  }

  #countRevocation(): void {
    this.#revocationCount += 1
    const { maxRevocations } = this.#context.limits.signature
    if (this.#revocationCount > maxRevocations) {
      throw signatureLimit('SIGNATURE_TOO_MANY_REVOCATIONS', `A signature has more than ${maxRevocations} OCSP responses and CRLs`)
    }
  }
}

const NOT_BASE64 = 'REVOCATION_NOT_BASE64'

/** Each member by name: an object that is spread from a response gets a hidden class of its own in V8, and every later access is slow. */
function withOrigin(facts: Omit<OcspFacts, 'origin'>, origin: RevocationOrigin): OcspFacts {
  const { kind, id, encoded, responderId, producedAt, responses, nonce, certificates, signatureAlgorithm, unknownCriticalExtensions } =
    facts
  return {
    kind,
    id,
    encoded,
    responderId,
    producedAt,
    responses,
    nonce,
    certificates,
    signatureAlgorithm,
    unknownCriticalExtensions,
    origin,
  }
}
