import type { ArchivedFile } from '#model'
import { readZip, type ZipEntry } from '#readers/zip'
import { type AsicLimits, assertSignatureFilesWithin, type OpenedAsic, signatureFileOf } from './asic.js'
import { createDataFile } from './data-file.js'
import { assertPlainEntryName } from './entry-name.js'
import { type EntryRole, roleOf, tellNotRead } from './entry-role.js'
import { FindingList } from './findings.js'
import { firstMimeTypes, type ManifestEntry, readManifest } from './manifest.js'
import { oddMimetype, statedKind } from './mimetype.js'
import { readingEntry, refuse } from './refusal.js'

/** A file of META-INF that is read whole. */
export interface MetaFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** An opened container of ASiC-E or ASiC-S with signatures of both kinds, time-stamp tokens and the manifests that they cover. */
interface OpenedAsicContainer extends OpenedAsic {
  /** CAdES signatures, in the order of the container. */
  readonly messages: readonly MetaFile[]
  /** Time-stamp tokens. */
  readonly tokens: readonly MetaFile[]
  /** ASiCManifest and ASiCArchiveManifest. */
  readonly manifests: readonly MetaFile[]
  /** Every file but `mimetype`, those of META-INF included, which manifests may name. */
  readonly files: readonly ArchivedFile[]
}

/** Names of entries by their role, for recognising a container. */
export function rolesOfEntries(entries: readonly ZipEntry[]): ReadonlySet<EntryRole> {
  return new Set(entries.map(({ name }) => roleOf(name)))
}

/** Opens an ASiC-E container with XAdES or CAdES signatures, whatever media type it states (EN 319 162-1, 4.4). Throws as `openAsic`. */
export function openAsicE(bytes: Uint8Array, limits: AsicLimits): OpenedAsicContainer {
  const { entries, findings } = openEntries(bytes, limits)
  const hasXades = entries.get('xades') !== undefined
  // The manifest of OpenDocument is part of the format with XAdES only (EN 319 162-1, 4.4.3.2).
  const manifest = manifestOf(entries.get('manifest') ?? [], hasXades, limits, findings)
  return openedOf('asic-e', entries, manifest, findings, limits)
}

/**
 * Opens an ASiC-S container: one data file, and signatures or time-stamp tokens over it (EN 319 162-1, 4.3). With tokens it has exactly one data file, one entry
 * that ends in `timestamp.tst`, and no signatures.
 *
 * @throws ContainerError
 */
export function openAsicS(bytes: Uint8Array, limits: AsicLimits): OpenedAsicContainer {
  const { entries, stated, findings } = openEntries(bytes, limits)
  const files = entries.get('data-file') ?? []
  if (stated === 'asic-e') findings.add('mimetype-of-kind', {})
  const folders = (entries.get('directory') ?? []).filter(({ name }) => !name.startsWith('META-INF/'))
  const tokens = entries.get('token') ?? []
  if (tokens.length > 0) {
    const require = (holds: boolean, what: string) => {
      if (!holds) refuse('ASICS_REQUIREMENTS', `An ASiC-S container with time-stamp tokens has ${what}.`)
    }
    require(files.length + folders.length === 1 && files.length === 1, 'exactly one data file')
    require(tokens.filter(({ name }) => name.toLowerCase().endsWith('timestamp.tst')).length ===
      1, 'exactly one entry that ends in timestamp.tst')
    require(!entries.has('xades') && !entries.has('cades') && !entries.has('evidence-record'), 'no signatures and no evidence records')
  } else if (files.length !== 1) findings.add('asics-data-file-single', { count: files.length })
  return openedOf('asic-s', entries, null, findings, limits)
}

/** Files of META-INF, which manifests may name. */
const metaRoles = [
  'manifest',
  'xades',
  'cades',
  'token',
  'asic-manifest',
  'evidence-record',
  'evidence-record-manifest',
  'other-meta',
] as const satisfies readonly EntryRole[]

type Entries = ReadonlyMap<EntryRole, readonly ZipEntry[]>

interface OpenedEntries {
  readonly entries: Entries
  readonly stated: ReturnType<typeof statedKind>
  readonly findings: FindingList
}

function openEntries(bytes: Uint8Array, limits: AsicLimits): OpenedEntries {
  const entries = new Map<EntryRole, ZipEntry[]>()
  for (const entry of readingEntry(null, () => readZip(bytes, limits.zip)).entries) {
    assertPlainEntryName(entry.name)
    const role = roleOf(entry.name)
    const same = entries.get(role)
    if (same === undefined) entries.set(role, [entry])
    else same.push(entry)
  }
  const findings = new FindingList(limits.container)
  const stated = statedKind(entries.get('mimetype') ?? [], limits.container)
  const odd = oddMimetype(bytes, stated)
  if (odd !== null) findings.add(odd, {})
  if (stated !== 'asic-e' && stated !== 'asic-s') findings.add('container-kind-stated', {})
  return { entries, stated, findings }
}

function openedOf(
  kind: 'asic-e' | 'asic-s',
  entries: Entries,
  manifest: readonly ManifestEntry[] | null,
  findings: FindingList,
  limits: AsicLimits,
): OpenedAsicContainer {
  const of = (...roles: readonly EntryRole[]) => roles.flatMap((role) => entries.get(role) ?? [])
  assertSignatureFilesWithin(of('xades', 'cades', 'token', 'asic-manifest'), limits.container.maxSignatureFileBytes)
  tellNotRead(of('evidence-record', 'evidence-record-manifest', 'other-meta'), findings)
  const cache = { bytesLeft: limits.container.maxCachedBytes }
  const mimeTypes = firstMimeTypes(manifest ?? [])
  const archived = (entry: ZipEntry) => createDataFile(entry, mimeTypes.get(entry.name) ?? null, cache)
  const dataFiles = of('data-file').map(archived)
  const metaFile = (entry: ZipEntry): MetaFile => ({ name: entry.name, bytes: readingEntry(entry.name, () => entry.read()) })
  return {
    type: kind === 'asic-e' ? 'ASICE' : 'ASICS',
    form: { kind },
    dataFiles,
    signatures: of('xades').map(signatureFileOf),
    messages: of('cades').map(metaFile),
    tokens: of('token').map(metaFile),
    manifests: of('asic-manifest').map(metaFile),
    files: [...dataFiles, ...of(...metaRoles).map(archived)],
    manifest,
    findings: findings.list(),
    trustDomain: null,
  }
}

function manifestOf(
  entries: readonly ZipEntry[],
  isRequired: boolean,
  { xml }: AsicLimits,
  findings: FindingList,
): readonly ManifestEntry[] | null {
  const [entry, second] = entries
  if (second !== undefined) refuse('CONTAINER_MULTIPLE_MANIFESTS', 'The container has several manifests.', second.name)
  if (entry === undefined) {
    if (isRequired) findings.add('manifest-missing', {})
    return null
  }
  return readManifest(
    readingEntry(entry.name, () => entry.read()),
    entry.name,
    xml,
    findings,
  )
}
