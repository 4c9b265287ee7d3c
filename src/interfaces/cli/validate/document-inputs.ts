import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { DocumentType } from '#model'
import { linesOf } from './list-lines.js'

/** Selection of the files to validate, as the command line states it. */
export interface InputSelection {
  /** Files and folders; `-` is standard input. */
  readonly paths: readonly string[]
  /** A file with one path on each line; `-` is standard input; null: none. */
  readonly listFile: string | null
  /** Selects files in folders by the extensions of this document type; null: of any document type. */
  readonly type: DocumentType | null
  /** Selects all files in folders, whatever their names are. */
  readonly everyFile: boolean
  /** The part of the files that this run validates, such as `{ number: 2, of: 8 }`; null: all. */
  readonly part: { readonly number: number; readonly of: number } | null
}

export type DocumentInput =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'standard-input'; readonly path: '-' }
  /** A folder without a file that has an extension of a signed document. */
  | { readonly kind: 'empty-folder'; readonly path: string }

/**
 * Extensions of signed documents (BDOC 2.1; EN 319 162-1, A.1; the Baltic formats based on ASiC-E). They only select files in folders; the type of a document
 * is recognised by its content.
 */
const extensions: Readonly<Record<DocumentType, readonly string[]>> = {
  BDOC: ['.bdoc', '.asice', '.sce', '.edoc', '.adoc'],
  DDOC: ['.ddoc'],
  PDF: ['.pdf'],
  XROAD: ['.asice', '.sce'],
  ASICE: ['.asice', '.sce', '.edoc', '.adoc'],
  ASICS: ['.asics', '.scs'],
  CADES: ['.p7s', '.p7m'],
  XADES: ['.xml'],
}

/**
 * Every selected document, folder by folder and sorted by name. Only the names in the current folders are in memory. Throws `ListUnreadable`.
 *
 * @param onLeftOut called for each file in a folder that is not selected, because of its name
 */
export async function* documentInputs(
  selection: InputSelection,
  input: Readable,
  onLeftOut: () => void = () => undefined,
): AsyncGenerator<DocumentInput> {
  for await (const path of namedPaths(selection, input)) {
    if (path === '-') yield { kind: 'standard-input', path }
    else if (await isFolder(path)) yield* documentsIn(path, selection, onLeftOut)
    else if (isInPart(path, selection)) yield { kind: 'file', path }
  }
}

/** Number of documents, for the remaining time. Null when the list comes from standard input, which cannot be read twice. Throws `ListUnreadable`. */
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
  // A path that cannot be examined counts as a file; reading it then reports the reason.
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function* documentsIn(folder: string, selection: InputSelection, onLeftOut: () => void): AsyncGenerator<DocumentInput> {
  let found = false
  for await (const path of filesBelow(folder)) {
    if (!selection.everyFile && !hasName(path, selection.type)) {
      onLeftOut()
      continue
    }
    found = true
    if (isInPart(path, selection)) yield { kind: 'file', path }
  }
  if (!found) yield { kind: 'empty-folder', path: folder }
}

/**
 * The files in a folder and its subfolders. Symbolic links are not followed, because they may lead out of the folder or form a cycle. A folder that cannot be
 * opened is yielded itself, so that reading it reports the reason.
 */
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

/**
 * Whether a file belongs to the selected part. Depends only on the path: parts can run on several machines and be repeated, and each file is in exactly one
 * part.
 */
function isInPart(path: string, { part }: InputSelection): boolean {
  if (part === null) return true
  return createHash('sha256').update(path).digest().readUInt32BE(0) % part.of === part.number - 1
}
