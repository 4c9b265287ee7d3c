import { createHash } from 'node:crypto'
import { limits } from '#config'
import { RequestError } from '#model'
import type { ListedDataFile } from './document-formats.js'
import { listDataFiles } from './extract-data-files.js'
import { tooMuchWork } from './refusal.js'
import { distinctFileNames } from './safe-file-name.js'

/** Which files inside a document are wanted. */
export interface DataFileOrder {
  /** Number in the document, from 0, or all that have content, in a ZIP archive. */
  readonly which: number | 'all'
  /** SHA-256 of the document that was validated, lower-case hex: what is handed out comes from the same bytes. */
  readonly digest: string
}

export interface TakenFile {
  /** Safe on every system. */
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Files inside a document of any type, through the readers and bounds of a validation: the bytes that were judged. Nothing is validated here.
 *
 * @throws MalformedDocument when the document cannot be read
 * @throws RequestError when it is another document, has no such file, or unpacks to more than is allowed
 */
export async function takeDataFiles(document: Uint8Array, { which, digest }: DataFileOrder): Promise<TakenFile> {
  if (createHash('sha256').update(document).digest('hex') !== digest)
    throw refused('DOCUMENT_CHANGED', 'This is not the document that was validated; its file has changed since.')
  const files = listDataFiles(document, null, limits)
  const names = distinctFileNames(files.map(({ name }) => name))
  if (which === 'all') return pack(files, names)
  const [file, name] = [files[which], names[which]]
  if (file === undefined || name === undefined) throw refused('DATA_FILE_UNKNOWN', 'The document has no such file.')
  return { name, bytes: contentOf(file, limits.page.maxTakenBytes) }
}

/** The library only packs: names are made safe and contents are taken by our own readers. Nothing is compressed, which most files are already. */
async function pack(files: readonly ListedDataFile[], names: readonly string[]): Promise<TakenFile> {
  let left = limits.page.maxTakenBytes
  const taken = files.flatMap((file, index): readonly TakenFile[] => {
    if (file.content === null) return []
    const bytes = contentOf(file, left)
    left -= bytes.length
    return [{ name: names[index] ?? String(index), bytes }]
  })
  const { default: JSZip } = await import('jszip')
  const archive = new JSZip()
  for (const { name, bytes } of taken) archive.file(name, bytes, { date: earliestDate, createFolders: false })
  return { name: 'files.zip', bytes: await archive.generateAsync({ type: 'nodebuffer', compression: 'STORE' }) }
}

/** The first that a ZIP archive can write: the same document gives the same archive. */
const earliestDate = new Date(Date.UTC(1980, 0, 1))

function contentOf({ content }: ListedDataFile, maxBytes: number): Uint8Array {
  if (content === null) throw refused('DATA_FILE_WITHOUT_CONTENT', 'The document holds the digest of this file only.')
  const pieces: Uint8Array[] = []
  let size = 0
  // The stated size is the document's word.
  if (content.size > maxBytes) throw tooLarge()
  for (const piece of content.pieces()) {
    size += piece.length
    if (size > maxBytes) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function tooLarge(): RequestError {
  return tooMuchWork('DATA_FILES_TOO_LARGE', `its files unpack to more than ${limits.page.maxTakenBytes} bytes`)
}

function refused(code: string, message: string): RequestError {
  return new RequestError([{ field: 'document', code, message }])
}
