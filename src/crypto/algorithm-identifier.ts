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
} from '#der'
import type { DigestAlgorithm, SignatureAlgorithm } from '#model'
import { digestAlgorithmOfOid, signatureAlgorithmOfOid } from './algorithms.js'
import type { PssParameters } from './verify-signature.js'

const RSASSA_PSS = '1.2.840.113549.1.1.10'
const MGF1 = '1.2.840.113549.1.1.8'

export interface ReadSignatureAlgorithm {
  readonly algorithm: SignatureAlgorithm
  /** Null unless the algorithm is RSASSA-PSS. */
  readonly pss: PssParameters | null
}

/** The OID of an AlgorithmIdentifier; parameters are not looked at. */
export function algorithmOidOf(identifier: Asn1Element): string {
  return objectIdentifierOf(new Fields(identifier).next(OBJECT_IDENTIFIER, 'algorithm'))
}

/** An AlgorithmIdentifier of a signature. For RSASSA-PSS the digest comes from the parameters. */
export function signatureAlgorithmOf(identifier: Asn1Element): ReadSignatureAlgorithm {
  const fields = new Fields(identifier)
  const algorithm = signatureAlgorithmOfOid(objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'algorithm')))
  if (algorithm.identifier !== RSASSA_PSS) return { algorithm, pss: null }
  const parameters = fields.any()
  // RFC 4055 §3.1: a signature must state them. Without them nothing says what to verify.
  if (parameters?.identifier !== SEQUENCE) return { algorithm, pss: { mgfDigest: null, saltLength: 0 } }
  const { digest, pss } = pssParametersOf(parameters)
  return { algorithm: { ...algorithm, digest }, pss }
}

/** RSASSA-PSS-params (RFC 4055, 3.1): every field has a default, that of SHA-1. */
function pssParametersOf(parameters: Asn1Element): { digest: DigestAlgorithm | null; pss: PssParameters } {
  const fields = new Fields(parameters)
  const hash = fields.optional(contextTag(0))
  const generation = fields.optional(contextTag(1))
  const salt = fields.optional(contextTag(2))
  const trailer = fields.optional(contextTag(3))
  fields.end()
  const digest = hash === null ? 'SHA1' : digestAlgorithmOfOid(algorithmOidOf(explicitContent(hash, SEQUENCE, 'hashAlgorithm')))
  const trailerKnown = trailer === null || smallIntegerOf(explicitContent(trailer, INTEGER, 'trailerField')) === 1
  return {
    digest,
    pss: {
      mgfDigest: trailerKnown
        ? generation === null
          ? 'SHA1'
          : mgfDigestOf(explicitContent(generation, SEQUENCE, 'maskGenAlgorithm'))
        : null,
      saltLength: salt === null ? 20 : smallIntegerOf(explicitContent(salt, INTEGER, 'saltLength')),
    },
  }
}

function mgfDigestOf(identifier: Asn1Element): DigestAlgorithm | null {
  const fields = new Fields(identifier)
  if (objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'maskGenAlgorithm')) !== MGF1) return null
  return digestAlgorithmOfOid(algorithmOidOf(fields.next(SEQUENCE, 'digest of MGF1')))
}
