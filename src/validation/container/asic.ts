import type { ArchivedFile, OpenedDocument, SignatureFile } from '#model'
import type { XmlLimits } from '#readers/xml'
import { readZip, type ZipEntry, type ZipLimits } from '#readers/zip'
import { createDataFile } from './data-file.js'
import { type EntryKind, entryKindOf } from './entry-kind.js'
import { assertPlainEntryName } from './entry-name.js'
import { tellNotRead } from './entry-role.js'
import { type FindingLimits, FindingList } from './findings.js'
import { firstMimeTypes, type ManifestEntry, readManifest } from './manifest.js'
import { assertAsicMimetype, type MimetypeLimits, oddMimetype } from './mimetype.js'
import { readingEntry, refuse, refuseWork } from './refusal.js'

export interface AsicLimits {
  readonly zip: ZipLimits
  readonly xml: XmlLimits
  readonly container: FindingLimits &
    MimetypeLimits & {
      /** Unpacked content of data files that may be cached in memory, in bytes. */
      readonly maxCachedBytes: number
      /** All signature files together, unpacked, in bytes. */
      readonly maxSignatureFileBytes: number
    }
}

/** An opened ASiC-E container. */
export interface OpenedAsic extends OpenedDocument<SignatureFile> {
  readonly form: { readonly kind: 'asic-e' | 'asic-s' }
  readonly dataFiles: readonly ArchivedFile[]
  /** The entries of META-INF/manifest.xml; null when the container has no OpenDocument manifest. */
  readonly manifest: readonly ManifestEntry[] | null
}

/**
 * Opens an ASiC-E container with XAdES signatures (EN 319 162-1, BDOC 2.1). A container without signatures or without data files opens too.
 *
 * @throws ContainerError when it is not such a container, is ambiguous, or exceeds a limit
 */
export function openAsic(bytes: Uint8Array, limits: AsicLimits): OpenedAsic {
  const entries = entriesByKind(readingEntry(null, () => readZip(bytes, limits.zip)).entries)
  assertAsicMimetype(entries.mimetype, limits.container)
  const findings = new FindingList(limits.container)
  const odd = oddMimetype(bytes, 'asic-e')
  if (odd !== null) findings.add(odd, {})
  const manifest = manifestOf(entries.manifest, limits.xml, findings)
  if (entries['xades-signatures'].length === 0 && entries['cades-signature'].length > 0) {
    refuse('CONTAINER_CADES', 'The container is signed with CAdES, not with XAdES.', entries['cades-signature'][0]?.name)
  }
  for (const entry of entries['cades-signature']) findings.add('cades-signature-not-read', { file: entry.name })
  tellNotRead(entries['other-meta'], findings)
  const cache = { bytesLeft: limits.container.maxCachedBytes }
  assertSignatureFilesWithin(entries['xades-signatures'], limits.container.maxSignatureFileBytes)
  const mimeTypes = firstMimeTypes(manifest ?? [])
  return {
    type: 'BDOC',
    form: { kind: 'asic-e' },
    dataFiles: entries['data-file'].map((entry) => createDataFile(entry, mimeTypes.get(entry.name) ?? null, cache)),
    signatures: entries['xades-signatures'].map(signatureFileOf),
    manifest,
    findings: findings.list(),
    trustDomain: null,
  }
}

/** The signature file in an entry. */
export function signatureFileOf(entry: ZipEntry): SignatureFile {
  return { kind: 'xades-file', name: entry.name, bytes: readingEntry(entry.name, () => entry.read()) }
}

/** Uses the sizes that the archive states; an entry with more content is refused when it is read. */
export function assertSignatureFilesWithin(entries: readonly ZipEntry[], maxBytes: number): void {
  if (entries.reduce((sum, { size }) => sum + size, 0) > maxBytes)
    refuseWork('CONTAINER_TOO_MANY_SIGNATURE_BYTES', `its signature files hold more than ${maxBytes} bytes.`)
}

function entriesByKind(entries: readonly ZipEntry[]): Readonly<Record<EntryKind, readonly ZipEntry[]>> {
  const byKind: Record<EntryKind, ZipEntry[]> = {
    mimetype: [],
    manifest: [],
    'xades-signatures': [],
    'cades-signature': [],
    'other-meta': [],
    directory: [],
    'data-file': [],
  }
  for (const entry of entries) {
    assertPlainEntryName(entry.name)
    byKind[entryKindOf(entry.name)].push(entry)
  }
  return byKind
}

function manifestOf(entries: readonly ZipEntry[], limits: XmlLimits, findings: FindingList): readonly ManifestEntry[] | null {
  const [entry, second] = entries
  if (second !== undefined) refuse('CONTAINER_MULTIPLE_MANIFESTS', 'The container has several manifests.', second.name)
  if (entry === undefined) {
    findings.add('manifest-missing', {})
    return null
  }
  return readManifest(
    readingEntry(entry.name, () => entry.read()),
    entry.name,
    limits,
    findings,
  )
}
