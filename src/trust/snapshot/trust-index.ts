import type { DecodedCache } from '#asn1'
import { digest } from '#crypto'
import { type AnchorService, type CertificateFacts, type CertificateId, roleOfService, type TrustSnapshot, type TrustSource } from '#model'
import { append } from '../append.js'

/**
 * Everything that the snapshot lists under one subject name and public key. Certificates are interchangeable here: an authority that was certified
 * several times (KLASS3-SK 2010 has four certificates for one key) is one anchor with all its services (TS 119 615, 4.3).
 */
export interface AnchorEntity {
  /** Canonical subject name. */
  readonly subject: string
  /** SHA-256 of the SubjectPublicKeyInfo. */
  readonly key: string
  /** Listed certificates, the one that is valid longest first. */
  readonly certificates: readonly CertificateFacts[]
  readonly services: readonly AnchorService[]
  /** At least one of the services issues certificates. Others are anchors for themselves only. */
  readonly authority: boolean
}

/** What a snapshot is, without what it holds. */
export interface SnapshotSummary {
  readonly digest: string
  readonly sources: readonly TrustSource[]
  /** How many there are. */
  readonly services: number
  readonly certificates: number
}

export function summaryOf({ digest, sources, services, certificates }: TrustSnapshot): SnapshotSummary {
  return { digest, sources, services: services.length, certificates: certificates.length }
}

/** A snapshot made ready for questions. Every question is a lookup; its cost does not depend on the number of services. */
export interface TrustIndex {
  readonly snapshot: SnapshotSummary
  /** The listed entity that has the subject and the key of the certificate; null when there is none. */
  entityOf(certificate: CertificateFacts): AnchorEntity | null
  entitiesNamed(subject: string): readonly AnchorEntity[]
  /** Listed entities by SHA-1 of the public key (RFC 6960, 4.2.1 KeyHash), lower-case hex. */
  entitiesWithKeyHash(keyHash: string): readonly AnchorEntity[]
}

const none: readonly AnchorEntity[] = []

interface GrowingEntity extends AnchorEntity {
  readonly certificates: CertificateFacts[]
  readonly services: AnchorService[]
  authority: boolean
}

export function indexSnapshot(snapshot: TrustSnapshot, cache: DecodedCache): TrustIndex {
  const byKey = new Map<string, GrowingEntity[]>()
  const bySubject = new Map<string, GrowingEntity[]>()
  for (const entity of collectEntities(snapshot)) {
    append(byKey, entity.key, entity)
    append(bySubject, entity.subject, entity)
  }
  const byKeyHash = keyHashLookup([...byKey.values()].flat(), cache)
  return {
    snapshot: summaryOf(snapshot),
    entityOf(certificate) {
      const sameKey = byKey.get(certificate.publicKey.id)
      return sameKey?.find((entity) => entity.subject === certificate.subject.canonical) ?? null
    },
    entitiesNamed: (subject) => bySubject.get(subject) ?? none,
    entitiesWithKeyHash: byKeyHash,
  }
}

/** Every entity of a snapshot. */
export function collectEntities(snapshot: TrustSnapshot): Iterable<GrowingEntity> {
  const certificates = new Map<CertificateId, CertificateFacts>(snapshot.certificates.map((facts) => [facts.id, facts]))
  const entities = new Map<string, GrowingEntity>()
  for (const service of snapshot.services) {
    const authority = service.periods.some((period) => roleOfService(period.type) === 'ca')
    const { id, source, name, periods, timeMarkResponder } = service
    const anchor: AnchorService = { service: id, source, name, periods, timeMarkResponder }
    for (const certificateId of service.certificates) {
      const facts = certificates.get(certificateId)
      if (facts === undefined) throw new TypeError(`snapshot without certificate ${certificateId} of service ${id}`)
      const entity = entityFor(entities, facts)
      if (!entity.certificates.some((known) => known.id === facts.id)) entity.certificates.push(facts)
      if (entity.services.at(-1) !== anchor) entity.services.push(anchor)
      entity.authority ||= authority
    }
  }
  for (const { certificates: listed } of entities.values()) {
    listed.sort((a, b) => b.notAfter - a.notAfter || (a.id < b.id ? -1 : 1))
  }
  return entities.values()
}

function entityFor(entities: Map<string, GrowingEntity>, facts: CertificateFacts): GrowingEntity {
  const subject = facts.subject.canonical
  const key = facts.publicKey.id
  // The key is hex, so the first line feed always ends it.
  const name = `${key}\n${subject}`
  const known = entities.get(name)
  if (known !== undefined) return known
  const entity: GrowingEntity = { subject, key, certificates: [], services: [], authority: false }
  entities.set(name, entity)
  return entity
}

/**
 * The subject key identifier is SHA-1 of the key in nearly every certificate, and costs nothing. Only a hash that it does not answer makes the
 * real hashes of all keys, once for the life of the index.
 */
function keyHashLookup(entities: readonly GrowingEntity[], cache: DecodedCache): (keyHash: string) => readonly AnchorEntity[] {
  const keyHashOf = (entity: GrowingEntity): string | null => {
    const facts = entity.certificates[0]
    if (facts === undefined) return null
    const certificate = cache.certificateById(facts.id) ?? cache.certificate(Buffer.from(facts.encoded, 'base64'))
    return digest('SHA1', certificate.subjectPublicKeyBits)?.toString('hex') ?? null
  }
  const byIdentifier = new Map<string, GrowingEntity[]>()
  for (const entity of entities) {
    for (const identifier of new Set(entity.certificates.map((facts) => facts.subjectKeyIdentifier))) {
      if (identifier !== null) append(byIdentifier, identifier, entity)
    }
  }
  let byKeyHash: ReadonlyMap<string, readonly AnchorEntity[]> | null = null
  const allHashes = (): ReadonlyMap<string, readonly AnchorEntity[]> => {
    const hashes = new Map<string, GrowingEntity[]>()
    for (const entity of entities) {
      const hash = keyHashOf(entity)
      if (hash !== null) append(hashes, hash, entity)
    }
    return hashes
  }
  return (keyHash) => {
    // An identifier is whatever its issuer chose: only the hash itself designates.
    const identified = byIdentifier.get(keyHash)?.filter((entity) => keyHashOf(entity) === keyHash) ?? none
    if (identified.length > 0) return identified
    byKeyHash ??= allHashes()
    return byKeyHash.get(keyHash) ?? none
  }
}
