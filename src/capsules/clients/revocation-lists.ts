import type { Instant } from '#model'
import { type Certificate, type Crl, isInScope, readCrl, sameName, verifyIssuedSignature, type X509Limits } from '#readers/x509'

/** A CRL that could be read. Its issuer and its times are checked when a certificate is looked up. */
interface RevocationList {
  readonly crl: Crl
  readonly der: Buffer
  /** Certificates that were looked up, and whether the list contains each. */
  readonly known: WeakMap<Certificate, boolean>
}

const none: ReadonlySet<string> = new Set()

/** Certificate revocation lists of the authorities of clients. */
export class RevocationLists {
  readonly #lists: readonly RevocationList[]
  /** Lists of an authority whose signature has been verified. */
  readonly #issued = new WeakMap<Certificate, readonly RevocationList[]>()
  readonly #limits: X509Limits

  /** Throws `Asn1Error` for a list that cannot be read. */
  constructor(encodings: readonly Buffer[], limits: X509Limits) {
    this.#limits = limits
    this.#lists = encodings.map((der) => ({ der, crl: readCrl(der, limits, none), known: new WeakMap() }))
  }

  /**
   * Null when the issuer has at least one current list that covers the certificate and no current list contains it. Without such a list the status is
   * `revocation-unknown`: an operator who turns the check on must keep the lists current.
   */
  statusOf(certificate: Certificate, issuer: Certificate, now: Instant): 'revoked' | 'revocation-unknown' | null {
    const current = this.#issuedBy(issuer).filter(({ crl }) => isCurrent(crl, now))
    if (current.some((list) => this.#contains(list, certificate))) return 'revoked'
    return current.some(({ crl }) => isInScope(certificate.facts, crl.facts)) ? null : 'revocation-unknown'
  }

  #issuedBy(issuer: Certificate): readonly RevocationList[] {
    const known = this.#issued.get(issuer)
    if (known !== undefined) return known
    const issued = this.#lists.filter(
      ({ crl }) =>
        sameName(crl.facts.issuer, issuer.facts.subject) &&
        crl.facts.unknownCriticalExtensions.length === 0 &&
        crl.facts.scope?.certificates !== 'authority' &&
        verifyIssuedSignature(crl, issuer) === 'intact',
    )
    this.#issued.set(issuer, issued)
    return issued
  }

  /** The result is cached for each list, because another list may become current while the service runs. */
  #contains({ der, known }: RevocationList, certificate: Certificate): boolean {
    const found = known.get(certificate)
    if (found !== undefined) return found
    const { serialNumber } = certificate.facts
    // Reading a list of a million entries takes 0.5 s. A list without the octets of the serial number cannot contain the serial number.
    const isListed = der.includes(octetsOf(serialNumber)) && readCrl(der, this.#limits, new Set([serialNumber])).facts.entries.length > 0
    known.set(certificate, isListed)
    return isListed
  }
}

function isCurrent({ facts }: Crl, now: Instant): boolean {
  return facts.thisUpdate <= now && facts.nextUpdate !== null && now <= facts.nextUpdate
}

/** The magnitude of a decimal number, big-endian; empty for a negative number, which is found in every list, so that the list is read. */
function octetsOf(decimal: string): Buffer {
  const value = BigInt(decimal)
  if (value < 0n) return Buffer.alloc(0)
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}
