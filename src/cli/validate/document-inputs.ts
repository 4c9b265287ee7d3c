import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { DocumentType } from '#model'
import { linesOf } from './list-lines.js'

/** Selection of the files to validate, as the command line states it. */
export interface InputSelection {
  /** Files and folders; `-` is the standard input. */
  readonly paths: readonly string[]
  /** A file with one path on each line; `-` is the standard input; null: none. */
  readonly listFile: string | null
  /** In folders: only files with an extension of this document type; null: of any type. */
  readonly type: DocumentType | null
  /** In folders: files of every name. */
  readonly everyFile: boolean
  /** The share of the files that this run validates: `{ number: 2, of: 8 }`; null: all. */
  readonly part: { readonly number: number; readonly of: number } | null
}

export type DocumentInput =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'standard-input'; readonly path: '-' }
  /** A folder without a file that has an extension of a signed document. */
  | { readonly kind: 'empty-folder'; readonly path: string }

/**
 * Extensions of signed documents (BDOC 2.1; EN 319 162-1, A.1; the Baltic formats on ASiC-E). They only select files in folders: the type of a document is found
 * from its content.
 */
const extensions: Readonly<Record<DocumentType, readonly string[]>> = {
  BDOC: ['.bdoc', '.asice', '.sce', '.edoc', '.adoc'],
  DDOC: ['.ddoc'],
  PDF: ['.pdf'],
  XROAD: ['.asice', '.sce'],
}

/** Every selected document, folder by folder in the order of names. Only the names of one folder are held at a time. Throws `ListUnreadable`. */
export async function* documentInputs(selection: InputSelection, input: Readable): AsyncGenerator<DocumentInput> {
  for await (const path of namedPaths(selection, input)) {
    if (path === '-') yield { kind: 'standard-input', path }
    else if (await isFolder(path)) yield* documentsIn(path, selection)
    else if (isInPart(path, selection)) yield { kind: 'file', path }
  }
}

/** Number of documents, for the remaining time. Null when the list comes from the standard input, which cannot be read twice. Throws `ListUnreadable`. */
export async function countInputs(selection: InputSelection, input: Readable): Promise<number | null> {
  if (selection.listFile === '-') return null
  let count = 0
  for await (const { kind } of documentInputs(selection, input)) if (kind !== 'empty-folder') count += 1
  return count
}

async function* namedPaths({ paths, listFile }: InputSelection, input: Readable): AsyncGenerator<string> {
  yield* paths
  if (listFile === null) return
  for await (const line of linesOf(() => (listFile === '-' ? input : createReadStream(listFile)), listFile)) if (line !== '') yield line
}

export async function isFolder(path: string): Promise<boolean> {
  // A path that cannot be examined counts as a file: reading it reports the reason.
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function* documentsIn(folder: string, selection: InputSelection): AsyncGenerator<DocumentInput> {
  let found = false
  for await (const path of filesBelow(folder)) {
    if (!selection.everyFile && !hasName(path, selection.type)) continue
    found = true
    if (isInPart(path, selection)) yield { kind: 'file', path }
  }
  if (!found) yield { kind: 'empty-folder', path: folder }
}

/** Symbolic links are not followed: they may lead out of the folder or in a circle. A folder that cannot be opened is yielded itself, so that reading it reports the reason. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null)
  if (entries === null) {
    yield folder
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

function hasName(path: string, type: DocumentType | null): boolean {
  const name = path.toLowerCase()
  const accepted = type === null ? Object.values(extensions).flat() : extensions[type]
  return accepted.some((extension) => name.endsWith(extension))
}

/** Depends on the path alone: parts may run on several machines and be repeated, and no file is in two of them. */
function isInPart(path: string, { part }: InputSelection): boolean {
  if (part === null) return true
  return createHash('sha256').update(path).digest().readUInt32BE(0) % part.of === part.number - 1
}
