import { type BuiltArchive, type BuiltEntry, buildArchive } from '../../readers/zip/archive-builder.js'

export const asicE = 'application/vnd.etsi.asic-e+zip'
export const manifestNamespace = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'

export interface BuiltContainer extends BuiltArchive {
  /** Null leaves the entry out. */
  readonly mimetype?: string | null
  readonly manifest?: string | null
  /** Name to content. */
  readonly dataFiles?: Readonly<Record<string, string | Buffer>>
  readonly signatures?: Readonly<Record<string, string>>
  readonly others?: readonly BuiltEntry[]
}

/** `[path, media type]` of each file; the container's own entry comes first. */
export function manifestXml(files: readonly (readonly [string, string])[]): string {
  const entries = [['/', asicE], ...files].map(
    ([path = '', type = '']) => `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<manifest:manifest xmlns:manifest="${manifestNamespace}">${entries.join('')}</manifest:manifest>`
}

/** An ASiC-E container of one text file and one signature file, but for what is given. */
export function buildContainer(built: BuiltContainer = {}): Buffer {
  const { mimetype = asicE, dataFiles = { 'a.txt': 'hello' }, signatures = { 'META-INF/signatures0.xml': '<x/>' }, others = [] } = built
  const manifest = built.manifest === undefined ? manifestXml(Object.keys(dataFiles).map((name) => [name, 'text/plain'])) : built.manifest
  const entries: BuiltEntry[] = []
  if (mimetype !== null) entries.push({ name: 'mimetype', content: mimetype })
  for (const [name, content] of Object.entries(dataFiles)) entries.push({ name, content, deflate: true })
  if (manifest !== null) entries.push({ name: 'META-INF/manifest.xml', content: manifest, deflate: true })
  for (const [name, content] of Object.entries(signatures)) entries.push({ name, content, deflate: true })
  return buildArchive([...entries, ...others], built)
}
