import {
  type AnchorService,
  type CertificateFacts,
  type CertificateId,
  formatInstant,
  roleOfService,
  type SignerDesignation,
  type TrustService,
  type TrustSnapshot,
  type TrustSource,
} from '#model'
import { digestAsHex, digestHex } from '#readers/crypto'
import { type CertificateReader, type DecodedCache, sameName } from '#readers/x509'
import { appendTo, BoundedCache, type CacheBounds } from '#std'

/**
 * All listed certificates and services of one subject name and public key. The certificates are interchangeable: an authority that was certified several times
 * (KLASS3-SK 2010 has four certificates for one key) is one trust anchor with all its services (TS 119 615, 4.3).
 */
export interface AnchorEntity {
  readonly subject: string
  /** SHA-256 of the SubjectPublicKeyInfo. */
  readonly key: string
  /** Listed certificates, by descending notAfter. */
  readonly certificates: readonly CertificateFacts[]
  readonly services: readonly AnchorService[]
  /** At least one of the services issues certificates. Otherwise the entity is a trust anchor only for itself. */
  readonly authority: boolean
}

/** Description of a snapshot without its contents. */
export interface SnapshotSummary {
  /**
   * SHA-256 of the packed index, lower-case hex, computed from the bytes in use. Equal trust has an equal digest: the names and the order of settings files do
   * not affect it.
   */
  readonly digest: string
  readonly sources: readonly TrustSource[]
  readonly services: number
  readonly certificates: number
}

/** Lookups in a snapshot. The cost of a lookup does not depend on the number of services. */
export interface TrustIndex {
  readonly snapshot: SnapshotSummary
  /** The listed entity with the subject and public key of the certificate; null when there is none. */
  entityOf(certificate: CertificateFacts): AnchorEntity | null
  /** Listed entities by canonical subject. */
  entitiesNamed(subject: string): readonly AnchorEntity[]
  /** Listed entities by SHA-1 of the public key (RFC 6960, 4.2.1 KeyHash), lower-case hex. */
  entitiesWithKeyHash(keyHash: string): readonly AnchorEntity[]
  /** Listed certificates of time-stamping units, of any time and status, that a signer identifier designates (RFC 5652, 5.3). */
  readonly unitsDesignated: (designation: SignerDesignation) => readonly CertificateFacts[]
}

/**
 * An index is one block of bytes that all threads share: a header with all lookup keys, then the entities one by one. Opening it takes a few milliseconds,
 * however much is listed; an entity is decoded on its first lookup. A new snapshot therefore does not delay validations, and the certificates of thirty lists
 * are in memory once. `decisions.md#packed-index` compares the cost with plain data.
 *
 * The layout must not change, because reports contain the digest of these bytes:
 *
 * - mark (8 bytes)
 * - length of the header, and offset of the names (4 bytes each, big endian)
 * - header (JSON, UTF-8)
 * - for each entity: its services (JSON, UTF-8) and certificates (DER)
 * - names from settings files, and the designations of time-stamping units (JSON, UTF-8), which the digest does not cover: the names are for display, and a
 *   unit that is found by its designation is compared with its certificate
 */
const mark = Buffer.from('allkTRU2')
const headerAt = mark.length + 8

interface Header {
  /** Trusted lists and lists of trusted lists. */
  readonly lists: readonly TrustSource[]
  readonly services: number
  readonly certificates: number
  readonly entities: readonly PackedEntity[]
}

interface PackedEntity extends Pick<AnchorEntity, 'subject' | 'key' | 'authority'> {
  /** SHA-1 of the public key bits, lower-case hex; null when the platform does not support SHA-1. */
  readonly keyHash: string | null
  /** Length in bytes of the JSON of the services, then of each certificate in the order of `AnchorEntity.certificates`. */
  readonly lengths: readonly number[]
}

/** An entity with its offset after the header, in bytes. */
interface PlacedEntity extends PackedEntity {
  readonly at: number
}

