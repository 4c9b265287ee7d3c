import type { ZipEntry } from '#readers/zip'
import { entryKindOf } from './entry-kind.js'
import type { FindingList } from './findings.js'

/** The role of an entry in a container of ASiC with signatures of any kind, tokens and evidence records. */
export type EntryRole =
  | 'mimetype'
  | 'manifest'
  | 'xades'
  | 'cades'
  | 'token'
  | 'asic-manifest'
  | 'evidence-record'
  | 'evidence-record-manifest'
  | 'other-meta'
  | 'directory'
  | 'data-file'

/** The role of an entry by its name (EN 319 162-1, 4.3.3 and 4.4.3); letter case is ignored as in `entryKindOf`. */
export function roleOf(name: string): EntryRole {
  const kind = entryKindOf(name)
  switch (kind) {
    case 'xades-signatures':
      return 'xades'
    case 'cades-signature':
      return 'cades'
    case 'other-meta':
      return roleInMeta(name.slice('META-INF/'.length).toLowerCase())
    case 'mimetype':
    case 'manifest':
    case 'directory':
    case 'data-file':
      return kind
  }
}

function roleInMeta(inside: string): EntryRole {
  if (inside.endsWith('.tst')) return 'token'
  if (/^asic(?:archive)?manifest[^/]*\.xml$/.test(inside)) return 'asic-manifest'
  if (/^asicevidencerecordmanifest[^/]*\.xml$/.test(inside)) return 'evidence-record-manifest'
  return /evidencerecord[^/]*\.(?:ers|xml)$/.test(inside) ? 'evidence-record' : 'other-meta'
}

/**
 * Tells of the entries that are not read: evidence records with their manifests, and files of META-INF that are no part of ASiC. Somebody may rely on them
 * (`decisions.md#files-not-read`).
 */
export function tellNotRead(entries: readonly ZipEntry[], findings: FindingList): void {
  for (const { name } of entries) {
    const role = roleOf(name)
    const isEvidence = role === 'evidence-record' || role === 'evidence-record-manifest'
    findings.add(isEvidence ? 'evidence-record-not-read' : 'meta-file-not-read', { file: name })
  }
}
