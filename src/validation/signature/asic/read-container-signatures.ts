import type { ArchivedFile, ReadSignature, SignatureFile, StructureFinding, TimeStampFacts } from '#model'
import { readSignedData, type SignedData } from '#readers/cms'
import { Asn1Error, orAsn1Error } from '#readers/x509'
import { readCadesSignatures, type SignedContent } from '../cades/read-cades-signatures.js'
import type { CoveredContent } from '../cms/read-cms-signature.js'
import { DocumentWork } from '../document-work.js'
import type { SignatureContext } from '../signature-context.js'
import { signatureLimit } from '../signature-limit-error.js'
import { type AsicSignatures, readAsicSignatures } from '../xades/read-xades-signatures.js'
import type { AsicManifest, MetaFile } from './asic-manifest.js'
import { ContainerFiles } from './container-files.js'
import { type ContainerTokens, readContainerTokens } from './read-container-tokens.js'

/** The parts of an ASiC container that signatures and tokens are read from. */
interface ContainerSignatures extends AsicSignatures {
  readonly signatures: readonly SignatureFile[]
  readonly messages: readonly MetaFile[]
  readonly tokens: readonly MetaFile[]
  readonly manifests: readonly MetaFile[]
  readonly files: readonly ArchivedFile[]
}

/**
 * Reads every signature of an ASiC-E or ASiC-S container: XAdES first, then CAdES, each in the order of the container. In ASiC-E a CAdES signature covers the
 * manifest that names it, and by it the files; in ASiC-S it covers the data file. Tokens over an archive manifest are time-stamps of the signatures that it covers
 * (EN 319 162-1, 4.4.4 and A.7).
 *
 * @throws ReaderError with `limit` when a bound is reached
 */
export function readContainerSignatures(opened: ContainerSignatures, context: SignatureContext): readonly ReadSignature[] {
  const xades = readAsicSignatures(opened, context)
  const work = new DocumentWork(context.limits.signature)
  const files = new ContainerFiles(opened, work, context)
  const cades = opened.messages.flatMap((message) => readMessage(message, opened, files, work, context))
  const { maxSignatures } = context.limits.signature
  if (xades.length + cades.length > maxSignatures)
    throw signatureLimit('SIGNATURE_TOO_MANY_SIGNATURES', `more than ${maxSignatures} signatures`)
  const all = [...xades, ...cades]
  if (opened.form.kind === 'asic-s' || opened.tokens.length === 0) return all
  const tokens = readContainerTokens(opened, files, work, context)
  return all.map((signature) => withTokens(signature, tokens))
}

/** The time-stamp tokens of an ASiC-S container (EN 319 162-1, 4.3.3.2). Throws as `readContainerTokens`. */
export function readAsicSTokens(opened: ContainerSignatures, context: SignatureContext): ContainerTokens {
  const work = new DocumentWork(context.limits.signature, context.limits.signature.maxTokenStatements)
  return readContainerTokens(opened, new ContainerFiles(opened, work, context), work, context)
}

function readMessage(
  { name, bytes }: MetaFile,
  opened: ContainerSignatures,
  files: ContainerFiles,
  work: DocumentWork,
  context: SignatureContext,
): readonly ReadSignature[] {
  const { limits, cache } = context
  const message = orAsn1Error(() => readSignedData(bytes, limits.asn1, (der) => cache.certificate(der)))
  if (message instanceof Asn1Error || message.signers.length === 0) {
    const { code, message: text } =
      message instanceof Asn1Error ? message : { code: 'ASN1_SIGNER_COUNT', message: 'the message has no signer' }
    return [{ kind: 'unreadable', source: { file: name, index: 0 }, id: '', code, message: text, offset: null }]
  }
  const content = opened.form.kind === 'asic-e' ? contentByManifest(name, files) : contentOfDataFile(opened, files)
  const withAttached = { ...content, structure: [...content.structure, ...findAttachedContent(message)] }
  return readCadesSignatures(message, name, withAttached, context, work).map((facts) => ({
    kind: 'read',
    facts: { ...facts, profile: { name: opened.form.kind } },
  }))
}

const notFound: CoveredContent = { name: '', isFound: false, digest: () => null, octets: () => Buffer.alloc(0) }

