import type { DigestFacts, SignatureReport, SignedScope } from '#model'
import { decoded, hashNameOf, type Siva3Scope } from './scopes.js'

/** The digest of a file, as a request with hashes gives it: the algorithm in any letter case, the digest in base64. */
export interface SentDigest {
  readonly filename: string
  readonly hashAlgo: string
  readonly hash: string
}

/**
 * The scope of a signature over a file that is not given itself. As in SiVa it is a digest when a digest that was sent is the one that the signature states, under
 * whatever name it was sent, and otherwise the file as a whole, with the digest that was sent under its name. Null for other scopes, which are written as ever.
 */
export function hashScopeOf(
  scope: SignedScope,
  { evidence }: Pick<SignatureReport, 'evidence'>,
  sent: readonly SentDigest[],
): Siva3Scope | null {
  if (scope.kind !== 'file' && scope.kind !== 'file-digest') return null
  const { name } = scope
  const underName = sent.filter(({ filename }) => filename === name)
  const stated = scope.kind === 'file-digest' ? scope.digest : digestStatedFor(name, evidence)
  const matching = stated === null ? undefined : (underName.find(isDigest(stated)) ?? sent.find(isDigest(stated)))
  if (matching !== undefined)
    return { name: matching.filename, scope: 'DIGEST', content: 'Digest of the document content', ...written(matching) }
  const [first] = underName
  return { name, scope: 'FULL', content: 'Full document', ...(first === undefined ? {} : written(first)) }
}

function written({ hash, hashAlgo }: SentDigest) {
  return { hash, hashAlgo: hashAlgo.toUpperCase() }
}

function isDigest({ algorithm, value }: DigestFacts): (sent: SentDigest) => boolean {
  return ({ hash, hashAlgo }) =>
    algorithm !== null && hashNameOf(algorithm) === hashAlgo.toUpperCase() && Buffer.from(hash, 'base64').toString('hex') === value
}

/** The digest in the reference to a file; null when the signature has no such reference. */
function digestStatedFor(name: string, evidence: SignatureReport['evidence']): DigestFacts | null {
  const references = evidence?.facts.references.filter(({ kind }) => kind === 'data-object') ?? []
  return references.find(({ dataFile, uri }) => dataFile === name || decoded(uri) === name)?.digest ?? null
}
