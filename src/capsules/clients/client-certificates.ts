import type { KeyObject } from 'node:crypto'
import { type Instant, resultOrNull } from '#model'
import { readPublicKey } from '#readers/crypto'
import {
  type AcrossDocumentsBounds,
  Asn1Error,
  CacheAcrossDocuments,
  type Certificate,
  createDecodedCache,
  type DecodedCache,
  nameOnlyCertificate,
  sameName,
  type X509Limits,
} from '#readers/x509'
import type { RevocationLists } from './revocation-lists.js'

/** Why a client certificate is refused. For the log and the counters; the answer to the client does not contain the reason. */
export type ClientRefusal =
  | 'unreadable'
  | 'issuer-unknown'
  | 'not-yet-valid'
  | 'expired'
  | 'not-for-client-authentication'
  | 'critical-extension-unknown'
  | 'revoked'
  | 'revocation-unknown'

export interface ClientIdentity {
  /** Public key of the certificate; null when the platform does not support it. */
  readonly key: KeyObject | null
  /** SHA-256 of the public key; the requests of a client are counted by it. */
  readonly keyId: string
}

interface ClientCertificatesOptions {
  /** DER of the CA certificates that issue client certificates, or of client certificates that are trusted directly. */
  readonly authorities: readonly Uint8Array[]
  /** Null: revocation is not checked. */
  readonly revocation: RevocationLists | null
  readonly limits: X509Limits
  /** Bounds of the cache of verified certificates. */
  readonly known: AcrossDocumentsBounds
}

type ClientJudgement =
  | {
      readonly kind: 'accepted'
      readonly identity: ClientIdentity
      readonly certificate: Certificate
      /** The authority that issued it; null for a certificate that is trusted directly. */
      readonly issuer: Certificate | null
    }
  | { readonly kind: 'refused'; readonly reason: ClientRefusal }

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2'
const ANY_PURPOSE = '2.5.29.37.0'
/** Critical extensions that are accepted: basicConstraints, keyUsage, extKeyUsage, subjectAltName, certificatePolicies, qcStatements. */
const knownExtensions: ReadonlySet<string> = new Set(['2.5.29.19', '2.5.29.15', '2.5.29.37', '2.5.29.17', '2.5.29.32', '1.3.6.1.5.5.7.1.3'])

/**
 * Checks client certificates against one set of authorities and revocation lists. The platform's TLS cannot do this: it needs a chain up to a root, and cards
 * send only their own certificate. So TLS verifies that the client holds the private key, and this class verifies who issued the certificate.
 */
export class ClientCertificates {
  readonly #authorities: readonly Certificate[]
  readonly #revocation: RevocationLists | null
  readonly #limits: X509Limits
  readonly #kept: CacheAcrossDocuments
  readonly #identities = new WeakMap<Certificate, ClientIdentity>()

  /** Throws `Asn1Error` for an authority that cannot be read. */
  constructor({ authorities, revocation, limits, known }: ClientCertificatesOptions) {
    this.#limits = limits
    this.#kept = new CacheAcrossDocuments(known)
    this.#authorities = authorities.map(this.#open().certificate)
    this.#revocation = revocation
  }

  /**
   * DER of one certificate for each authority that contains only its name. The handshake lists these names; TLS cannot verify a client with these certificates.
   */
  nameOnlyAuthorities(): readonly Buffer[] {
    return this.#authorities.map(nameOnlyCertificate)
  }

  /** Checks a client certificate in DER. While a certificate is cached, its identity is the same object, so callers may use it as a cache key. */
  judge(der: Uint8Array, now: Instant): ClientJudgement {
    const cache = this.#open()
    const certificate = resultOrNull(Asn1Error, () => cache.certificate(der))
    if (certificate === null) return { kind: 'refused', reason: 'unreadable' }
    const found = this.#issuerOf(certificate, now, cache)
    if ('reason' in found) return { kind: 'refused', reason: found.reason }
    return { kind: 'accepted', identity: this.#identityOf(certificate), certificate, issuer: found.issuer }
  }

  #open(): DecodedCache {
    return createDecodedCache({ limits: this.#limits, kept: this.#kept })
  }

  /** The issuer, or the reason of the refusal. Issuer null: the certificate itself is configured, as in the trust store of the Java server. */
  #issuerOf(
    certificate: Certificate,
    now: Instant,
    cache: DecodedCache,
  ): { readonly issuer: Certificate | null } | { readonly reason: ClientRefusal } {
    const { facts } = certificate
    if (now < facts.notBefore) return { reason: 'not-yet-valid' }
    if (now > facts.notAfter) return { reason: 'expired' }
    if (facts.extensions.some(({ oid, critical }) => critical && !knownExtensions.has(oid))) return { reason: 'critical-extension-unknown' }
    if (!isForClientAuthentication(certificate)) return { reason: 'not-for-client-authentication' }
    if (this.#authorities.some((authority) => authority.facts.id === facts.id)) return { issuer: null }
    const issuer = this.#authorities.find((authority) => hasIssued(authority, certificate, now, cache))
    if (issuer === undefined) return { reason: 'issuer-unknown' }
    cache.keepPath([facts.id, issuer.facts.id])
    const reason = this.#revocation?.statusOf(certificate, issuer, now) ?? null
    return reason === null ? { issuer } : { reason }
  }

  #identityOf(certificate: Certificate): ClientIdentity {
    const known = this.#identities.get(certificate)
    if (known !== undefined) return known
    const key = readPublicKey(certificate.publicKeyInfo)
    const identity = { key: key?.key ?? null, keyId: certificate.facts.publicKey.id }
    this.#identities.set(certificate, identity)
    return identity
  }
}

function hasIssued(authority: Certificate, certificate: Certificate, now: Instant, cache: DecodedCache): boolean {
  const { basicConstraints, keyUsage, notBefore, notAfter, subject } = authority.facts
  return (
    basicConstraints?.ca === true &&
    (keyUsage === null || keyUsage.includes('keyCertSign')) &&
    notBefore <= now &&
    now <= notAfter &&
    sameName(subject, certificate.facts.issuer) &&
    cache.verifiedBy(certificate, authority) === 'intact'
  )
}

function isForClientAuthentication({ facts }: Certificate): boolean {
  const { extendedKeyUsage, keyUsage } = facts
  const purpose = extendedKeyUsage === null || extendedKeyUsage.purposes.some((oid) => oid === CLIENT_AUTHENTICATION || oid === ANY_PURPOSE)
  return purpose && (keyUsage === null || keyUsage.includes('digitalSignature'))
}
