import {
  type CertificateFacts,
  type CertificateId,
  type CertificateRevocation,
  type CrlEntry,
  type CrlFacts,
  certificateHold,
  type DigestAlgorithm,
  type OcspCertId,
  type OcspFacts,
  type OcspSingleResponse,
  type RevocationFacts,
} from '#model'
import { digestAlgorithmOfOid, digestAsHex } from '#readers/crypto'
import { Asn1Error, isInScope, orAsn1Error } from '#readers/x509'
import { appendTo } from '#std'
import type { TrustContext } from '../collect-validation-data.js'
import type { Issuers } from '../path/issuers.js'

/** CRLReason removeFromCRL (RFC 5280, 5.3.1): the entry lifts a suspension. */
const removeFromCrl = 8

interface Issued {
  readonly certificate: CertificateFacts
  readonly issuer: CertificateFacts
}

/** The statuses that OCSP responses and CRLs state for the certificates of the paths. A status is used only for a certificate with a verified issuer. */
export class CertificateStatuses {
  readonly #issuers: Issuers
  readonly #context: TrustContext
  readonly #bySerial = new Map<string, CertificateFacts[]>()
  readonly #byIssuer = new Map<string, CertificateFacts[]>()
  readonly #byCertId = new Map<string, ReadonlyMap<string, readonly Issued[]>>()

  constructor(certificates: Iterable<CertificateFacts>, issuers: Issuers, context: TrustContext) {
    this.#issuers = issuers
    this.#context = context
    for (const facts of certificates) {
      appendTo(this.#bySerial, facts.serialNumber, facts)
      appendTo(this.#byIssuer, facts.issuer.canonical, facts)
    }
  }

  of(revocation: RevocationFacts): readonly CertificateRevocation[] {
    return revocation.kind === 'ocsp' ? this.#ofOcsp(revocation) : this.#ofCrl(revocation)
  }

  /** One status for each certificate that a CertID identifies. Of several, the latest thisUpdate counts (RFC 6960, 2.4); if equal, the more severe status. */
  #ofOcsp(ocsp: OcspFacts): readonly CertificateRevocation[] {
    // First reduce to one single response per CertID: a hostile response may repeat the same CertID many thousand times.
    const latest = new Map<string, OcspSingleResponse>()
    for (const single of ocsp.responses) {
      const { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber } = single.certId
      if (!this.#bySerial.has(serialNumber)) continue
      const name = `${hashAlgorithm} ${issuerNameHash} ${issuerKeyHash} ${serialNumber}`
      const known = latest.get(name)
      latest.set(name, known === undefined ? single : decisive(known, single))
    }
    const chosen = new Map<CertificateId, { single: OcspSingleResponse; issuer: CertificateFacts }>()
    for (const single of latest.values()) {
      for (const { certificate, issuer } of this.#designated(single.certId)) {
        const known = chosen.get(certificate.id)
        chosen.set(certificate.id, known === undefined ? { single, issuer } : { ...known, single: decisive(known.single, single) })
      }
    }
    return [...chosen].map(([certificate, { single, issuer }]) => {
      this.#issuers.known.use(issuer)
      return {
        certificate,
        issuer: issuer.id,
        revocation: ocsp.id,
        kind: 'ocsp',
        status: single.status,
        revocationTime: single.revocationTime,
        revocationReason: single.revocationReason,
        thisUpdate: single.thisUpdate,
        nextUpdate: single.nextUpdate,
        producedAt: ocsp.producedAt,
        archiveCutOff: single.archiveCutOff,
        unknownCriticalExtensions: [...ocsp.unknownCriticalExtensions, ...single.unknownCriticalExtensions],
      }
    })
  }

  #designated(certId: OcspCertId): readonly Issued[] {
    const name = `${certId.hashAlgorithm} ${certId.serialNumber}`
    let byHashes = this.#byCertId.get(name)
    if (byHashes === undefined) {
      const algorithm = digestAlgorithmOfOid(certId.hashAlgorithm)
      if (algorithm === null) return []
      byHashes = this.#hashAll(algorithm, certId.serialNumber)
      this.#byCertId.set(name, byHashes)
    }
    return byHashes.get(`${certId.issuerNameHash} ${certId.issuerKeyHash}`) ?? []
  }

  /**
   * The certificates with this serial number by the hashes of a CertID (RFC 6960, 4.1.1): of the issuer's name as encoded in the certificate or in the
   * issuer's certificate, and of the issuer's key. Empty for an algorithm that the platform does not support: a hash that cannot be computed must not match.
   */
  #hashAll(algorithm: DigestAlgorithm, serialNumber: string): ReadonlyMap<string, readonly Issued[]> {
    const byHashes = new Map<string, Issued[]>()
    for (const certificate of this.#bySerial.get(serialNumber) ?? []) {
      const issuerKeys = new Set<string>()
      for (const issuer of this.#issuers.of(certificate)) {
        if (issuerKeys.has(issuer.publicKey.id)) continue
        issuerKeys.add(issuer.publicKey.id)
        const { subjectPublicKeyBits, subjectDer } = this.#issuers.known.decoded(issuer)
        const keyHash = digestAsHex(algorithm, subjectPublicKeyBits)
        const nameHashes = [this.#issuers.known.decoded(certificate).issuerDer, subjectDer].map((name) => digestAsHex(algorithm, name))
        if (keyHash === null) continue
        for (const nameHash of new Set(nameHashes)) {
          if (nameHash !== null) appendTo(byHashes, `${nameHash} ${keyHash}`, { certificate, issuer })
        }
      }
    }
    return byHashes
  }

  /**
   * The statuses that a CRL states. It covers every certificate of its issuer within its scope; a certificate without an entry is good. About one whose only
   * entries are removeFromCRL it states nothing (`decisions.md#remove-from-crl`).
   */
  #ofCrl(crl: CrlFacts): readonly CertificateRevocation[] {
    const certificates = this.#byIssuer.get(crl.issuer.canonical) ?? []
    const read = this.#withEntries(crl, certificates)
    if (read === null) return []
    const entries = gravestEntries(read.entries)
    const statuses: CertificateRevocation[] = []
    for (const facts of certificates) {
      const entry = entries.get(facts.serialNumber)
      // Outside the scope a missing entry proves nothing. An existing entry always counts, because serial numbers are unique per issuer.
      if (entry === undefined ? !isInScope(facts, crl) : entry.reason === removeFromCrl) continue
      const [issuer] = this.#issuers.of(facts)
      if (issuer === undefined) continue
      this.#issuers.known.use(issuer)
      statuses.push({
        certificate: facts.id,
        issuer: issuer.id,
        revocation: crl.id,
        kind: 'crl',
        status: entry === undefined ? 'good' : 'revoked',
        revocationTime: entry?.revocationTime ?? null,
        revocationReason: entry?.reason ?? null,
        thisUpdate: crl.thisUpdate,
        nextUpdate: crl.nextUpdate,
        producedAt: crl.thisUpdate,
        archiveCutOff: crl.expiredCertsOnCrl,
        unknownCriticalExtensions: read.unknownCriticalExtensions,
      })
    }
    return statuses
  }

