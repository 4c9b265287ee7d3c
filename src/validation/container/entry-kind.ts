/** The role of an entry in an ASiC-E container (EN 319 162-1 4.4, BDOC 2.1). */
export type EntryKind = 'mimetype' | 'manifest' | 'xades-signatures' | 'cades-signature' | 'other-meta' | 'directory' | 'data-file'

const metaFolder = 'META-INF/'

/**
 * The kind of an entry, determined by its name alone. The folder META-INF is compared exactly, so that `meta-inf/x` is listed as a data file. Inside it,
 * and for `mimetype`, letter case is ignored, because real containers differ there; the caller refuses two spellings of one name.
 */
export function entryKindOf(name: string): EntryKind {
  if (name.endsWith('/')) return 'directory'
  const lower = name.toLowerCase()
  if (lower === 'mimetype') return 'mimetype'
  if (!name.startsWith(metaFolder)) return 'data-file'
  const inside = lower.slice(metaFolder.length)
  if (inside === 'manifest.xml') return 'manifest'
  // META-INF/*signatures*.xml; also edoc-signatures-S1.xml of Latvian containers.
  if (inside.includes('signatures') && inside.endsWith('.xml')) return 'xades-signatures'
  // META-INF/*signature*.p7s (EN 319 162-1 4.4.4).
  if (inside.includes('signature') && inside.endsWith('.p7s')) return 'cades-signature'
  return 'other-meta'
}