/** Names from settings files, for display only. A packed service from settings contains its index in `services`. */
interface Names {
  readonly sources: readonly TrustSource[]
  readonly services: readonly (readonly [service: string, source: string])[]
  /** For each entity with a time-stamping service: its index among the entities, and the serial numbers and key identifiers of its certificates. */
  readonly units: readonly (readonly [entity: number, designations: readonly string[]])[]
}

/** Packs a snapshot with its index. Throws `TypeError` when a certificate of a service is not in the snapshot. */
export function packTrustIndex(snapshot: TrustSnapshot, cache: DecodedCache): Buffer {
  const bodies: Uint8Array[] = []
  const entities: PackedEntity[] = []
  const settings = snapshot.sources.filter(({ kind }) => kind === 'settings')
  const configured = snapshot.services.filter(({ source }) => settings.some(({ id }) => id === source))
  const units: (readonly [number, readonly string[]])[] = []
  for (const entity of collectEntities(snapshot, new Map(configured.map((service, number) => [service, number])))) {
    const { subject, key, authority } = entity
    const certificates = entity.certificates.toSorted((a, b) => b.notAfter - a.notAfter || (a.id < b.id ? -1 : 1))
    const parts = [Buffer.from(JSON.stringify(entity.services)), ...certificates.map(({ encoded }) => encoded)]
    bodies.push(...parts)
    const keyHash = keyHashOf(certificates, cache)
    if (entity.services.some(isTimeStampingService)) units.push([entities.length, [...new Set(certificates.flatMap(designationsOf))]])
    entities.push({ subject, key, keyHash, authority, lengths: parts.map((part) => part.length) })
  }
  const header = Buffer.from(
    JSON.stringify({
      lists: snapshot.sources.filter(({ kind }) => kind !== 'settings'),
      services: snapshot.services.length,
      certificates: snapshot.certificates.length,
      entities,
    } satisfies Header),
  )
  const names: Names = { sources: settings, services: configured.map(({ id, source }) => [id, source]), units }
  const body = Buffer.concat(bodies)
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(header.length)
  lengths.writeUInt32BE(headerAt + header.length + body.length, 4)
  return Buffer.concat([mark, lengths, header, body, Buffer.from(JSON.stringify(names))])
}

/** A packed snapshot in memory that threads share, with its description. */
export interface SharedIndex {
  readonly packed: SharedArrayBuffer
  readonly summary: SnapshotSummary
}

/** Packs a snapshot like `packTrustIndex`, into memory that threads share. */
export function shareTrustIndex(snapshot: TrustSnapshot, cache: DecodedCache): SharedIndex {
  const bytes = packTrustIndex(snapshot, cache)
  const packed = new SharedArrayBuffer(bytes.length)
  new Uint8Array(packed).set(bytes)
  return { packed, summary: summaryOfIndex(bytes) }
}

/**
 * Opens an index that `packTrustIndex` wrote. The bytes remain in use. An entity is decoded on lookup, its certificates with `read`; decoded entities are
 * cached within `bounds` (default: all of them). Throws `TypeError` or `SyntaxError` when the bytes are not such an index.
 */
export function openPackedIndex(packed: Uint8Array, read: CertificateReader, bounds = everything): TrustIndex {
  const { bytes, header, bodiesAt, names, summary } = openParts(packed)
  const decode = entityDecoder(bytes.subarray(bodiesAt), names, read, bounds)
  const byEntity = new Map<string, PlacedEntity>()
  const bySubject = new Map<string, PlacedEntity[]>()
  const byKeyHash = new Map<string, PlacedEntity[]>()
  const placed: PlacedEntity[] = []
  let at = 0
  for (const found of header.entities) {
    const entity = { at, ...found }
    placed.push(entity)
    at += found.lengths.reduce((sum, length) => sum + length, 0)
    byEntity.set(entityKey(entity.subject, entity.key), entity)
    appendTo(bySubject, entity.subject, entity)
    if (entity.keyHash !== null) appendTo(byKeyHash, entity.keyHash, entity)
  }
  const unitsByDesignation = new Map<string, PlacedEntity[]>()
  for (const [number, designations] of names.units) {
    const entity = placed[number]
    if (entity !== undefined) for (const designation of designations) appendTo(unitsByDesignation, designation, entity)
  }
  return {
    snapshot: summary,
    entityOf(certificate) {
      const entity = byEntity.get(entityKey(certificate.subject.canonical, certificate.publicKey.id))
      return entity === undefined ? null : decode(entity)
    },
    entitiesNamed: (subject) => bySubject.get(subject)?.map(decode) ?? none,
    entitiesWithKeyHash: (keyHash) => byKeyHash.get(keyHash)?.map(decode) ?? none,
    unitsDesignated(designation) {
      const units = unitsByDesignation.get(keyOfDesignation(designation))?.map(decode) ?? none
      return units.flatMap(({ certificates }) => certificates.filter((certificate) => isDesignated(certificate, designation)))
    },
  }
}

