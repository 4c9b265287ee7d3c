import { digestAlgorithmOfOid } from '#crypto'
import type { DigestAlgorithm } from '#model'
import { Asn1Error } from './asn1-error.js'
import { NULL, OBJECT_IDENTIFIER, OCTET_STRING, openSequence, SEQUENCE } from './element.js'
import { DER } from './encoding-rules.js'
import { Fields } from './fields.js'
import { objectIdentifierOf } from './values.js'

export interface DigestInfo {
  /** Null when the OID is not known. */
  readonly algorithm: DigestAlgorithm | null
  readonly oid: string
  readonly digest: Buffer
  /** The algorithm has NULL parameters; false: it has none. */
  readonly withNull: boolean
}

/** The longest digest has 64 octets, the longest OID of one 11. */
const limits = { maxBytes: 128, maxDepth: 2, maxElements: 8, maxNumberBytes: 32, maxCertificates: 0 }

/** A DER DigestInfo (RFC 8017, A.2.4) and nothing else; null when the octets are none. */
export function readDigestInfo(der: Uint8Array): DigestInfo | null {
  try {
    const fields = new Fields(openSequence(der, limits, DER, 'a DigestInfo'))
    const identifier = new Fields(fields.next(SEQUENCE, 'digestAlgorithm'))
    const digest = fields.next(OCTET_STRING, 'digest').content
    fields.end()
    const oid = objectIdentifierOf(identifier.next(OBJECT_IDENTIFIER, 'algorithm'))
    const parameters = identifier.optional(NULL)
    identifier.end()
    if (parameters !== null && parameters.contentEnd !== parameters.contentStart) return null
    return { algorithm: digestAlgorithmOfOid(oid), oid, digest, withNull: parameters !== null }
  } catch (error) {
    if (error instanceof Asn1Error) return null
    throw error
  }
}
