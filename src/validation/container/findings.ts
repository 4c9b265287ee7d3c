import { type CheckResult, type ContainerFindingKey, checked } from '#model'

type None = Readonly<Record<string, never>>

/**
 * Every finding about a container with its facts. Findings are shown as validation warnings; a policy may let them fail every signature.
 * `file` is a name as in the container or the manifest, `signature` the Id of a ds:Signature (not unique across files, may be empty).
 */
interface ContainerFindingFacts extends Record<ContainerFindingKey, object> {
  /** The first entry is not `mimetype`. */
  'mimetype-first': None
  /** The entry `mimetype` is packed. */
  'mimetype-stored': None
  /** The header of the entry `mimetype` has extra fields. */
  'mimetype-without-extra-fields': None
  /** There is no entry `mimetype`, or it states another type than ASiC-E or ASiC-S. */
  'mimetype-expected': None
  /** As `mimetype-expected`, and told whatever else is odd about the entry, for policies under which such a container is no ASiC. */
  'container-kind-stated': None
  /** A container of time-stamp tokens states that it is ASiC-E. */
  'mimetype-of-kind': None
  /** An ASiC-S container has no data file, or several. */
  'asics-data-file-single': { readonly count: number }
  /** A time-stamp token does not cover the data file; said of the token. */
  'token-covers-data-file': { readonly timeStamp: string }
  /** There is no META-INF/manifest.xml. */
  'manifest-missing': None
  /** The root of the manifest is not `manifest` of OpenDocument; the manifest is not compared further. */
  'manifest-not-opendocument': { readonly root: string }
  /** `count` file-entry elements have no full-path. */
  'manifest-entry-without-path': { readonly count: number }
  /** The manifest lists the file more than once; the first entry counts. */
  'manifest-duplicate-entry': { readonly file: string }
  /** The MIME type in the manifest is not `type/subtype`. */
  'manifest-mime-type-invalid': { readonly file: string; readonly mimeType: string }
  /** A CAdES signature in a container with XAdES signatures; it is not validated. */
  'cades-signature-not-read': { readonly file: string }
  /** An evidence record, or the manifest of one; it is not evaluated. */
  'evidence-record-not-read': { readonly file: string }
  /** A file of META-INF that is no signature, token or manifest, or of a kind that containers of this type do not have; it is not read. */
  'meta-file-not-read': { readonly file: string }
  /** The manifest lists a file that the signature does not cover, or that the container does not have. */
  'manifest-entry-not-in-signature': { readonly file: string; readonly mimeType: string; readonly signature: string }
  /** Manifest and signature name different MIME types for the file. */
  'mime-type-differs': {
    readonly file: string
    readonly manifestMimeType: string
    readonly signatureMimeType: string
    readonly signature: string
  }
  /** The signature covers a file that the manifest does not list. `mimeType` is empty when the signature states none. */
  'signature-entry-not-in-manifest': { readonly file: string; readonly mimeType: string; readonly signature: string }
  /** The container holds a file that the last signature does not cover. */
  'container-file-not-in-signature': { readonly file: string }
  /** Files that one signature does not cover, in the order of the container. `signedBy` is the signer's common name, empty when unknown. */
  'signature-has-unsigned-files': { readonly signedBy: string; readonly signature: string; readonly files: readonly string[] }
  /** `count` further findings are not listed. */
  'findings-omitted': { readonly count: number }
}

export interface FindingLimits {
  /** Characters in all keys and facts together. The author of a document controls the number of findings: signatures times files. */
  readonly maxFindingCharacters: number
}

/** Collects findings up to a bound; findings beyond it are counted and reported as `findings-omitted`. */
export class FindingList {
  readonly #findings: CheckResult[] = []
  #charactersLeft: number
  #omitted = 0

  constructor(limits: FindingLimits) {
    this.#charactersLeft = limits.maxFindingCharacters
  }

  add<K extends ContainerFindingKey>(key: K, facts: ContainerFindingFacts[K]): void {
    this.#charactersLeft -= key.length + charactersOf(facts)
    if (this.#charactersLeft < 0) this.#omitted++
    else this.#findings.push(checked(key, false, { ...facts }))
  }

  list(): readonly CheckResult[] {
    if (this.#omitted === 0) return this.#findings
    return [...this.#findings, checked('findings-omitted', false, { count: this.#omitted })]
  }
}

function charactersOf(facts: object): number {
  let sum = 0
  const values: unknown[] = Object.values(facts)
  for (const value of values) {
    if (typeof value === 'string') sum += value.length
    if (Array.isArray(value)) for (const name of value) sum += String(name).length
  }
  return sum
}
