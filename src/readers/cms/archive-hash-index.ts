import type { DigestAlgorithm } from '#model'
import { algorithmOidOf, digestAlgorithmOfOid } from '#readers/crypto'
import {
  type Asn1Element,
  Asn1Error,
  type Asn1Limits,
  elementsOf,
  Fields,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  octetsOf,
  openEncoding,
  orAsn1Error,
  SEQUENCE,
} from '#readers/der'
import type { CmsAttribute } from './attribute.js'
import { CMS_RULES } from './encoding-rules.js'

/** The versions of the ats-hash-index attribute by their object identifiers (TS 101 733, 6.4.2; EN 319 122-1, 5.5.2). */
const versions: ReadonlyMap<string, 1 | 2 | 3> = new Map([
  ['0.4.0.1733.2.5', 1],
  ['0.4.0.19122.1.4', 2],
  ['0.4.0.19122.1.5', 3],
])

/**
 * The ats-hash-index of an archive time-stamp (EN 319 122-1, 5.5.2): the digests of what it covers. Versions 1 and 2 digest each unsigned attribute, version 3 each
 * of its values behind the type.
 */
export interface ArchiveHashIndex {
  readonly version: 1 | 2 | 3
  /** The encoding of the attribute value, which the imprint covers. */
  readonly encoding: Buffer
  /** Null when its identifier is not known. */
  readonly algorithm: DigestAlgorithm | null
  readonly certificates: readonly Buffer[]
  readonly revocations: readonly Buffer[]
  readonly unsignedAttributes: readonly Buffer[]
}

/** The hash index among the unsigned attributes of a token; null when there is none, when there are several, or when it cannot be read. */
export function readArchiveHashIndex(attributes: readonly CmsAttribute[], limits: Asn1Limits): ArchiveHashIndex | null {
  const found = attributes.flatMap(({ oid, values }) => {
    const version = versions.get(oid)
    return version === undefined ? [] : values.map((encoding) => ({ version, encoding }))
  })
  const [index] = found
  if (index === undefined || found.length > 1) return null
  const read = orAsn1Error(() => contentOf(openEncoding(index.encoding, limits, CMS_RULES)))
  return read instanceof Asn1Error ? null : { ...index, ...read }
}

function contentOf(element: Asn1Element): Omit<ArchiveHashIndex, 'version' | 'encoding'> {
  const fields = new Fields(element)
  const first = fields.next(SEQUENCE, 'hashIndAlgorithm')
  // The algorithm may be left out when it is SHA-256: then the first field is a list of octet strings.
  const isAlgorithm = elementsOf(first)[0]?.identifier === OBJECT_IDENTIFIER
  const certificates = isAlgorithm ? fields.next(SEQUENCE, 'certificatesHashIndex') : first
  const revocations = fields.next(SEQUENCE, 'crlsHashIndex')
  const unsignedAttributes = fields.next(SEQUENCE, 'unsignedAttrsHashIndex')
  fields.end()
  return {
    algorithm: isAlgorithm ? digestAlgorithmOfOid(algorithmOidOf(first)) : 'SHA256',
    certificates: digestsOf(certificates),
    revocations: digestsOf(revocations),
    unsignedAttributes: digestsOf(unsignedAttributes),
  }
}

function digestsOf(list: Asn1Element): readonly Buffer[] {
  return elementsOf(list).map((element) => {
    if (element.identifier !== OCTET_STRING) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'a digest is expected', element.start)
    return octetsOf(element)
  })
}
