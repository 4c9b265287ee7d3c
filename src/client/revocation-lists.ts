import type { Instant } from '#model'
import { type Certificate, type Crl, readCrl, sameName, verifyRevocationSignature, type X509Limits } from '#x509'

/** A list whose form is sound. Whose it is and whether it is current is asked when a certificate is. */
interface RevocationList {
  readonly crl: Crl
  readonly der: Buffer
}

const none: ReadonlySet<string> = new Set()

/** Certificate revocation lists of the authorities of clients. */
export class RevocationLists {
  readonly #lists: readonly RevocationList[]
  /** Lists whose signature was verified, by authority. */
  readonly #issued = new WeakMap<Certificate, readonly RevocationList[]>()
  readonly #revoked = new WeakMap<Certificate, boolean>()

  readonly #limits: X509Limits

  /** Throws `Asn1Error` for a list that cannot be read. */
  constructor(encodings: readonly Buffer[], limits: X509Limits) {
    this.#limits = limits
    this.#lists = encodings.map((der) => ({ der, crl: readCrl(der, limits, none) }))
  }

  /**
   * Null when a current list of the issuer does not name the certificate. Without such a list access is refused: an operator who turns the check on has to keep
   * the lists fresh.
   */
  statusOf(certificate: Certificate, issuer: Certificate, now: Instant): 'revoked' | 'revocation-unknown' | null {
    const current = this.#issuedBy(issuer).filter(({ crl }) => isCurrent(crl, now))
    if (current.length === 0) return 'revocation-unknown'
    return this.#isRevoked(certificate, current) ? 'revoked' : null
  }

  #issuedBy(issuer: Certificate): readonly RevocationList[] {
    const known = this.#issued.get(issuer)
    if (known !== undefined) return known
    const issued = this.#lists.filter(
      ({ crl }) =>
        sameName(crl.facts.issuer, issuer.facts.subject) &&
        crl.facts.unknownCriticalExtensions.length === 0 &&
        crl.facts.scope?.certificates !== 'authority' &&
        verifyRevocationSignature(crl, issuer) === 'intact',
    )
    this.#issued.set(issuer, issued)
    return issued
  }

  /** Once revoked is revoked: the result is kept for as long as these lists are. */
  #isRevoked(certificate: Certificate, lists: readonly RevocationList[]): boolean {
    const known = this.#revoked.get(certificate)
    if (known !== undefined) return known
    const { serialNumber } = certificate.facts
    const octets = octetsOf(serialNumber)
    // A list of a million entries takes half a second to read; one that does not hold the octets of the number cannot hold the number.
    const revoked = lists.some(
      ({ der }) => der.includes(octets) && readCrl(der, this.#limits, new Set([serialNumber])).facts.entries.length > 0,
    )
    this.#revoked.set(certificate, revoked)
    return revoked
  }
}

function isCurrent({ facts }: Crl, now: Instant): boolean {
  return facts.thisUpdate <= now && facts.nextUpdate !== null && now <= facts.nextUpdate
}

/** Magnitude of a decimal number; for a negative one nothing, which every list holds. */
function octetsOf(decimal: string): Buffer {
  const value = BigInt(decimal)
  if (value < 0n) return Buffer.alloc(0)
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}
