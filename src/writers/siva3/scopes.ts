import { type DigestAlgorithm, type ReferenceFacts, resultOr, type SignatureReport, type SignedScope } from '#model'
import { bareDigestOf } from './message-imprint.js'
import type { Engine } from './names.js'
import { type Present, present } from './present.js'

/** The data that a signature or a token covers. */
export type Siva3Scope = Present<{
  readonly name: string
  readonly scope: 'FullSignatureScope' | 'FULL' | 'PARTIAL' | 'DIGEST' | 'ARCHIVED' | 'COUNTER_SIGNATURE'
  readonly content: string
  /** The digest of the file, base64, for requests with hashes. */
  readonly hash: string | null
  readonly hashAlgo: string | null
}>

/**
 * The scopes that an engine lists of a XAdES signature (`decisions.md#siva3-scopes`). That for BDOC names only files that it has found (`decisions.md#siva3-not-followed`). The other one also names what
 * a signature states and nobody has, and the manifest in it by its reference; what describes the signature is no scope.
 */
export function listedScopes(
  { scopes, evidence, form }: Pick<SignatureReport, 'scopes' | 'evidence' | 'form'>,
  engine: Engine,
): readonly SignedScope[] {
  if (form?.syntax !== 'xades' || evidence === null) return scopes
  const { references } = evidence.facts
  if (engine === 'digidoc') {
    const found = new Set(references.map(({ dataFile }) => dataFile))
    return scopes.filter((scope) => scope.kind !== 'file' || found.has(scope.name))
  }
  const descriptions = new Set(references.flatMap(({ type, uri }) => (type === SIGNATURE_PROPERTIES ? [uri] : [])))
  const named = scopes.filter((scope) => scope.kind !== 'xml-element' || !descriptions.has(`#${scope.id}`))
  const names = new Set(named.map((scope) => ('name' in scope ? scope.name : null)))
  return [...named, ...references.flatMap(statedScopeOf).filter(({ name }) => !names.has(name) && !names.has(decoded(name)))]
}

const SIGNATURE_PROPERTIES = 'http://www.w3.org/2000/09/xmldsig#SignatureProperties'

/** The scope of a reference to a file that is not there, or to a manifest in the signature. */
function statedScopeOf({
  id,
  uri,
  manifest,
  status,
  kind,
  transforms,
}: ReferenceFacts): readonly { readonly kind: 'file' | 'manifest'; readonly name: string }[] {
  if (manifest === true) return [{ kind: 'manifest', name: id === '' ? uri.slice(1) : id }]
  const isFile = kind === 'data-object' && uri !== '' && !uri.startsWith('#')
  return isFile && status === 'not-found' && transforms.length === 0 ? [{ kind: 'file', name: uri }] : []
}

/** A URI without its escapes; as it is when they are not those of UTF-8. */
export function decoded(uri: string): string {
  return resultOr(
    URIError,
    () => decodeURIComponent(uri),
    () => uri,
  )
}

/** @param size octets of the document, to say whether any follow the signed ones */
export function scopeOf(scope: SignedScope, engine: Engine, size: number): Siva3Scope {
  switch (scope.kind) {
    case 'file':
      return engine === 'digidoc'
        ? { name: scope.name, scope: 'FullSignatureScope', content: 'Digest of the document content' }
        : { name: scope.name, scope: 'FULL', content: 'Full document' }
    case 'file-digest':
      return present({
        name: scope.name,
        scope: 'DIGEST' as const,
        content: 'Digest of the document content',
        hash: bareDigestOf(scope.digest),
        hashAlgo: scope.digest.algorithm === null ? null : hashNameOf(scope.digest.algorithm),
      })
    case 'pdf-revision': {
      const [, , start, length] = scope.byteRange
      const content = `The document ByteRange : [${scope.byteRange.join(', ')}]`
      return start + length >= size ? { name: 'Full PDF', scope: 'FULL', content } : { name: 'Partial PDF', scope: 'PARTIAL', content }
    }
    case 'manifest':
      return { name: scope.name, scope: 'FULL', content: 'Manifest document' }
    case 'archive':
      return { name: scope.name, scope: 'FULL', content: 'ASiCS archive' }
    case 'archived-file':
      return { name: scope.name, scope: 'ARCHIVED', content: 'ASiCS archive content' }
    case 'cms-content':
      return { name: 'Full document', scope: 'FULL', content: 'Full document' }
    case 'xml-document':
      return { name: 'Full XML File', scope: 'FULL', content: `The full XML file${transformed(scope)}` }
    case 'xml-element':
      return { name: scope.id, scope: 'PARTIAL', content: `The XML element with ID '${scope.id}'${transformed(scope)}` }
    case 'signature':
      return { name: scope.id, scope: 'COUNTER_SIGNATURE', content: `Master signature with Id : ${scope.id}` }
  }
}

function transformed(scope: { readonly transformed: boolean }): string {
  return scope.transformed ? ' with transformations.' : ''
}

/** The name of a digest algorithm in requests and answers: `SHA3_256`. */
export function hashNameOf(algorithm: DigestAlgorithm): string {
  return algorithm.replace('-', '_')
}
