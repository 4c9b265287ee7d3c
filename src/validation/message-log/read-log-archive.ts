import { createHash } from 'node:crypto'
import { ReaderError } from '#model'
import { readZip, type ZipEntry, type ZipLimits } from '#readers/zip'

/** The entry that links the containers. */
const linkingFile = 'linkinginfo'

/** Names of digests in `linkinginfo` and in Node.js. */
const digests: Readonly<Record<string, string>> = {
  'SHA-1': 'sha1',
  'SHA-224': 'sha224',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
}

/** What `linkinginfo` states. */
export interface LinkingInfo {
  /** The last digest of the archive before; empty for the first archive. */
  readonly previousDigest: string
  /** File name of the archive before; empty for the first archive. */
  readonly previousArchive: string
  readonly algorithm: string
  readonly links: readonly { readonly digest: string; readonly file: string }[]
}

/** Closed list. */
export type ArchiveFindingKind =
  | 'archive-unreadable'
  | 'linkinginfo-missing'
  | 'linkinginfo-malformed'
  | 'file-missing'
  | 'file-not-linked'
  | 'file-changed'
  | 'file-twice'
  | 'archive-missing'
  | 'archive-exchanged'

export interface ArchiveFinding {
  readonly kind: ArchiveFindingKind
  /** The entry or the archive that it is about. */
  readonly file: string
  /** One sentence. */
  readonly text: string
}

export interface LogArchive {
  /** Null when there is none that can be read. */
  readonly linking: LinkingInfo | null
  /** The containers, unpacked one at a time. */
  readonly containers: readonly { readonly name: string; readonly read: () => Buffer }[]
  readonly findings: readonly ArchiveFinding[]
}

/**
 * Reads an archive and recomputes its chain: the digest of each container is joined, in hexadecimal, to the link before, and the digest of that text is the
 * next link. Each link is computed from the one that is stated before it, so that one changed container is one finding.
 */
export function readLogArchive(bytes: Uint8Array, { zip }: { readonly zip: ZipLimits }): LogArchive {
  try {
    const { entries } = readZip(bytes, zip)
    const files = new Map(entries.filter(({ isDirectory }) => !isDirectory).map((entry) => [entry.name, entry]))
    const containers = [...files.values()]
      .filter(({ name }) => name !== linkingFile)
      .map((entry) => ({ name: entry.name, read: () => entry.read() }))
    const stated = files.get(linkingFile)
    if (stated === undefined)
      return {
        linking: null,
        containers,
        findings: [finding('linkinginfo-missing', linkingFile, 'The archive has no linkinginfo, so nothing shows that it is complete.')],
      }
    const linking = readLinkingInfo(stated.read().toString('utf8'))
    if (linking === null)
      return {
        linking,
        containers,
        findings: [
          finding('linkinginfo-malformed', linkingFile, 'The linkinginfo cannot be read, so nothing shows that the archive is complete.'),
        ],
      }
    return { linking, containers, findings: checkChain(linking, files) }
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    return {
      linking: null,
      containers: [],
      findings: [finding('archive-unreadable', '', `The archive cannot be read (${error.described}).`)],
    }
  }
}

/** The first line has the archive before and the algorithm, each other one a link: `<digest> <file>`. A single hyphen stands for nothing. */
function readLinkingInfo(text: string): LinkingInfo | null {
  const [head = '', ...lines] = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const [, digest, archive = '', algorithm = ''] = /^(-|[0-9a-f]{40,128}) (\S+) (\S+)$/.exec(head) ?? []
  const links = lines.map((line) => /^([0-9a-f]{40,128}) (.+)$/.exec(line))
  if (digest === undefined || !Object.hasOwn(digests, algorithm) || links.includes(null)) return null
  return {
    previousDigest: digest === '-' ? '' : digest,
    previousArchive: archive === '-' ? '' : archive,
    algorithm,
    links: links.flatMap((link) => (link === null ? [] : [{ digest: link[1] ?? '', file: link[2] ?? '' }])),
  }
}

function checkChain(linking: LinkingInfo, files: ReadonlyMap<string, ZipEntry>): readonly ArchiveFinding[] {
  const findings: ArchiveFinding[] = []
  const hex = (octets: Uint8Array | string) =>
    createHash(digests[linking.algorithm] ?? 'sha512')
      .update(octets)
      .digest('hex')
  const linked = new Set<string>()
  let before = linking.previousDigest
  for (const { digest, file } of linking.links) {
    const entry = files.get(file)
    if (linked.has(file)) findings.push(finding('file-twice', file, `The file ${file} stands twice in linkinginfo.`))
    linked.add(file)
    if (entry === undefined)
      findings.push(finding('file-missing', file, `The file ${file} is named in linkinginfo and is not in the archive.`))
    else if (hex(before + hex(entry.read())) !== digest)
      findings.push(finding('file-changed', file, `The file ${file} is not the one that was archived: its link in linkinginfo differs.`))
    before = digest
  }
  for (const name of files.keys())
    if (name !== linkingFile && !linked.has(name))
      findings.push(finding('file-not-linked', name, `The file ${name} is not named in linkinginfo.`))
  return findings
}

/** The end of the chain of an archive, and what it states of the archive before. */
export interface ArchiveLink extends Pick<LinkingInfo, 'previousDigest' | 'previousArchive'> {
  /** File name, without folders. */
  readonly name: string
  /** The last link; null when `linkinginfo` cannot be read, so that nothing is known of the archive but that it is there. */
  readonly last: string | null
}

export function linkOf(name: string, linking: LinkingInfo | null): ArchiveLink {
  if (linking === null) return { name, previousDigest: '', previousArchive: '', last: null }
  const { previousDigest, previousArchive, links } = linking
  return { name, previousDigest, previousArchive, last: links.at(-1)?.digest ?? previousDigest }
}

/** Whether each archive follows the one that it names: missing archives, and archives whose last link is another. By the name of the archive. */
export function linksBetween(archives: readonly ArchiveLink[]): readonly ArchiveFinding[] {
  const known = new Map(archives.map((each) => [each.name, each.last]))
  return archives.flatMap(({ name, previousArchive, previousDigest }): readonly ArchiveFinding[] => {
    if (previousArchive === '') return []
    const last = known.get(previousArchive)
    if (last === undefined)
      return [finding('archive-missing', name, `The archive ${previousArchive}, which ${name} follows, is not in the folder.`)]
    return last === null || last === previousDigest
      ? []
      : [finding('archive-exchanged', name, `The archive ${previousArchive} is not the one that ${name} follows: its last link differs.`)]
  })
}

function finding(kind: ArchiveFindingKind, file: string, text: string): ArchiveFinding {
  return { kind, file, text }
}
