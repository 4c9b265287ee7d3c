import { namespaces } from './identifiers.js'
import type { DataFile, SignatureOptions } from './signature-options.js'
import { fileFrame, signatureText } from './xades.js'
import { escapeAttribute } from './xml-text.js'
import { type ZipEntry, zipArchive } from './zip.js'

export interface ManifestEntry {
  readonly path: string
  readonly mimeType: string
}

/** A container. What is left out is as it should be. */
export interface ContainerOptions {
  readonly files?: readonly DataFile[]
  /** One signature file for each; an inner array: several signatures in one file. */
  readonly signatures?: readonly (SignatureOptions | readonly SignatureOptions[])[]
  /** What the signatures sign instead of `files`: the difference is what was added, changed or removed afterwards. */
  readonly signedFiles?: readonly DataFile[]
  readonly mimetype?: string | null
  readonly manifest?: (entries: readonly ManifestEntry[]) => readonly ManifestEntry[]
  /** Changes the text of META-INF/manifest.xml. */
  readonly manifestText?: (xml: string) => string
  /** The last word on what the archive holds, in which order and how. */
  readonly entries?: (entries: readonly ZipEntry[]) => readonly ZipEntry[]
  readonly comment?: string
}

export const asiceType = 'application/vnd.etsi.asic-e+zip'

export const dataFile = (name: string, content: string | Buffer, mimeType = 'text/plain'): DataFile => ({
  name,
  content: Buffer.from(content),
  mimeType,
})

export const agreement = dataFile('leping.txt', 'Müüja müüb ja ostja ostab ühe punase jalgratta hinnaga 120 eurot.\n')

/** An ASiC-E container: mimetype, data files, manifest, signature files. */
export function asicContainer(options: ContainerOptions = {}): Buffer {
  const files = options.files ?? [agreement]
  const signed = options.signedFiles ?? files
  const signatureFiles = (options.signatures ?? [{}]).map((group, i) => signatureFile(Array.isArray(group) ? group : [group], signed, i))
  const listed = files.map(({ name, mimeType }) => ({ path: name, mimeType }))
  const manifest = manifestXml(options.manifest?.(listed) ?? listed)
  const mimetype = options.mimetype === undefined ? asiceType : options.mimetype
  const entries: readonly ZipEntry[] = [
    ...(mimetype === null ? [] : [{ name: 'mimetype', content: Buffer.from(mimetype) }]),
    ...files.map(({ name, content }) => ({ name, content })),
    { name: 'META-INF/manifest.xml', content: Buffer.from(options.manifestText?.(manifest) ?? manifest) },
    ...signatureFiles.map((content, i) => ({ name: `META-INF/signatures${i}.xml`, content })),
  ]
  return zipArchive(options.entries?.(entries) ?? entries, options.comment)
}

/** A container with one signature: the short way to a document that differs in one field. */
export function signedContainer(signature: SignatureOptions = {}, options: Omit<ContainerOptions, 'signatures'> = {}): Buffer {
  return asicContainer({ ...options, signatures: [signature] })
}

function signatureFile(group: readonly SignatureOptions[], files: readonly DataFile[], position: number): Buffer {
  const [first = {}] = group
  // All signatures of a file stand below one root, so each is signed with the declarations that any of them needs there.
  const archived = group.some(({ level }) => level === 'LTA') && first.writer !== 'digidoc4j'
  const rootNamespaces = { ...(archived ? { xades141: namespaces.xades141 } : {}), ...first.rootNamespaces }
  const frame = fileFrame({ ...first, rootNamespaces })
  const texts = group.map((signature, i) => signatureText({ id: `S${position + i}`, ...signature, rootNamespaces }, files))
  // A signature that changed the root brings it along.
  const whole = texts.find((text) => text.startsWith('<?xml') || text.startsWith('<!'))
  return Buffer.from(whole ?? `${frame.start}${texts.join('')}${frame.end}`)
}

function manifestXml(entries: readonly ManifestEntry[]): string {
  const line = ({ path, mimeType }: ManifestEntry) =>
    `  <manifest:file-entry manifest:full-path="${escapeAttribute(path)}" manifest:media-type="${escapeAttribute(mimeType)}"/>\n`
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n',
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">\n',
    line({ path: '/', mimeType: asiceType }),
    ...entries.map(line),
    '</manifest:manifest>\n',
  ].join('')
}
