import type { CertificateFacts, CrlEntry, CrlFacts, Instant, RevocationId } from '#model'
import { agreedAlgorithmOf, digestHex, type PssParameters } from '#readers/crypto'
import {
  type Asn1Element,
  Asn1Error,
  type Asn1Limits,
  BIT_STRING,
  booleanOf,
  contextPrimitive,
  contextTag,
  decimalOf,
  ENUMERATED,
  explicitContent,
  Fields,
  GENERALIZED_TIME,
  INTEGER,
  instantOf,
  octetAt,
  openSequence,
  orAsn1Error,
  SEQUENCE,
  signatureBitsOf,
  smallIntegerOf,
  UTC_TIME,
} from '#readers/der'
import { authorityKeyIdentifierOf } from './certificate-extensions.js'
import { distinguishedNameOf } from './distinguished-name.js'
import { CERTIFICATE_RULES } from './encoding-rules.js'
import { type Extension, extensionsOf, extensionValue, unknownCritical } from './extension.js'
import { distributionPointUris } from './general-names.js'

/** A certificate revocation list: its facts, and the slices of its encoding that signature checks need. */
export interface Crl {
  readonly facts: Omit<CrlFacts, 'origin'>
  /** TBSCertList, the octets that the issuer signed. */
  readonly tbs: Buffer
  readonly signature: Buffer
  readonly pss: PssParameters | null
}

/** A list without its entries, of which `readCrl` returns those about certain certificates. */
export interface SignedList extends Omit<Crl, 'facts'> {
  readonly facts: Pick<CrlFacts, 'id' | 'signatureAlgorithm'>
}

const AUTHORITY_KEY_IDENTIFIER = '2.5.29.35'
const CRL_NUMBER = '2.5.29.20'
const REASON_CODE = '2.5.29.21'
const INVALIDITY_DATE = '2.5.29.24'
const ISSUING_DISTRIBUTION_POINT = '2.5.29.28'
const EXPIRED_CERTS_ON_CRL = '2.5.29.60'

/**
 * Extensions that change the meaning of a list or an entry. They count as unknown critical extensions even if the issuer did not mark them critical, as it must
 * (RFC 5280, 5.2.4, 5.3.3).
 */
const DELTA_INDICATOR = '2.5.29.27'
const CERTIFICATE_ISSUER = '2.5.29.29'

const knownExtensions: ReadonlySet<string> = new Set([
  AUTHORITY_KEY_IDENTIFIER,
  CRL_NUMBER,
  EXPIRED_CERTS_ON_CRL,
  ISSUING_DISTRIBUTION_POINT,
])
const knownEntryExtensions: ReadonlySet<string> = new Set([REASON_CODE, INVALIDITY_DATE])

/**
 * Reads a certificate revocation list (RFC 5280, 5). Nothing is verified.
 *
 * @param serialNumbers decimal serial numbers of the certificates in question; other entries are skipped, because a list may have a million entries
 * @param id the SHA-256 of `der`, when it is known: a list may have millions of octets
 * @throws Asn1Error for another structure, or when a bound is reached
 */
export function readCrl(der: Uint8Array, limits: Asn1Limits, serialNumbers: ReadonlySet<string>, id: RevocationId = digestHex(der)): Crl {
  const root = openSequence(der, limits, CERTIFICATE_RULES, 'a CertificateList')
  const outer = new Fields(root)
  const tbs = outer.next(SEQUENCE, 'TBSCertList')
  const signatureIdentifier = outer.next(SEQUENCE, 'signatureAlgorithm')
  const signature = signatureBitsOf(outer.next(BIT_STRING, 'signatureValue'))
  outer.end()

  const fields = new Fields(tbs)
  const version = fields.optional(INTEGER)
  if (version !== null && smallIntegerOf(version) !== 1) {
    throw Asn1Error.finding('ASN1_VERSION', 'version of the list is not 1 or 2', version.start)
  }
  const innerIdentifier = fields.next(SEQUENCE, 'signature')
  const issuer = fields.next(SEQUENCE, 'issuer')
  const thisUpdate = instantOf(fields.required('thisUpdate'))
  const next = fields.optional(UTC_TIME) ?? fields.optional(GENERALIZED_TIME)
  const revoked = fields.optional(SEQUENCE)
  const tagged = fields.optional(contextTag(0))
  fields.end()

  const { algorithm, pss } = agreedAlgorithmOf(signatureIdentifier, innerIdentifier)
  const extensions = tagged === null ? new Map<string, Extension>() : extensionsOf(explicitContent(tagged, SEQUENCE, 'crlExtensions'))
  const { entries, unknown } = entriesOf(revoked, serialNumbers)
  const distributionPoint = extensions.get(ISSUING_DISTRIBUTION_POINT)
  const scope = distributionPoint === undefined ? null : scopeOf(distributionPoint)
  const authorityKey = extensions.get(AUTHORITY_KEY_IDENTIFIER)
  const expired = extensions.get(EXPIRED_CERTS_ON_CRL)
  const encoding = root.encoding
  return {
    facts: {
      kind: 'crl',
      id,
      encoded: encoding,
      issuer: distinguishedNameOf(issuer),
      authorityKeyIdentifier: authorityKey === undefined ? null : ifReadable(authorityKey, authorityKeyIdentifierOf),
      thisUpdate,
      nextUpdate: next === null ? null : instantOf(next),
      entries,
      serialNumbers: [...serialNumbers],
      expiredCertsOnCrl: expired === undefined ? null : ifReadable(expired, expiredCertificatesOf),
      signatureAlgorithm: algorithm,
      unknownCriticalExtensions: [
        ...unknownOf(extensions, knownExtensions, DELTA_INDICATOR),
        ...(scope?.interpretable === false ? [ISSUING_DISTRIBUTION_POINT] : []),
        ...unknown,
      ],
      ...(scope === null ? {} : { scope: { certificates: scope.certificates, distributionPoints: scope.distributionPoints } }),
    },
    tbs: tbs.encoding,
    signature,
    pss,
  }
}

