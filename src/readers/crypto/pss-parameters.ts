import type { DigestAlgorithm } from '#model'
import {
  type Asn1Element,
  contextTag,
  explicitContent,
  Fields,
  INTEGER,
  OBJECT_IDENTIFIER,
  objectIdentifierOf,
  SEQUENCE,
  smallIntegerOf,
} from '#readers/der'
import { digestAlgorithmOfOid } from './algorithms.js'

const MGF1 = '1.2.840.113549.1.1.8'

/** Parameters of RSASSA-PSS other than the digest (RFC 8017, A.2.3); the mask generation function is always MGF1, the trailer always 1. */
export interface PssParameters {
  /** Digest of MGF1; null when its identifier is not known, or the parameters state another mask generation function or trailer. */
  readonly mgfDigest: DigestAlgorithm | null
  /** In octets. */
  readonly saltLength: number
}

export interface PssParametersOfAlgorithm {
  /** Null when its identifier is not known. */
  readonly digest: DigestAlgorithm | null
  readonly pss: PssParameters
}

/** Reads RSASSA-PSS-params (RFC 4055, 3.1). A missing field has its default: SHA-1, MGF1 with SHA-1, salt of 20 octets, trailer 1. Throws `Asn1Error`. */
export function readPssParameters(parameters: Asn1Element): PssParametersOfAlgorithm {
  const fields = new Fields(parameters)
  const hash = fields.optional(contextTag(0))
  const generation = fields.optional(contextTag(1))
  const salt = fields.optional(contextTag(2))
  const trailer = fields.optional(contextTag(3))
  fields.end()
  const digest = hash === null ? 'SHA1' : digestAlgorithmOfOid(oidOf(explicitContent(hash, SEQUENCE, 'hashAlgorithm')))
  const mgfDigest = generation === null ? 'SHA1' : mgfDigestOf(explicitContent(generation, SEQUENCE, 'maskGenAlgorithm'))
  const trailerKnown = trailer === null || smallIntegerOf(explicitContent(trailer, INTEGER, 'trailerField')) === 1
  const saltLength = salt === null ? 20 : smallIntegerOf(explicitContent(salt, INTEGER, 'saltLength'))
  return { digest, pss: { mgfDigest: trailerKnown ? mgfDigest : null, saltLength } }
}

function mgfDigestOf(identifier: Asn1Element): DigestAlgorithm | null {
  const fields = new Fields(identifier)
  if (objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'maskGenAlgorithm')) !== MGF1) return null
  return digestAlgorithmOfOid(oidOf(fields.next(SEQUENCE, 'digest of MGF1')))
}

function oidOf(identifier: Asn1Element): string {
  return objectIdentifierOf(new Fields(identifier).next(OBJECT_IDENTIFIER, 'algorithm'))
}
