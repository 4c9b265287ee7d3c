import type { ArchivedFile, DigestAlgorithm, ReferenceFacts, SignedScope } from '#model'
import { appendTo } from '#std'
import type { DocumentWork } from '../document-work.js'
import type { SignatureContext } from '../signature-context.js'
import { createDataFileResolver, type DataFileResolver } from '../xades/data-file-resolver.js'
import { type AsicManifest, type ManifestReference, type MetaFile, readAsicManifest } from './asic-manifest.js'

/** The files of a container that manifests name, and the manifests by what covers them (`decisions.md#asic-manifests`). */
export class ContainerFiles {
  readonly #dataFiles: ReadonlySet<ArchivedFile>
  readonly #resolve: DataFileResolver
  readonly #byName: ReadonlyMap<string, ArchivedFile>
  readonly #manifests: readonly AsicManifest[]
  readonly #unreadable: readonly string[]
  readonly #work: DocumentWork
  readonly #byEntry = new Map<string, AsicManifest[]>()
  readonly #resolved = new Map<string, ArchivedFile | null>()
  readonly #digests = new Map<string, string | null>()

  constructor(
    {
      dataFiles,
      files,
      manifests,
    }: { readonly dataFiles: readonly ArchivedFile[]; readonly files: readonly ArchivedFile[]; readonly manifests: readonly MetaFile[] },
    work: DocumentWork,
    context: SignatureContext,
  ) {
    this.#dataFiles = new Set(dataFiles)
    this.#resolve = createDataFileResolver(files, context.limits.signature)
    this.#byName = new Map(files.map((file) => [file.name, file]))
    this.#work = work
    const read = manifests.map((file) => readAsicManifest(file, work, context))
    this.#manifests = read.flatMap((manifest) => manifest ?? [])
    for (const manifest of this.#manifests) {
      const entry = this.#fileOf(manifest.signature)?.name
      if (entry !== undefined) appendTo(this.#byEntry, entry, manifest)
    }
    this.#unreadable = manifests.flatMap(({ name }, index) => (read[index] === null ? [name] : []))
  }

  /** Manifests that cannot be read. */
  get unreadable(): readonly string[] {
    return this.#unreadable
  }

  /** The manifests that name an entry as the signature or token over them. */
  manifestsOf(entry: string): readonly AsicManifest[] {
    return this.#byEntry.get(entry) ?? []
  }

  /** The digest of a manifest, or of another file of the container; null for an algorithm that the platform lacks. */
  digestOf(name: string, algorithm: Parameters<ArchivedFile['digest']>[0]): Buffer | null {
    const file = this.#byName.get(name)
    const octets = file === undefined ? null : this.#work.digestOf(file, algorithm)
    return octets === null ? null : Buffer.from(octets.buffer, octets.byteOffset, octets.length)
  }

  /** The references of a manifest, each compared with its file. A second reference to a file is ambiguous: programs may compare either. */
  verify({ references }: AsicManifest): readonly ReferenceFacts[] {
    const seen = new Set<ArchivedFile>()
    return references.map((reference) => {
      const file = this.#fileOf(reference.uri)
      const isRepeated = file !== null && seen.has(file)
      if (file !== null) seen.add(file)
      const isData = file === null || this.#dataFiles.has(file)
      const plusForSpace = file !== null && this.#resolve.isExact?.(reference.uri, file) === false
      return {
        id: '',
        uri: reference.uri,
        type: '',
        kind: isData ? 'data-object' : 'other',
        dataFile: isData ? (file?.name ?? null) : null,
        digest: reference.digest,
        status: isRepeated ? 'ambiguous' : this.#statusOf(reference, file),
        transforms: [],
        mimeType: reference.mimeType,
        ...(plusForSpace ? { plusForSpace } : {}),
        lookAlike: file === null ? (this.#resolve.lookAlike?.(reference.uri) ?? undefined) : undefined,
      }
    })
  }

  /** The manifest, and the files that it names with the right digest. */
  scopesOf(manifest: AsicManifest, references: readonly ReferenceFacts[]): readonly SignedScope[] {
    const files = references.flatMap(({ uri, status }) => {
      const file = status === 'intact' ? this.#fileOf(uri) : null
      return file === null ? [] : [{ kind: 'file', name: file.name } as const]
    })
    return [{ kind: 'manifest', name: manifest.name }, ...files]
  }

  /** The files that the references of a manifest name with the right digest. */
  coveredBy(references: readonly ReferenceFacts[]): ReadonlySet<string> {
    return new Set(references.flatMap(({ uri, status }) => (status === 'intact' ? (this.#fileOf(uri)?.name ?? []) : [])))
  }

  /** All files that a manifest names. */
  namedBy({ references }: AsicManifest): ReadonlySet<string> {
    return new Set(references.flatMap(({ uri }) => this.#fileOf(uri)?.name ?? []))
  }

  /** Two hundred manifests name the same files two hundred times. */
  #fileOf(uri: string): ArchivedFile | null {
    const known = this.#resolved.get(uri)
    if (known !== undefined) return known
    const file = this.#resolve(uri)
    this.#resolved.set(uri, file)
    return file
  }

  /** Lower-case hex; null for an algorithm that the platform lacks. */
  #digestHex(file: ArchivedFile, algorithm: DigestAlgorithm): string | null {
    const name = `${algorithm} ${file.name}`
    const known = this.#digests.get(name)
    if (known !== undefined) return known
    const octets = this.#work.digestOf(file, algorithm)
    const hex = octets === null ? null : Buffer.from(octets).toString('hex')
    this.#digests.set(name, hex)
    return hex
  }

  #statusOf({ digest }: ManifestReference, file: ArchivedFile | null): ReferenceFacts['status'] {
    if (file === null) return 'not-found'
    const actual = digest.algorithm === null ? null : this.#digestHex(file, digest.algorithm)
    if (actual === null) return 'algorithm-unknown'
    return actual === digest.value ? 'intact' : 'mismatch'
  }
}
