import {
  type ArchivedFile,
  type CertificateFacts,
  ReaderError,
  type ReferenceFacts,
  type RevocationFacts,
  type SignedScope,
  type TimeStampFacts,
  type UnreadableTimeStamp,
} from '#model'
import { type ImprintInput, type TimeStampToken, verifyTimeStampToken } from '#readers/cms'
import type { DocumentWork } from '../document-work.js'
import { Evidence, type HeldEvidence, joinHeld } from '../evidence.js'
import { createImprintBudget } from '../imprint-budget.js'
import type { SignatureContext } from '../signature-context.js'
import { addTokenEvidence, readToken } from '../time-stamp-token.js'
import type { AsicManifest, MetaFile } from './asic-manifest.js'
import type { ContainerFiles } from './container-files.js'

/** A time-stamp token that is a file of the container. */
interface ContainerToken {
  /** Its entry. */
  readonly file: string
  /** The imprint is intact only when every file that its manifest names is. */
  readonly facts: TimeStampFacts
  /** What its manifest says of each file; for the token over the data file alone that one. */
  readonly references: readonly ReferenceFacts[]
  readonly scopes: readonly SignedScope[]
  /** Names of the files that it covers. */
  readonly covered: ReadonlySet<string>
  /** Names of all files that its manifest names. */
  readonly named: ReadonlySet<string>
}

/** The tokens of a container in its order, with the evidence that they share. */
export interface ContainerTokens {
  readonly tokens: readonly ContainerToken[]
  readonly unreadable: readonly (UnreadableTimeStamp & { readonly named: ReadonlySet<string> })[]
  readonly certificates: readonly CertificateFacts[]
  readonly revocations: readonly RevocationFacts[]
}

interface Parts {
  readonly form: { readonly kind: 'asic-e' | 'asic-s' }
  readonly dataFiles: readonly ArchivedFile[]
  readonly tokens: readonly MetaFile[]
}

/** A token before its imprint is verified. */
interface Decoded {
  readonly file: string
  readonly token: TimeStampToken
  readonly held: HeldEvidence
  readonly content: TokenContent
}

interface TokenContent {
  readonly input: ImprintInput
  readonly manifest: AsicManifest | null
  readonly references: readonly ReferenceFacts[]
  readonly covered: ReadonlySet<string>
  readonly named: ReadonlySet<string>
}

/**
 * Reads the time-stamp tokens of an ASiC container (EN 319 162-1, 4.3.3.2 and A.7). A token covers the manifest that names it, and by it the files; the first token of
 * ASiC-S, `timestamp.tst`, covers the data file itself. A later token that covers an earlier one proves that it existed.
 *
 * @throws ReaderError for a token of ASiC-S that cannot be read; with `limit` when a bound is reached
 */
export function readContainerTokens(parts: Parts, files: ContainerFiles, work: DocumentWork, context: SignatureContext): ContainerTokens {
  const { maxCertificates, maxRevocations } = context.limits.pdf
  // The tokens of a container share its evidence, as the signatures of a PDF do.
  const evidence = new Evidence({
    ...context,
    limits: { ...context.limits, signature: { ...context.limits.signature, maxCertificates, maxRevocations } },
  })
  work.countTimeStamps(parts.tokens.length)
  const unreadable: ContainerTokens['unreadable'][number][] = []
  const decoded: Decoded[] = []
  for (const { name, bytes } of parts.tokens) {
    const content = contentOf(name, parts, files)
    const { token, problem } = readToken(bytes, context)
    if (problem === null) decoded.push({ file: name, token, held: addTokenEvidence(token, evidence), content })
    else if (parts.form.kind === 'asic-e') unreadable.push({ kind: 'container', problem, named: content.named })
    else throw new ReaderError(problem, 'The time-stamp token cannot be read.', null, false, name)
  }
  const { certificates } = evidence
  const budget = createImprintBudget(context.limits.signature.maxImprintBytes)
  const tokens = decoded.map((each): ContainerToken => {
    const earlier = decoded.filter((other) => each.content.covered.has(other.file))
    const held = joinHeld(earlier.map((other) => other.held))
    const facts = verifyTimeStampToken(each.token, {
      kind: 'container',
      covered: each.content.input,
      coverage: {
        signatureValue: false,
        signedData: parts.dataFiles.some(({ name }) => each.content.covered.has(name)),
        certificates: held.certificates,
        revocations: held.revocations,
        timeStamps: earlier.map(({ token }) => token.id),
      },
      certificates,
      budget,
    })
    work.countStatements(each.content.references)
    return tokenOf(each, facts, files)
  })
  return { tokens, unreadable, certificates: certificates.map(({ facts }) => facts), revocations: evidence.readRevocations().revocations }
}

function tokenOf({ file, content }: Decoded, facts: TimeStampFacts, files: ContainerFiles): ContainerToken {
  const { manifest, references, covered, named } = content
  const { imprint } = facts
  const failed = references.find(({ status }) => status !== 'intact')
  const isIntact = imprint.status === 'intact'
  const status = isIntact && failed !== undefined ? (failed.status === 'mismatch' ? 'mismatch' : 'data-not-found') : imprint.status
  const scopes: readonly SignedScope[] =
    manifest !== null ? files.scopesOf(manifest, references) : [...covered].map((name) => ({ kind: 'file', name }))
  const manifestDigests = [...new Set(references.flatMap(({ digest }) => digest.algorithm ?? []))]
  return {
    file,
    facts: { manifestDigests, ...facts, imprint: { ...imprint, status } },
    references,
    scopes: isIntact ? scopes : [],
    covered: status === 'intact' ? covered : new Set(),
    named,
  }
}

const nothing: TokenContent = { input: null, manifest: null, references: [], covered: new Set(), named: new Set() }

function contentOf(entry: string, { form, dataFiles }: Parts, files: ContainerFiles): TokenContent {
  const [manifest, ...others] = files.manifestsOf(entry)
  if (manifest !== undefined) {
    if (others.length > 0) return nothing
    const references = files.verify(manifest)
    return {
      input: { digestBy: (algorithm) => files.digestOf(manifest.name, algorithm) },
      manifest,
      references,
      covered: new Set([manifest.name, ...files.coveredBy(references)]),
      named: files.namedBy(manifest),
    }
  }
  const [file] = dataFiles
  if (form.kind === 'asic-e' || file === undefined || dataFiles.length > 1 || !entry.toLowerCase().endsWith('timestamp.tst')) return nothing
  const covered = new Set([file.name])
  return { ...nothing, input: { digestBy: (algorithm) => files.digestOf(file.name, algorithm) }, covered, named: covered }
}