/**
 * The value of an extension that a list can do without; null when it is not critical and cannot be read. Absence never benefits a list: it is then about fewer
 * certificates. The extensions that limit a list or an entry must be readable.
 */
function ifReadable<T>(extension: Extension, read: (extension: Extension) => T): T | null {
  if (extension.critical) return read(extension)
  const value = orAsn1Error(() => read(extension))
  return value instanceof Asn1Error ? null : value
}

function expiredCertificatesOf(extension: Extension): Instant {
  return instantOf(extensionValue(extension, GENERALIZED_TIME, 'expiredCertsOnCRL'))
}

/** The entries with one of the serial numbers, and the unknown critical extensions of these entries. */
function entriesOf(revoked: Asn1Element | null, serialNumbers: ReadonlySet<string>): { entries: CrlEntry[]; unknown: Set<string> } {
  const entries: CrlEntry[] = []
  const unknown = new Set<string>()
  if (revoked === null) return { entries, unknown }
  const wanted = new Set([...serialNumbers].map(contentOfDecimal))
  const list = new Fields(revoked)
  while (list.peek() !== -1) {
    const fields = new Fields(list.next(SEQUENCE, 'revokedCertificate'))
    const serialNumber = fields.next(INTEGER, 'userCertificate')
    if (!wanted.has(minimalContent(serialNumber))) continue
    const revocationTime = instantOf(fields.required('revocationDate'))
    const sequence = fields.optional(SEQUENCE)
    fields.end()
    const extensions = sequence === null ? new Map<string, Extension>() : extensionsOf(sequence)
    const reason = extensions.get(REASON_CODE)
    entries.push({
      serialNumber: decimalOf(serialNumber),
      revocationTime,
      reason: reason === undefined ? null : smallIntegerOf(extensionValue(reason, ENUMERATED, 'reasonCode')),
    })
    for (const oid of unknownOf(extensions, knownEntryExtensions, CERTIFICATE_ISSUER)) unknown.add(oid)
  }
  return { entries, unknown }
}

/** The unknown critical extensions, and `decisive` whether it is critical or not. */
function unknownOf(extensions: ReadonlyMap<string, Extension>, known: ReadonlySet<string>, decisive: string): ReadonlySet<string> {
  const unknown = new Set(unknownCritical(extensions.values(), known))
  return extensions.has(decisive) ? unknown.add(decisive) : unknown
}

/** The content octets of an INTEGER in minimal form, one character for each octet: comparing them takes a fraction of the time of comparing digits. */
function minimalContent(integer: Asn1Element): string {
  const { bytes } = integer.source
  let start = integer.contentStart
  while (start < integer.contentEnd - 1) {
    const first = octetAt(bytes, start)
    const sign = octetAt(bytes, start + 1) & 0x80
    if (!(first === 0 && sign === 0) && !(first === 0xff && sign !== 0)) break
    start += 1
  }
  return bytes.toString('latin1', start, integer.contentEnd)
}

/** The content octets of the INTEGER with a decimal value, in the form of `minimalContent`. */
function contentOfDecimal(decimal: string): string {
  const value = BigInt(decimal)
  // The sign needs one bit more than the magnitude.
  let octets = 1
  while (BigInt.asIntN(octets * 8, value) !== value) octets += 1
  const hex = BigInt.asUintN(octets * 8, value)
    .toString(16)
    .padStart(octets * 2, '0')
  return Buffer.from(hex, 'hex').toString('latin1')
}

/** Whether a CRL covers the certificate (RFC 5280, 5.2.5 and 6.3.3 b): it may be limited to a distribution point or to a kind of certificates. */
export function isInScope(facts: CertificateFacts, { scope }: Pick<CrlFacts, 'scope'>): boolean {
  if (scope === undefined) return true
  const kind = facts.basicConstraints?.ca === true ? 'authority' : 'end-entity'
  if (scope.certificates !== 'all' && scope.certificates !== kind) return false
  return scope.distributionPoints.length === 0 || scope.distributionPoints.some((address) => facts.crlUrls.includes(address))
}

/**
 * The IssuingDistributionPoint (RFC 5280, 5.2.5), which states the certificates that the list covers. `interpretable` is false for a list of only some reasons,
 * of attribute certificates, or of certificates of other issuers.
 */
function scopeOf(extension: Extension): {
  certificates: 'all' | 'end-entity' | 'authority'
  distributionPoints: readonly string[]
  interpretable: boolean
} {
  const fields = new Fields(extensionValue(extension, SEQUENCE, 'IssuingDistributionPoint'))
  const point = fields.optional(contextTag(0))
  const flag = (number: number): boolean => {
    const element = fields.optional(contextPrimitive(number))
    return element !== null && booleanOf(element)
  }
  const onlyEndEntities = flag(1)
  const onlyAuthorities = flag(2)
  const someReasons = fields.optional(contextPrimitive(3)) !== null
  const indirect = flag(4)
  const onlyAttributes = flag(5)
  fields.end()
  const distributionPoints = point === null ? [] : distributionPointUris(point)
  // A point without an address (a directory name, a relative name) limits the list in a way that cannot be compared with a certificate.
  const nameless = point !== null && distributionPoints.length === 0
  return {
    certificates: onlyEndEntities ? 'end-entity' : onlyAuthorities ? 'authority' : 'all',
    distributionPoints,
    interpretable: !nameless && !someReasons && !indirect && !onlyAttributes && !(onlyEndEntities && onlyAuthorities),
  }
}
