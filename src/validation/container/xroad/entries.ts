import { xroadMessageFile } from '#model'
import type { ZipEntry } from '#readers/zip'
import { refuse } from '../refusal.js'

/** The entries of an X-Road container by their role. Names are compared exactly. */
interface XroadEntries {
  readonly mimetype: readonly ZipEntry[]
  readonly message: ZipEntry
  readonly signatures: ZipEntry
  readonly signatureChain: ChainEntries | null
  readonly timeStampChain: ChainEntries | null
  /** `META-INF/timestamp.tst`. */
  readonly timeStamp: ZipEntry | null
  /** In the order of their numbers. */
  readonly attachments: readonly ZipEntry[]
  /** The entries with lists of files. Their content is not read, but they must not be empty. */
  readonly manifests: readonly ZipEntry[]
  /** Entries without a role outside `META-INF/`. No security server writes them. */
  readonly foreign: readonly ZipEntry[]
}

/** The two files of a hash chain. */
export interface ChainEntries {
  readonly steps: ZipEntry
  readonly result: ZipEntry
}

const timeStampEntry = 'META-INF/timestamp.tst'
const attachmentName = /^attachment([1-9]\d{0,8})$/
const signaturesEntry = 'META-INF/signatures.xml'
/** Names that some programs accept as that of the signature file. */
const signaturesName = /^META-INF\/.*signatures.*\.xml$/
const signatureChainNames = ['sig-hashchain.xml', 'sig-hashchainresult.xml'] as const
const timeStampChainNames = ['ts-hashchain.xml', 'ts-hashchainresult.xml'] as const
const namesAtTop: ReadonlySet<string> = new Set(['mimetype', xroadMessageFile, ...signatureChainNames, ...timeStampChainNames])
const manifestEntries = ['META-INF/manifest.xml', 'META-INF/ASiCManifest.xml'] as const

/**
 * Assigns the entries to their roles. Other entries below `META-INF/` are ignored.
 *
 * @throws ContainerError when a required entry is missing, two names are ambiguous, or only one file of a hash chain exists
 */
export function sortEntries(entries: readonly ZipEntry[]): XroadEntries {
  refuseAmbiguousNames(entries)
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const named = (name: string): ZipEntry | null => byName.get(name) ?? null
  const message = named(xroadMessageFile)
  if (message === null) refuse('XROAD_MESSAGE_MISSING', `The container has no message (${xroadMessageFile}).`)
  const signatures = named(signaturesEntry)
  if (signatures === null) refuse('XROAD_SIGNATURES_MISSING', `The container has no signature (${signaturesEntry}).`)
  const second = entries.find((entry) => entry !== signatures && signaturesName.test(entry.name))
  if (second !== undefined) refuse('XROAD_SIGNATURES_REPEATED', 'The container has several signature files.', second.name)
  return {
    mimetype: entries.filter(({ name }) => name === 'mimetype'),
    message,
    signatures,
    signatureChain: chainOf(...signatureChainNames, named),
    timeStampChain: chainOf(...timeStampChainNames, named),
    timeStamp: named(timeStampEntry),
    attachments: entries.filter(({ name }) => attachmentName.test(name)).sort((a, b) => numberOf(a) - numberOf(b)),
    manifests: manifestEntries.flatMap((name) => named(name) ?? []),
    foreign: entries.filter(({ name }) => !name.startsWith('META-INF/') && !namesAtTop.has(name) && !attachmentName.test(name)),
  }
}

function chainOf(steps: string, result: string, named: (name: string) => ZipEntry | null): ChainEntries | null {
  const chain = named(steps)
  const digest = named(result)
  if (chain === null && digest === null) return null
  if (chain === null) refuse('XROAD_HASH_CHAIN_HALF', 'The container has a hash chain result without its hash chain.', steps)
  if (digest === null) refuse('XROAD_HASH_CHAIN_HALF', 'The container has a hash chain without its result.', result)
  return { steps: chain, result: digest }
}

function numberOf({ name }: ZipEntry): number {
  return Number(attachmentName.exec(name)?.[1] ?? 0)
}

/** Refuses two names that differ only in letter case: another program could read the second as the message, the signature or a hash chain. */
function refuseAmbiguousNames(entries: readonly ZipEntry[]): void {
  const seen = new Map<string, string>()
  for (const { name } of entries) {
    const folded = name.toLowerCase()
    const other = seen.get(folded)
    if (other !== undefined) refuse('XROAD_ENTRY_AMBIGUOUS', 'The container has two entries whose names differ in letter case only.', name)
    seen.set(folded, name)
  }
}
