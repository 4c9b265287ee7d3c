import type { SignatureAlgorithm } from '#model'
import { type Asn1Element, Asn1Error, Fields, NULL, OBJECT_IDENTIFIER, objectIdentifierOf, SEQUENCE } from '#readers/der'
import { signatureAlgorithmOfOid } from './algorithms.js'
import { type PssParameters, readPssParameters } from './pss-parameters.js'

const RSASSA_PSS = '1.2.840.113549.1.1.10'

interface ReadSignatureAlgorithm {
  readonly algorithm: SignatureAlgorithm
  /** Null unless the algorithm is RSASSA-PSS. */
  readonly pss: PssParameters | null
}

/** The dotted OID of an AlgorithmIdentifier; its parameters are ignored. Throws `Asn1Error`. */
export function algorithmOidOf(identifier: Asn1Element): string {
  return partsOf(identifier).oid
}

/** Reads AlgorithmIdentifier ::= SEQUENCE { algorithm, parameters OPTIONAL } (RFC 5280, 4.1.1.2). Parameters of type NULL must have no content. */
function partsOf(identifier: Asn1Element): { readonly oid: string; readonly parameters: Asn1Element | null } {
  const fields = new Fields(identifier)
  const oid = objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'algorithm'))
  const parameters = fields.any()
  fields.end()
  if (parameters?.identifier === NULL && parameters.contentEnd > parameters.contentStart)
    throw Asn1Error.finding('ASN1_LENGTH', 'parameters are a NULL with content', parameters.start)
  return { oid, parameters }
}

/**
 * Whether two AlgorithmIdentifiers are the same, parameters included (RFC 5280, 4.1.1.2 and 5.1.1.2). Absent parameters and NULL count as the
 * same (`decisions.md#certificate-algorithms`).
 */
export function sameAlgorithm(one: Asn1Element, other: Asn1Element): boolean {
  return (
    one.encoding.equals(other.encoding) || (algorithmOidOf(one) === algorithmOidOf(other) && parametersOf(one).equals(parametersOf(other)))
  )
}

/**
 * The algorithm next to a signature. It must equal the algorithm inside the signed part: a difference is a substitution (RFC 5280, 4.1.1.2 and 5.1.1.2).
 *
 * @throws Asn1Error ASN1_ALGORITHM_MISMATCH, or when an identifier cannot be read
 */
export function agreedAlgorithmOf(outside: Asn1Element, inside: Asn1Element): ReadSignatureAlgorithm {
  const read = signatureAlgorithmOf(outside)
  if (!sameAlgorithm(inside, outside))
    throw Asn1Error.finding('ASN1_ALGORITHM_MISMATCH', 'two different signature algorithms', outside.start)
  return read
}

/** The octets of the parameters; none for NULL. */
function parametersOf(identifier: Asn1Element): Buffer {
  const { parameters } = partsOf(identifier)
  return parameters === null || parameters.identifier === NULL ? Buffer.alloc(0) : parameters.encoding
}

/** Reads the AlgorithmIdentifier of a signature. The digest of RSASSA-PSS comes from the parameters. Throws `Asn1Error`. */
export function signatureAlgorithmOf(identifier: Asn1Element): ReadSignatureAlgorithm {
  const { oid, parameters } = partsOf(identifier)
  const algorithm = signatureAlgorithmOfOid(oid)
  if (algorithm.identifier !== RSASSA_PSS) return { algorithm, pss: null }
  // RFC 4055, 3.1: a signature must state the parameters. Without them it cannot be verified.
  if (parameters?.identifier !== SEQUENCE) return { algorithm, pss: { mgfDigest: null, saltLength: 0 } }
  const { digest, pss } = readPssParameters(parameters)
  return { algorithm: { ...algorithm, digest }, pss }
}