  /**
   * The entries about these certificates. A CRL is read before all certificates are known: those of the trust snapshot, and of other parts of the document whose
   * evidence counts as well. For a certificate that was not looked for it is read again: otherwise it would be good whatever the CRL states. Null when an entry
   * cannot be read.
   */
  #withEntries(crl: CrlFacts, certificates: readonly CertificateFacts[]): Pick<CrlFacts, 'entries' | 'unknownCriticalExtensions'> | null {
    const serialNumbers = new Set(certificates.map(({ serialNumber }) => serialNumber))
    const lookedFor = new Set(crl.serialNumbers)
    if ([...serialNumbers].every((serialNumber) => lookedFor.has(serialNumber))) return crl
    const read = orAsn1Error(() => this.#context.cache.crl(crl, serialNumbers))
    return read instanceof Asn1Error ? null : read.facts
  }
}

function gravity({ status, revocationReason }: OcspSingleResponse): number {
  switch (status) {
    case 'good':
      return 0
    case 'unknown':
      return 1
    case 'revoked':
      return revocationReason === certificateHold ? 2 : 3
  }
}

/** The later one; at the same time the more severe one, and of two that state a revocation or suspension the earlier time. */
function decisive(a: OcspSingleResponse, b: OcspSingleResponse): OcspSingleResponse {
  if (a.thisUpdate !== b.thisUpdate) return a.thisUpdate > b.thisUpdate ? a : b
  const graver = gravity(b) > gravity(a) ? b : a
  if (a.status !== 'revoked' || b.status !== 'revoked') return graver
  const revocationTime = a.revocationTime === null || b.revocationTime === null ? null : Math.min(a.revocationTime, b.revocationTime)
  return { ...graver, revocationTime }
}

/** One entry for each serial number: a revocation counts before a suspension, the earliest time of both, and removeFromCRL only alone. */
function gravestEntries(entries: readonly CrlEntry[]): ReadonlyMap<string, CrlEntry> {
  const bySerial = new Map<string, CrlEntry>()
  for (const entry of entries) {
    const known = bySerial.get(entry.serialNumber)
    bySerial.set(entry.serialNumber, known === undefined ? entry : graver(known, entry))
  }
  return bySerial
}

function graver(a: CrlEntry, b: CrlEntry): CrlEntry {
  if (a.reason === removeFromCrl) return b
  if (b.reason === removeFromCrl) return a
  const { serialNumber, reason } = a.reason === certificateHold ? b : a
  return { serialNumber, reason, revocationTime: Math.min(a.revocationTime, b.revocationTime) }
}
