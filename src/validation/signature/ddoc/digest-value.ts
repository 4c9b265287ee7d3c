import type { StructureFinding } from '#model'
import { excerpt } from '#model'
import type { XmlElement } from '#readers/xml'
import { base64Of } from '#readers/xmldsig'
import { attributeAt, childNamed } from './elements.js'
import { flaw } from './flaws.js'

const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1'
const SHA1_BYTES = 20

/** DigestMethod and DigestValue of an element, as written. */
export interface WrittenDigest {
  readonly identifier: string
  /** Lower-case hex; null when it is not a SHA-1 digest. */
  readonly sha1: string | null
  readonly flaws: readonly StructureFinding[]
}

/** Reads DigestMethod and DigestValue: SHA-1 is the only digest of DIGIDOC-XML. `where` is the name of the place in flaws. */
export function readDigest(parent: XmlElement | null, where: string): WrittenDigest {
  const identifier = attributeAt(childNamed(parent, 'DigestMethod'), 'Algorithm')
  const value = childNamed(parent, 'DigestValue')
  const octets = value === null ? null : base64Of(value)
  const flaws: StructureFinding[] = []
  if (identifier !== SHA1) flaws.push(flaw('DIGEST_METHOD', { where: excerpt(where), algorithm: excerpt(identifier) }))
  if (octets?.length !== SHA1_BYTES) flaws.push(flaw('DIGEST_LENGTH', { where: excerpt(where), bytes: octets?.length ?? null }))
  return { identifier, sha1: flaws.length === 0 ? (octets?.toString('hex') ?? null) : null, flaws }
}
