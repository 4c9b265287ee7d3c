import { isUtf8 } from 'node:buffer'
import {
  type ArchivedFile,
  type CheckResult,
  checked,
  type OpenedDocument,
  type ReadSignature,
  type SignatureFacts,
  type SignatureFile,
  type XroadChainFiles,
  type XroadFile,
  type XroadParts,
} from '#model'
import type { XmlLimits } from '#readers/xml'
import { readZip, type ZipEntry, type ZipLimits } from '#readers/zip'
import { type ContentCache, createDataFile } from '../data-file.js'
import { assertPlainEntryName } from '../entry-name.js'
import { type Coverage, compareCoverage } from '../files-left-out.js'
import { assertAsicMimetype, type MimetypeLimits } from '../mimetype.js'
import { readingEntry, refuse, refuseWork } from '../refusal.js'
import { type ChainEntries, sortEntries } from './entries.js'
import { type MessageLimits, readXroadMessage } from './read-message.js'

export interface XroadLimits {
  readonly zip: ZipLimits
  readonly xml: XmlLimits
  readonly container: MimetypeLimits & { readonly maxCachedBytes: number }
  readonly xroad: MessageLimits & {
    /** One file of a hash chain, or the time-stamp, unpacked, in bytes. */
    readonly maxChainBytes: number
  }
}

/** An opened X-Road container. */
interface OpenedXroad extends OpenedDocument<SignatureFile>, XroadParts {
  readonly dataFiles: readonly ArchivedFile[]
  /** Names of files that do not belong to the message. No signature covers them, even if a hash chain names them: their digests are not compared. */
  readonly foreignFiles: readonly string[]
}

/**
 * Opens the container in which a security server archives a message: the message, one signature of its sender, hash chains where several messages were signed
 * or time-stamped together, and attachments.
 *
 * @throws ContainerError when it is not such a container, is ambiguous, or exceeds a limit
 */
export function openXroad(bytes: Uint8Array, limits: XroadLimits): OpenedXroad {
  const { entries } = readingEntry(null, () => readZip(bytes, limits.zip))
  for (const { name } of entries) assertPlainEntryName(name)
  const sorted = sortEntries(entries.filter(({ isDirectory }) => !isDirectory))
  assertAsicMimetype(sorted.mimetype, limits.container)
  const cache: ContentCache = { bytesLeft: limits.container.maxCachedBytes }
  const { maxChainBytes } = limits.xroad
  const signatureChain = chainFiles(sorted.signatureChain, maxChainBytes)
  const timeStampChain = chainFiles(sorted.timeStampChain, maxChainBytes)
  const timeStamp = sorted.timeStamp === null ? null : read(sorted.timeStamp, maxChainBytes)
  const signatures = readText(sorted.signatures, limits.xml.maxBytes)
  const message = read(sorted.message, limits.xml.maxBytes)
  for (const manifest of sorted.manifests) read(manifest, maxChainBytes)
  const header = readingEntry(message.name, () => readXroadMessage(message.bytes, limits))
  const dataFiles = [
    createDataFile(sorted.message, header.protocol === 'rest' ? 'text/plain' : 'text/xml', cache),
    ...sorted.attachments.map((entry) => createDataFile(entry, null, cache)),
  ]
  const chainEntries = [sorted.signatures, sorted.signatureChain?.result, sorted.signatureChain?.steps]
  const others = chainEntries.flatMap((entry) => (entry === undefined ? [] : [createDataFile(entry, null, cache)]))
  const byName = new Map([...dataFiles, ...others].map((file) => [file.name, file]))
  return {
    type: 'XROAD',
    form: { kind: 'xroad', batch: signatureChain !== null },
    dataFiles,
    foreignFiles: sorted.foreign.map(({ name }) => name),
    signatures: [{ kind: 'xades-file', ...signatures }],
    findings: [],
    trustDomain: header.sender?.instance ?? null,
    message: header,
    signatureChain,
    timeStampChain,
    timeStamp,
    entry: (name) => byName.get(name) ?? null,
  }
}

function chainFiles(entries: ChainEntries | null, maxBytes: number): XroadChainFiles | null {
  return entries === null ? null : { steps: readText(entries.steps, maxBytes), result: readText(entries.result, maxBytes) }
}

/** Reads a file that must not be empty: a file of white space only is refused like a missing file. */
function read(entry: ZipEntry, maxBytes: number): XroadFile {
  if (entry.size > maxBytes) refuseWork('XROAD_ENTRY_TOO_LARGE', `${entry.name} is larger than ${maxBytes} bytes.`)
  const bytes = readingEntry(entry.name, () => entry.read())
  if (bytes.every(isWhiteSpace)) refuse('XROAD_ENTRY_EMPTY', 'A file of the container is empty.', entry.name)
  return { name: entry.name, bytes }
}

/** Reads a file that must be text in UTF-8: security servers write and read only UTF-8, whatever encoding the XML declares. */
function readText(entry: ZipEntry, maxBytes: number): XroadFile {
  const file = read(entry, maxBytes)
  if (!isUtf8(file.bytes)) refuse('XROAD_ENTRY_ENCODING', 'A file of the container is not text in UTF-8.', entry.name)
  return file
}

function isWhiteSpace(octet: number): boolean {
  return octet === 0x20 || (octet >= 0x09 && octet <= 0x0d)
}

/** A finding for each file of the container that no signature covers. */
export function compareXroad({ dataFiles, foreignFiles }: OpenedXroad, signatures: readonly ReadSignature[]): readonly CheckResult[] {
  const signed = new Set(signatures.flatMap((signature) => (signature.kind === 'read' ? namesIn(signature.facts) : [])))
  const unsigned = dataFiles.map(({ name }) => name).filter((name) => !signed.has(name))
  return [...unsigned, ...foreignFiles].map((file) => checked('xroad-file-not-signed', false, { file }))
}

/** The files of the container that its signature leaves out (`decisions.md#unsigned-files`). */
export function filesLeftOutOfXroad({ dataFiles, foreignFiles }: OpenedXroad, signatures: readonly ReadSignature[]): Coverage {
  const foreign = new Set(foreignFiles)
  const names = [...dataFiles.map(({ name }) => name), ...foreignFiles]
  return compareCoverage(names, signatures, (facts) => new Set(namesIn(facts).filter((name) => !foreign.has(name))))
}

/** Files that a signature names, directly or in its hash chain; other checks compare their digests. */
function namesIn({ references, profile }: SignatureFacts): readonly string[] {
  const bound = profile.name === 'xroad' ? (profile.signatureChain?.inputs ?? []) : []
  return [...references.flatMap(({ dataFile }) => dataFile ?? []), ...bound.map(({ uri }) => uri.slice(1))]
}