function isTimeStampingService({ periods }: AnchorService): boolean {
  return periods.some(({ type }) => roleOfService(type) === 'tsa')
}

/** The forms in which a signer identifier may designate a certificate. An issuer may be written with its attributes in another order, so it is compared later. */
function designationsOf({ serialNumber, subjectKeyIdentifier }: CertificateFacts): readonly string[] {
  return subjectKeyIdentifier === null ? [`#${serialNumber}`] : [`#${serialNumber}`, subjectKeyIdentifier]
}

function keyOfDesignation(designation: SignerDesignation): string {
  return designation.kind === 'issuer-serial' ? `#${designation.serialNumber}` : designation.subjectKeyIdentifier
}

function isDesignated({ issuer, serialNumber, subjectKeyIdentifier }: CertificateFacts, designation: SignerDesignation): boolean {
  return designation.kind === 'issuer-serial'
    ? serialNumber === designation.serialNumber && sameName(issuer, designation.issuer)
    : subjectKeyIdentifier === designation.subjectKeyIdentifier
}

/** A service of a trusted list, for comparing two snapshots. */
export interface ListedService {
  /** Id of the list. */
  readonly source: string
  readonly name: string
  /** Of the newest period. */
  readonly type: string
  /** Status of the newest period, and since when: `granted since 2016-06-30T22:00:00Z`. */
  readonly standing: string
  /** Ids of its public keys. */
  readonly keys: readonly string[]
}

/** Every service of the trusted lists in a packed index, once for each key. Those of settings files are left out. Throws like `openPackedIndex`. */
export function servicesIn(packed: Uint8Array): readonly ListedService[] {
  const { bytes, header, bodiesAt } = openParts(packed)
  const found: ListedService[] = []
  let at = bodiesAt
  for (const { key, lengths } of header.entities) {
    const services = JSON.parse(bytes.toString('utf8', at, at + (lengths[0] ?? 0))) as readonly AnchorService[]
    for (const { source, name, periods } of services) {
      const newest = periods.reduce<AnchorService['periods'][number] | null>(
        (last, each) => (last === null || each.from > last.from ? each : last),
        null,
      )
      if (source !== '' && newest !== null)
        found.push({ source, name, type: newest.type, standing: `${newest.status} since ${formatInstant(newest.from)}`, keys: [key] })
    }
    at += lengths.reduce((sum, length) => sum + length, 0)
  }
  return found
}

/** The description in a packed index, with the digest of its content. Throws like `openPackedIndex`. */
export function summaryOfIndex(packed: Uint8Array): SnapshotSummary {
  return openParts(packed).summary
}

function openParts(packed: Uint8Array) {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  if (bytes.length < headerAt || !bytes.subarray(0, mark.length).equals(mark))
    throw new TypeError('these octets are not a packed trust index')
  const bodiesAt = headerAt + bytes.readUInt32BE(mark.length)
  const namesAt = bytes.readUInt32BE(mark.length + 4)
  const header = JSON.parse(bytes.toString('utf8', headerAt, bodiesAt)) as Header
  const names = JSON.parse(bytes.toString('utf8', namesAt)) as Names
  const { lists, services, certificates } = header
  const sources = [...lists, ...names.sources].sort((a, b) => (a.id < b.id ? -1 : 1))
  const summary: SnapshotSummary = { digest: digestHex(bytes.subarray(0, namesAt)), sources, services, certificates }
  return { bytes, header, bodiesAt, names, summary }
}

