import { type DigestAlgorithm, resultOrNull } from '#model'
import {
  Asn1Error,
  DER,
  encode,
  encodeObjectIdentifier,
  Fields,
  NULL,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  objectIdentifierOf,
  openSequence,
  SEQUENCE,
} from '#readers/der'
import { digestAlgorithmOfOid, digestIdentifiers } from './algorithms.js'

export interface DigestInfo {
  /** Null when the OID is not known. */
  readonly algorithm: DigestAlgorithm | null
  readonly oid: string
  readonly digest: Buffer
}

/** The longest digest has 64 octets, and the longest OID of a digest algorithm 11. */
const limits = { maxBytes: 128, maxDepth: 2, maxElements: 8, maxNumberBytes: 32, maxNameBytes: 0 }

/** Reads a DER DigestInfo (RFC 8017, A.2.4); null for other octets, also when octets follow it. */
export function readDigestInfo(der: Uint8Array): DigestInfo | null {
  return resultOrNull(Asn1Error, () => {
    const fields = new Fields(openSequence(der, limits, DER, 'a DigestInfo'))
    const identifier = new Fields(fields.next(SEQUENCE, 'digestAlgorithm'))
    const digest = fields.next(OCTET_STRING, 'digest').content
    fields.end()
    const oid = objectIdentifierOf(identifier.next(OBJECT_IDENTIFIER, 'algorithm'))
    const parameters = identifier.optional(NULL)
    identifier.end()
    if (parameters !== null && parameters.contentEnd !== parameters.contentStart) return null
    return { algorithm: digestAlgorithmOfOid(oid), oid, digest }
  })
}

/** Encodes the DER AlgorithmIdentifier of a digest. RFC 8017, B.1, requires NULL parameters; some signers omit them. */
export function encodeDigestAlgorithm(algorithm: DigestAlgorithm, withNull: boolean): Buffer {
  const identifier = encodeObjectIdentifier(digestIdentifiers[algorithm])
  return withNull ? encode(SEQUENCE, identifier, encode(NULL)) : encode(SEQUENCE, identifier)
}

/** Encodes the DER DigestInfo (RFC 8017, A.2.4) of a digest. */
export function encodeDigestInfo(algorithm: DigestAlgorithm, digest: Uint8Array, withNull: boolean): Buffer {
  return encode(SEQUENCE, encodeDigestAlgorithm(algorithm, withNull), encode(OCTET_STRING, digest))
}
