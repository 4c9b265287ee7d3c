import type { SignatureFacts, StructureFinding } from '#model'
import { digest, digestIdentifiers } from '#readers/crypto'
import { type CoveredContent, referenceOf } from '../cms/read-cms-signature.js'
import type { CoveredOctets } from './covered-octets.js'
import type { DecodedSignature } from './decode-message.js'

/** The content that a message covers, with references and findings about it. */
export interface SignedContent {
  readonly covered: CoveredContent
  readonly references: SignatureFacts['references']
  readonly structure: readonly StructureFinding[]
}

/** SubFilter adbe.pkcs7.sha1: the content of the message is the SHA-1 of the ranges, and is signed (ISO 32000-1, 12.8.3.3.1). */
const DIGEST_AS_CONTENT = 'adbe.pkcs7.sha1'

/** The content that the message must cover: the octets of the byte ranges. Content inside the message is a finding, except for adbe.pkcs7.sha1. */
export function contentOf({ signature, message }: DecodedSignature, octets: CoveredOctets): SignedContent {
  const { range, subFilter } = signature
  const name = 'PDF'
  const ranges: CoveredContent = {
    name,
    isFound: range !== null,
    digest: (algorithm) => (range === null ? null : octets.digest(range, algorithm)),
    octets: () => (range === null ? Buffer.alloc(0) : octets.octets(range)),
  }
  const { content } = message
  if (subFilter !== DIGEST_AS_CONTENT) {
    const attached =
      content === null ? [] : [{ key: 'cms-content-detached', code: 'CONTENT_ATTACHED', facts: { octets: content.length } } as const]
    return { covered: ranges, references: [], structure: attached }
  }
  const actual = ranges.digest('SHA1')
  const stated = { identifier: digestIdentifiers.SHA1, algorithm: 'SHA1', value: content?.toString('hex') ?? '' } as const
  const status = actual === null ? 'not-found' : content?.equals(actual) === true ? 'intact' : 'mismatch'
  const held = content ?? Buffer.alloc(0)
  return {
    covered: { name: 'SHA-1', isFound: content !== null, digest: (algorithm) => digest(algorithm, held), octets: () => held },
    references: [referenceOf(name, stated, status)],
    structure: [],
  }
}