const none: readonly AnchorEntity[] = []

/** The key is hex, so the first line feed always ends it. */
const entityKey = (subject: string, key: string): string => `${key}\n${subject}`

interface GrowingEntity extends AnchorEntity {
  readonly certificates: CertificateFacts[]
  readonly services: AnchorService[]
  authority: boolean
}

/** Every entity of a snapshot. Services from settings files contain the index of their names. */
function collectEntities(snapshot: TrustSnapshot, numbers: ReadonlyMap<TrustService, number>): Iterable<GrowingEntity> {
  const certificates = new Map<CertificateId, CertificateFacts>(snapshot.certificates.map((facts) => [facts.id, facts]))
  const entities = new Map<string, GrowingEntity>()
  for (const service of snapshot.services) {
    const authority = service.periods.some((period) => roleOfService(period.type) === 'ca')
    const anchor = anchorOf(service, numbers.get(service))
    for (const certificateId of service.certificates) {
      const facts = certificates.get(certificateId)
      if (facts === undefined) throw new TypeError(`snapshot without certificate ${certificateId} of service ${service.id}`)
      const subject = facts.subject.canonical
      const key = facts.publicKey.id
      const entity = entities.get(entityKey(subject, key)) ?? { subject, key, certificates: [], services: [], authority: false }
      entities.set(entityKey(subject, key), entity)
      if (!entity.certificates.some((known) => known.id === facts.id)) entity.certificates.push(facts)
      if (entity.services.at(-1) !== anchor) entity.services.push(anchor)
      entity.authority ||= authority
    }
  }
  return entities.values()
}

function anchorOf(service: TrustService, number: number | undefined): AnchorService {
  const { id, source, name, periods, timeMarkResponder, speaksFor, memberProfile } = service
  const place = number === undefined ? { service: id, source } : { service: String(number), source: '' }
  const ofXroad = { ...(speaksFor === undefined ? {} : { speaksFor }), ...(memberProfile === undefined ? {} : { memberProfile }) }
  return { ...place, name, periods, timeMarkResponder, ...ofXroad }
}

/** KeyHash of RFC 6960, 4.2.1. The subject key identifier is often the same value, but an issuer may write any value there. */
function keyHashOf([facts]: readonly CertificateFacts[], cache: DecodedCache): string | null {
  if (facts === undefined) return null
  return digestAsHex('SHA1', cache.certificateOf(facts).subjectPublicKeyBits)
}

const everything: CacheBounds = { maxBytes: Number.POSITIVE_INFINITY, maxEntryBytes: Number.POSITIVE_INFINITY }

/** Bytes of decoded facts and services per byte of their encoding, measured with the EU trusted lists. */
const DECODED_FACTOR = 8

/** Decodes entities on lookup. An entity that was dropped from the cache is decoded again, so callers must compare subjects and keys, never objects. */
function entityDecoder(bodies: Buffer, names: Names, read: CertificateReader, bounds: CacheBounds): (packed: PlacedEntity) => AnchorEntity {
  const decoded = new BoundedCache<AnchorEntity>(bounds)
  return (packed) => {
    const name = String(packed.at)
    const known = decoded.get(name)
    if (known !== null) return known
    const { subject, key, authority, lengths } = packed
    let end = packed.at
    const [written = Buffer.alloc(0), ...certificates] = lengths.map((length) => {
      end += length
      return bodies.subarray(end - length, end)
    })
    const services = JSON.parse(written.toString('utf8')) as readonly AnchorService[]
    const entity: AnchorEntity = {
      subject,
      key,
      authority,
      services: services.map((service) => named(service, names)),
      certificates: certificates.map((der) => read(der).facts),
    }
    decoded.add(name, entity, DECODED_FACTOR * (end - packed.at))
    return entity
  }
}

function named(service: AnchorService, { services }: Names): AnchorService {
  if (service.source !== '') return service
  const [id = '', source = ''] = services[Number(service.service)] ?? []
  return { ...service, service: id, source }
}
