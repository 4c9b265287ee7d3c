import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { limits } from '#config'
import { assembleLists } from '../../../src/trust/lists/list-set/assemble-lists.js'
import type { ListFile } from '../../../src/trust/lists/list-set/list-file.js'
import type { AssemblyContext, ListSet, ListSource, PinnedSigners } from '../../../src/trust/lists/list-set/list-set.js'
import { readCertificateFile } from '../../../src/trust/settings/certificate-file.js'
import { contextAt } from './list-set/lists-at-hand.js'

/** Published lists of several moments; not part of this repository. */
export const published = new URL('../../../../shared/trust/', import.meta.url)
export const havePublished = existsSync(new URL('lotl/index.json', published))

interface SignerIndex {
  readonly sets: Readonly<Record<string, { readonly ojUrl?: string; readonly certs: readonly string[] } | undefined>>
  readonly certificates: readonly { readonly sha256: string; readonly file: string }[]
}

/** A named set of certificates that sign lists of lists. */
export function signerSet(name: string): PinnedSigners {
  const index = JSON.parse(readFileSync(new URL('lotl-signers/index.json', published), 'utf8')) as SignerIndex
  const set = index.sets[name]
  if (set === undefined) throw new Error(`no set ${name}`)
  const certificates = set.certs.flatMap((id) => {
    const file = index.certificates.find(({ sha256 }) => sha256 === id)?.file ?? ''
    return readCertificateFile(readFileSync(new URL(`lotl-signers/${file}`, published)), file)
  })
  return { name, noticeUrl: set.ojUrl ?? null, certificates }
}

/** Every list of the folders, as a folder of lists would bring them. */
export function publishedFiles(...folders: readonly string[]): readonly ListFile[] {
  return folders.flatMap((folder) => {
    const url = new URL(`${folder}/`, published)
    const names = readdirSync(url).filter((name) => /\.xml(\.gz)?$/.test(name))
    return names.map((name): ListFile => ({ name, origin: 'folder', promised: null, bytes: () => readFileSync(new URL(name, url)) }))
  })
}

export const eu = (...anchors: readonly string[]): ListSource => ({
  name: 'EU',
  location: 'https://ec.europa.eu/tools/lotl/eu-lotl.xml',
  territory: 'EU',
  anchors: anchors.map(signerSet),
  territories: { kind: 'all' },
  folder: null,
})

export const testLists = (...anchors: readonly string[]): ListSource => ({
  ...eu(...anchors),
  name: 'test',
  location: 'https://open-eid.github.io/test-TL/tl-mp-test-EE.xml',
  territory: 'EE',
})

export function assemblePublished(
  source: ListSource,
  files: readonly ListFile[],
  now: string,
  changes: Partial<AssemblyContext> = {},
): ListSet {
  return assembleLists([{ source, files }], contextAt({ now: Date.parse(now), limits: limits.trustedList, ...changes }))
}
