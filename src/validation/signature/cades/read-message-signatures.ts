import type { DetachedData, ReadSignature } from '#model'
import { readSignedData, type SignedData } from '#readers/cms'
import { type digest, digestIdentifiers } from '#readers/crypto'
import { withoutBlanksBehind } from '#readers/x509'
import { bufferOf } from '#std'
import type { CoveredContent } from '../cms/read-cms-signature.js'
import { detachedFile } from '../detached-file.js'
import { DocumentWork } from '../document-work.js'
import type { SignatureContext } from '../signature-context.js'
import { readCadesSignatures, type SignedContent } from './read-cades-signatures.js'

/** A CMS message without a container, and what is given beside it. */
interface CmsMessage {
  readonly bytes: Uint8Array
  readonly detached: DetachedData | null
}

/**
 * Reads every signature of a CMS message without a container. What it covers is the content inside it, or else the file that is given beside it. A message without
 * signers has no signatures (`decisions.md#cades-content`).
 *
 * @throws Asn1Error when the message cannot be read; ReaderError with `limit` when a bound is reached
 */
export function readMessageSignatures({ bytes, detached }: CmsMessage, context: SignatureContext): readonly ReadSignature[] {
  const { limits, cache } = context
  const { encoding, blanks } = withoutBlanksBehind(bufferOf(bytes), limits.asn1, limits.asn1.maxBlanks)
  const message = readSignedData(encoding, limits.asn1, (der) => cache.certificate(der))
  const work = new DocumentWork(limits.signature)
  return readCadesSignatures(message, '', withBlanks(contentOf(message, detached, work), blanks), context, work).map((facts) => ({
    kind: 'read',
    facts: { ...facts, profile: { name: 'cades' } },
  }))
}

/** Tells of white space and zeros behind the message, which no signature covers. */
function withBlanks(content: SignedContent, octets: number): SignedContent {
  if (octets === 0) return content
  const facts = { aKind: 'message', place: 'cms-signed-data', octets }
  return { ...content, structure: [...content.structure, { key: 'encoding-without-blanks', code: 'BLANKS_BEHIND_VALUE', facts }] }
}

const nothing = { references: [], structure: [] } as const

function contentOf(message: SignedData, detached: DetachedData | null, work: DocumentWork): SignedContent {
  const { content } = message
  if (content !== null) {
    const given = detached?.kind === 'files' ? detached.files : []
    // A file that is given beside its copy in the message is covered by its name, any other one is not.
    const same = given.find(({ bytes }) => bufferOf(bytes).equals(content))
    const file = detachedFile({ name: same?.name ?? (given.length === 0 ? 'content' : ''), bytes: content })
    const covered: CoveredContent = {
      name: file.name,
      isFound: true,
      digest: (algorithm) => bufferOrNull(work.digestOf(file, algorithm)),
      octets: () => content,
    }
    return { ...nothing, covered, scopes: [{ kind: 'cms-content' }] }
  }
  if (detached === null) return { ...nothing, covered: notFound, scopes: [] }
  return detached.kind === 'files' ? givenFile(message, detached.files, work) : givenDigest(message, detached)
}

const notFound: CoveredContent = { name: '', isFound: false, digest: () => null, octets: () => Buffer.alloc(0) }

/** A message names no file. Of several files that are given, the one that its first signer states the digest of is meant. */
function givenFile(message: SignedData, files: Extract<DetachedData, { kind: 'files' }>['files'], work: DocumentWork): SignedContent {
  const [signer] = message.signers
  const all = files.map(detachedFile)
  const stated = (file: (typeof all)[number]) => {
    const algorithm = signer?.digestAlgorithm ?? null
    const actual = algorithm === null ? null : work.digestOf(file, algorithm)
    return actual !== null && signer?.messageDigest?.equals(actual) === true
  }
  const file = all.length > 1 ? all.find(stated) : all[0]
  if (file === undefined) return { ...nothing, covered: notFound, scopes: [] }
  const covered: CoveredContent = {
    name: file.name,
    isFound: true,
    digest: (algorithm) => bufferOrNull(work.digestOf(file, algorithm)),
    octets: () => Buffer.concat([...file.content.pieces()]),
  }
  return { ...nothing, covered, scopes: [{ kind: 'file', name: file.name }] }
}

/** The digest of the file, given or as the message states it. Without signed attributes the value covers the octets, which a digest does not replace. */
function givenDigest({ signers: [signer] }: SignedData, detached: Exclude<DetachedData, { kind: 'files' }>): SignedContent {
  const algorithm = signer?.digestAlgorithm ?? null
  const given =
    detached.kind === 'stated'
      ? algorithm === null
        ? undefined
        : { name: '', algorithm, value: signer?.messageDigest?.toString('hex') ?? '' }
      : detached.files.find((file) => file.algorithm === algorithm)
  if (given === undefined || signer === undefined || signer.signedAttributesDer === null)
    return { ...nothing, covered: notFound, scopes: [] }
  const { name, value } = given
  const covered: CoveredContent = {
    name,
    isFound: true,
    digest: (wanted) => (wanted === given.algorithm ? Buffer.from(value, 'hex') : null),
    octets: () => Buffer.alloc(0),
  }
  const facts = { identifier: digestIdentifiers[given.algorithm], algorithm: given.algorithm, value }
  return { ...nothing, covered, scopes: [{ kind: 'file-digest', name, digest: facts }] }
}

function bufferOrNull(octets: ReturnType<typeof digest> | Uint8Array): Buffer | null {
  return octets === null ? null : Buffer.from(octets.buffer, octets.byteOffset, octets.length)
}
