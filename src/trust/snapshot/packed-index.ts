import type { DecodedCache } from '#asn1'
import { digest } from '#crypto'
import type { AnchorService, TrustSnapshot, TrustSource } from '#model'
import { append } from '../append.js'
import { type AnchorEntity, collectEntities, type SnapshotSummary, summaryOf, type TrustIndex } from './trust-index.js'

/**
 * An index as one block of bytes that all threads can share: a header with everything that is searched for, and behind it each entity by itself.
 * To open it costs a few milliseconds however much is listed; an entity is decoded when it is asked for. So a new snapshot delays no validation,
 * and the certificates of thirty lists are in memory once.
 *
 * Layout: mark (8 octets), length of the header (4 octets, big endian), header (JSON, UTF-8), then for each entity its services (JSON, UTF-8) and its
 * certificates (DER).
 */
const mark = Buffer.from('allkTRU1')
const headerAt = mark.length + 4

interface Header extends SnapshotSummary {
  readonly sources: readonly TrustSource[]
  readonly entities: readonly PackedEntity[]
}

interface PackedEntity {
  readonly subject: string
  readonly key: string
  /** SHA-1 of the public key bits, lower-case hex; null when the platform lacks SHA-1. */
  readonly keyHash: string | null
  readonly authority: boolean
  /** Octets of the JSON of its services, and of each of its certificates, in the order of `AnchorEntity.certificates`. */
  readonly lengths: readonly number[]
}

export function packTrustIndex(snapshot: TrustSnapshot, cache: DecodedCache): Buffer {
  const bodies: Buffer[] = []
  const entities: PackedEntity[] = []
  for (const entity of collectEntities(snapshot)) {
    const { subject, key, authority } = entity
    const parts = [
      Buffer.from(JSON.stringify(entity.services)),
      ...entity.certificates.map((facts) => Buffer.from(facts.encoded, 'base64')),
    ]
    bodies.push(...parts)
    entities.push({ subject, key, keyHash: keyHashOf(entity, cache), authority, lengths: parts.map((part) => part.length) })
  }
  const header: Header = { ...summaryOf(snapshot), entities }
  const encoded = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(encoded.length)
  return Buffer.concat([mark, length, encoded, ...bodies])
}

/** RFC 6960, 4.2.1 KeyHash. */
export function keyHashOf(entity: AnchorEntity, cache: DecodedCache): string | null {
  const facts = entity.certificates[0]
  if (facts === undefined) return null
  const certificate = cache.certificateById(facts.id) ?? cache.certificate(Buffer.from(facts.encoded, 'base64'))
  return digest('SHA1', certificate.subjectPublicKeyBits)?.toString('hex') ?? null
}

/**
 * Opens what `packTrustIndex` wrote; nobody else may have written to it. The bytes stay in use, and `cache` for the certificates that are asked for.
 * Throws TypeError for anything else.
 */
export function openPackedIndex(packed: Uint8Array, cache: DecodedCache): TrustIndex {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  if (!bytes.subarray(0, mark.length).equals(mark)) throw new TypeError('this is no packed trust index')
  const bodiesAt = headerAt + bytes.readUInt32BE(mark.length)
  const header = JSON.parse(bytes.toString('utf8', headerAt, bodiesAt)) as Header
  const { entities, ...snapshot } = header
  const decode = entityDecoder(bytes, bodiesAt, entities, cache)
  const byEntity = new Map<string, number>()
  const bySubject = new Map<string, number[]>()
  const byKeyHash = new Map<string, number[]>()
  for (const [position, { subject, key, keyHash }] of entities.entries()) {
    byEntity.set(entityKey(subject, key), position)
    append(bySubject, subject, position)
    if (keyHash !== null) append(byKeyHash, keyHash, position)
  }
  return {
    snapshot,
    entityOf(certificate) {
      const position = byEntity.get(entityKey(certificate.subject.canonical, certificate.publicKey.id))
      return position === undefined ? null : decode(position)
    },
    entitiesNamed: (subject) => bySubject.get(subject)?.map(decode) ?? none,
    entitiesWithKeyHash: (keyHash) => byKeyHash.get(keyHash)?.map(decode) ?? none,
  }
}

const none: readonly AnchorEntity[] = []

/** The key is hex, so the first line feed always ends it. */
const entityKey = (subject: string, key: string): string => `${key}\n${subject}`

/** Decodes an entity once: callers compare entities by identity. */
function entityDecoder(
  bytes: Buffer,
  bodiesAt: number,
  entities: readonly PackedEntity[],
  cache: DecodedCache,
): (position: number) => AnchorEntity {
  const starts = new Uint32Array(entities.length + 1)
  starts[0] = bodiesAt
  for (const [position, { lengths }] of entities.entries())
    starts[position + 1] = lengths.reduce((end, length) => end + length, starts[position] ?? 0)
  const decoded = new Map<number, AnchorEntity>()
  return (position) => {
    const known = decoded.get(position)
    if (known !== undefined) return known
    const packed = entities[position]
    if (packed === undefined) throw new TypeError(`the index has no entity ${position}`)
    const entity = decodeEntity(bytes, starts[position] ?? 0, packed, cache)
    decoded.set(position, entity)
    return entity
  }
}

function decodeEntity(bytes: Buffer, start: number, { subject, key, authority, lengths }: PackedEntity, cache: DecodedCache): AnchorEntity {
  const parts: Buffer[] = []
  let at = start
  for (const length of lengths) {
    parts.push(bytes.subarray(at, at + length))
    at += length
  }
  const [services = Buffer.alloc(0), ...certificates] = parts
  return {
    subject,
    key,
    authority,
    services: JSON.parse(services.toString('utf8')) as readonly AnchorService[],
    certificates: certificates.map((der) => cache.certificate(der).facts),
  }
}
