import { attributeOf, childElements, parseXml, type XmlElement, type XmlLimits } from '#readers/xml'
import type { FindingList } from './findings.js'
import { readingEntry } from './refusal.js'

const namespace = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'

/** An entry of META-INF/manifest.xml. */
export interface ManifestEntry {
  readonly path: string
  readonly mimeType: string
}

/**
 * Reads META-INF/manifest.xml (OpenDocument 1.2 part 3, clause 4), with any namespace prefix. Null when it is another kind of document.
 *
 * A manifest that is not well-formed, or has a DOCTYPE, makes the document malformed: no writer makes such a manifest, so the container is damaged or
 * built to be read differently by different programs. Defects of a well-formed manifest are findings.
 *
 * @throws ContainerError when the manifest is not well-formed or reaches a bound
 */
export function readManifest(bytes: Uint8Array, name: string, limits: XmlLimits, findings: FindingList): readonly ManifestEntry[] | null {
  const { root } = readingEntry(name, () => parseXml(bytes, limits))
  if (root.localName !== 'manifest' || root.namespace !== namespace) {
    findings.add('manifest-not-opendocument', { root: root.localName.slice(0, 100) })
    return null
  }
  const entries: ManifestEntry[] = []
  const seen = new Set<string>()
  const repeated = new Set<string>()
  let withoutPath = 0
  for (const element of childElements(root, namespace, 'file-entry')) {
    const path = manifestAttribute(element, 'full-path')
    if (path === null || path === '') {
      withoutPath++
      continue
    }
    const mimeType = manifestAttribute(element, 'media-type') ?? ''
    if (seen.has(path)) repeated.add(path)
    seen.add(path)
    entries.push({ path, mimeType })
    // A folder may have an empty type (OpenDocument 1.2 part 3, manifest:media-type).
    if (!path.endsWith('/') && !isMimeType(mimeType)) findings.add('manifest-mime-type-invalid', { file: path, mimeType })
  }
  if (withoutPath > 0) findings.add('manifest-entry-without-path', { count: withoutPath })
  for (const file of repeated) findings.add('manifest-duplicate-entry', { file })
  return entries
}

/** OpenDocument attributes are in its namespace; some hand-made manifests leave the prefix out. */
function manifestAttribute(element: XmlElement, name: string): string | null {
  return attributeOf(element, name, namespace) ?? attributeOf(element, name)
}

/** `type/subtype` in the characters of RFC 6838 4.2; parameters may follow (RFC 2045 5.1). Linear: no repeated part can match in two ways. */
const mimeTypeGrammar = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*(?:[ \t]*;.*)?$/

function isMimeType(text: string): boolean {
  return mimeTypeGrammar.test(text)
}

/** The MIME types by path. Where the manifest repeats a file, its first entry counts; the repetition is a finding of `readManifest`. */
export function firstMimeTypes(manifest: readonly ManifestEntry[]): ReadonlyMap<string, string> {
  const mimeTypes = new Map<string, string>()
  for (const { path, mimeType } of manifest) if (!mimeTypes.has(path)) mimeTypes.set(path, mimeType)
  return mimeTypes
}
