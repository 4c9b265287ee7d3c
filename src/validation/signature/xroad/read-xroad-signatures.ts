import {
  findingOf,
  type ReadSignature,
  type SignatureFile,
  type SignedScope,
  type StructureFinding,
  type XroadChain,
  type XroadChainFiles,
  type XroadFile,
  type XroadParts,
  xroadMessageFile,
} from '#model'
import { DocumentWork } from '../document-work.js'
import type { SignatureContext } from '../signature-context.js'
import { readToken } from '../time-stamp-token.js'
import type { ContainerTimeStamp, XadesDialect } from '../xades/dialect.js'
import type { XadesSignature } from '../xades/read-signature.js'
import { readSignatureFile } from '../xades/read-xades-signatures.js'
import type { HashChainLimits } from './read-hash-chain.js'
import { verifyHashChain } from './verify-hash-chain.js'

/** The signature file and the other parts of an X-Road container. */
interface XroadSignatures extends XroadParts {
  readonly signatures: readonly SignatureFile[]
}

export type XroadContext = SignatureContext & { readonly limits: HashChainLimits }

const messageUri = `/${xroadMessageFile}`

/**
 * Reads the signature of an X-Road container: XAdES in the dialect of security servers, and the hash chains that lead from the signature to the
 * message, and from the time-stamp to the signature. Several signatures are a finding.
 *
 * @throws ReaderError with `limit` when a bound is reached
 */
export function readXroadSignatures(opened: XroadSignatures, context: XroadContext): readonly ReadSignature[] {
  const [file] = opened.signatures
  if (file === undefined) return []
  const work = new DocumentWork(context.limits.signature)
  const digestOf: Parameters<typeof verifyHashChain>[1] = (entry, algorithm) => work.digestOf(entry, algorithm)
  const stampChain = chainOf(opened.timeStampChain, `/${file.name}`, opened, digestOf, context)
  const dialect = dialectOf(opened, stampChain, context)
  const resolve = (uri: string) => (uri.startsWith('/') ? opened.entry(uri.slice(1)) : null)
  const signatures = readSignatureFile(file, resolve, dialect, context, work)
  return signatures.map((signature): ReadSignature => {
    if (signature.kind === 'unreadable') return signature
    const { facts } = signature
    const referenced = facts.references.some(({ uri }) => uri === `/${opened.signatureChain?.result.name ?? ''}`)
    const signatureChain = referenced ? chainOf(opened.signatureChain, messageUri, opened, digestOf, context) : null
    const findings = [...findAmbiguity(signatures.length), ...findTimeStamps(opened, facts), ...findMessage(facts, signatureChain)]
    return {
      kind: 'read',
      facts: {
        profile: {
          name: 'xroad',
          batchSignature: opened.signatureChain !== null,
          message: opened.message,
          signatureChain,
          timeStampChain: stampChain,
          findings,
        },
        ...facts,
        scopes: scopesOf(facts, signatureChain),
      },
    }
  })
}

function chainOf(
  files: XroadChainFiles | null,
  requiredInput: string,
  { entry }: XroadSignatures,
  digestOf: Parameters<typeof verifyHashChain>[1],
  { limits }: XroadContext,
): XroadChain | null {
  return files === null ? null : verifyHashChain({ requiredInput, entry, ...files }, digestOf, limits)
}

/**
 * The dialect of XAdES. With the hash chain of a batch time-stamp, the time-stamp in the container counts, otherwise that in the signature. The other proves
 * nothing.
 */
function dialectOf({ timeStamp, timeStampChain }: XroadSignatures, chain: XroadChain | null, context: XroadContext): XadesDialect {
  const inBatch = timeStampChain !== null
  return {
    signatureTimeStampCovers: inBatch ? 'nothing' : 'value-octets',
    bareTimeStampTokens: true,
    formatsNameUris: true,
    timeMarks: false,
    containerTimeStamp: inBatch && timeStamp !== null ? readContainerTimeStamp(timeStamp, timeStampChain, chain, context) : null,
  }
}

function readContainerTimeStamp(
  { bytes }: XroadFile,
  { result }: XroadChainFiles,
  chain: XroadChain | null,
  context: XroadContext,
): ContainerTimeStamp {
  const { token, problem } = readToken(bytes, context)
  if (problem !== null) return { readable: false, kind: 'signature', problem }
  return { readable: true, token, covered: chain?.intact === true ? result.bytes : null }
}

function findAmbiguity(count: number): readonly StructureFinding[] {
  return count === 1 ? [] : [findingOf('xroad-signature-single', { count })]
}

/** Checks that there is at most one time-stamp: in the signature, or in the container with its hash chain. */
function findTimeStamps({ timeStamp, timeStampChain }: XroadSignatures, facts: XadesSignature): readonly StructureFinding[] {
  const wrong = (problem: string) => findingOf('xroad-time-stamp-single', { problem })
  const all = [...facts.timeStamps, ...facts.unreadableTimeStamps].filter(({ kind }) => kind === 'signature').length
  if (timeStamp !== null && timeStampChain === null) return [wrong('a batch time-stamp is in the container without its hash chain')]
  if (timeStamp === null && timeStampChain !== null)
    return [wrong('the hash chain of a batch time-stamp is in the container without the time-stamp')]
  return all > 1 ? [wrong(`there are ${all} time-stamps over the signature`)] : []
}

/** Checks that the signature covers the message, directly or through a hash chain. Other checks compare the digests. */
function findMessage({ references }: XadesSignature, chain: XroadChain | null): readonly StructureFinding[] {
  const signed = chain !== null || references.some(({ kind, uri }) => kind === 'data-object' && uri === messageUri)
  return signed ? [] : [findingOf('xroad-message-signed', {})]
}

/** The files of the container that the signature covers: by a reference, or by the hash chain that it references. */
function scopesOf(facts: XadesSignature, chain: XroadChain | null): readonly SignedScope[] {
  const inputs = chain?.intact === true ? chain.inputs.filter(({ status }) => status === 'match').map(({ uri }) => uri.slice(1)) : []
  const referenced = facts.references.filter(({ kind, status }) => kind === 'data-object' && status === 'intact')
  const names = [...referenced.flatMap(({ dataFile }) => dataFile ?? []), ...inputs]
  return [...new Set(names)].filter(isContent).map((name) => ({ kind: 'file', name }))
}

/** Whether an entry is the message or an attachment, and not a hash chain. */
function isContent(name: string): boolean {
  return name === xroadMessageFile || /^attachment\d+$/.test(name)
}