/** The manifest that names the signature. Without exactly one it is not known what the signature covers. */
function contentByManifest(entry: string, files: ContainerFiles): SignedContent {
  const [manifest, ...others] = files.manifestsOf(entry)
  if (manifest === undefined || others.length > 0) {
    const problem = manifest !== undefined ? 'several' : files.unreadable.length > 0 ? 'unreadable' : 'missing'
    const finding: StructureFinding = { key: 'asic-manifest-usable', code: 'ASIC_MANIFEST', facts: { manifest: problem, signature: entry } }
    return { covered: notFound, references: [], scopes: [], structure: [finding] }
  }
  const references = files.verify(manifest)
  const repeated = references.filter(({ status }) => status === 'ambiguous')
  return {
    covered: coveredManifest(manifest, files),
    references,
    scopes: files.scopesOf(manifest, references),
    structure: repeated.slice(0, 20).map(({ uri }) => ({
      key: 'asic-manifest-usable',
      code: 'ASIC_MANIFEST_REPEATS',
      facts: { manifest: 'repeats', signature: entry, file: uri },
    })),
  }
}

function coveredManifest({ name, bytes }: AsicManifest, files: ContainerFiles): CoveredContent {
  return { name, isFound: true, isManifest: true, digest: (algorithm) => files.digestOf(name, algorithm), octets: () => bytes }
}

function contentOfDataFile({ dataFiles }: ContainerSignatures, files: ContainerFiles): SignedContent {
  const [file, ...others] = dataFiles
  if (file === undefined || others.length > 0) return { covered: notFound, references: [], scopes: [], structure: [] }
  const covered: CoveredContent = {
    name: file.name,
    isFound: true,
    digest: (algorithm) => files.digestOf(file.name, algorithm),
    octets: () => Buffer.concat([...file.content.pieces()]),
  }
  return { covered, references: [], scopes: [{ kind: 'file', name: file.name }], structure: [] }
}

/** In a container a message has no content of its own: another one than the data file could stand there. */
function findAttachedContent({ content }: SignedData): readonly StructureFinding[] {
  return content === null ? [] : [{ key: 'cms-content-detached', code: 'CONTENT_ATTACHED', facts: { octets: content.length } }]
}

/**
 * Adds the tokens of the container whose manifest names the file with the signature. One that covers it proves that the signature and everything in that file existed;
 * one whose manifest does not agree with the files proves nothing, and is told as a time-stamp that is not valid.
 */
function withTokens(read: ReadSignature, { tokens, unreadable, certificates, revocations }: ContainerTokens): ReadSignature {
  if (read.kind === 'unreadable') return read
  const { facts } = read
  const { file } = facts.source
  const over = tokens.filter(({ named }) => named.has(file))
  const notRead = unreadable.filter(({ named }) => named.has(file))
  if (over.length === 0 && notRead.length === 0) return read
  const timeStamps = over.map(
    (token): TimeStampFacts => ({
      ...token.facts,
      coverage: {
        signatureValue: token.covered.has(file),
        // The files have to be covered by the token itself.
        signedData: facts.references.every(({ dataFile }) => dataFile === null || token.covered.has(dataFile)),
        certificates: facts.certificates.map(({ id }) => id),
        revocations: facts.revocations.map(({ id }) => id),
        timeStamps: [...facts.timeStamps.map(({ id }) => id), ...token.facts.coverage.timeStamps],
      },
    }),
  )
  return {
    kind: 'read',
    facts: {
      ...facts,
      level: facts.level === 'LT' ? 'LTA' : facts.level,
      timeStamps: [...facts.timeStamps, ...timeStamps],
      unreadableTimeStamps: [...facts.unreadableTimeStamps, ...notRead.map(({ kind, problem }) => ({ kind, problem }))],
      certificates: distinctById([...facts.certificates, ...certificates]),
      revocations: distinctById([...facts.revocations, ...revocations]),
    },
  }
}

/** Of two with one id the first, which is that of the signature itself. */
function distinctById<T extends { readonly id: string }>(all: readonly T[]): readonly T[] {
  const byId = new Map<string, T>()
  for (const each of all) if (!byId.has(each.id)) byId.set(each.id, each)
  return [...byId.values()]
}
