import type { Instant } from '#model'
import { type Certificate, type Crl, readCrl, sameName, verifyIssuedSignature, type X509Limits } from '#x509'

/** A list whose form is sound. Its issuer and its times are checked when a certificate is looked up. */
interface RevocationList {
  readonly crl: Crl
  readonly der: Buffer
  /** Certificates that were looked up in it, and whether it names them. */
  readonly known: WeakMap<Certificate, boolean>
}

const none: ReadonlySet<string> = new Set()

/** Certificate revocation lists of the authorities of clients. */
export class RevocationLists {
  readonly #lists: readonly RevocationList[]
  /** Lists whose signature was verified, by authority. */
  readonly #issued = new WeakMap<Certificate, readonly RevocationList[]>()
  readonly #limits: X509Limits

  /** Throws `Asn1Error` for a list that cannot be read. */
  constructor(encodings: readonly Buffer[], limits: X509Limits) {
    this.#limits = limits
    this.#lists = encodings.map((der) => ({ der, crl: readCrl(der, limits, none), known: new WeakMap() }))
  }

  /**
   * Null when there is a current list of the issuer and none of the current ones names the certificate. Without a current list the status is
   * `revocation-unknown`: an operator who turns the check on has to keep the lists fresh.
   */
  statusOf(certificate: Certificate, issuer: Certificate, now: Instant): 'revoked' | 'revocation-unknown' | null {
    const current = this.#issuedBy(issuer).filter(({ crl }) => isCurrent(crl, now))
    if (current.length === 0) return 'revocation-unknown'
    return current.some((list) => this.#names(list, certificate)) ? 'revoked' : null
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

  /** Kept for each list: another one may become current while the service runs. */
  #names({ der, known }: RevocationList, certificate: Certificate): boolean {
    const found = known.get(certificate)
    if (found !== undefined) return found
    const { serialNumber } = certificate.facts
    // A list of a million entries takes half a second to read; one that does not hold the octets of the number cannot hold the number.
    const isNamed = der.includes(octetsOf(serialNumber)) && readCrl(der, this.#limits, new Set([serialNumber])).facts.entries.length > 0
    known.set(certificate, isNamed)
    return isNamed
  }
}

function isCurrent({ facts }: Crl, now: Instant): boolean {
  return facts.thisUpdate <= now && facts.nextUpdate !== null && now <= facts.nextUpdate
}

/** The magnitude of a decimal number, big-endian; empty for a negative number, so that the search for it finds every list. */
function octetsOf(decimal: string): Buffer {
  const value = BigInt(decimal)
  if (value < 0n) return Buffer.alloc(0)
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}
