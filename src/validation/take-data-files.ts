import { createHash } from 'node:crypto'
import type { Limits } from '#config'
import { RequestError } from '#model'
import { distinctFileNames } from '#std'
import type { ListedDataFile } from './document-formats.js'
import { listDataFiles } from './extract-data-files.js'
import { tooMuchWork } from './refusal.js'
import type { ValidationLimits } from './validation-context.js'

/** Which data files of a document are requested. */
export interface DataFileOrder {
  /** Index of one file in the document, from 0; or `all` files with content, in a ZIP archive. */
  readonly which: number | 'all'
  /** SHA-256 of the validated document, lower-case hex. Files are taken only from a document with this digest. */
  readonly digest: string
}

export interface TakenFile {
  /** Safe name (`distinctFileNames`), or `files.zip`. */
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Takes data files out of a document of any type, with the readers and bounds of a validation. Nothing is validated here.
 *
 * @throws MalformedDocument when the document cannot be read
 * @throws RequestError when it is another document, has no such file, or unpacks to more than is allowed
 */
export async function takeDataFiles(
  document: Uint8Array,
  { which, digest }: DataFileOrder,
  limits: ValidationLimits & Pick<Limits, 'page'>,
): Promise<TakenFile> {
  const { maxTakenBytes } = limits.page
  if (createHash('sha256').update(document).digest('hex') !== digest)
    throw refused('DOCUMENT_CHANGED', 'This is not the document that was validated; its file has changed since.')
  const files = listDataFiles(document, null, limits)
  const names = distinctFileNames(files.map(({ name }) => name))
  if (which === 'all') return pack(files, names, maxTakenBytes)
  const [file, name] = [files[which], names[which]]
  if (file === undefined || name === undefined) throw refused('DATA_FILE_UNKNOWN', 'The document has no such file.')
  return { name, bytes: contentOf(file, maxTakenBytes) }
}

/** Packs all files into a ZIP archive. Names and contents come from our readers; the library only writes. Not compressed, because most files already are. */
async function pack(files: readonly ListedDataFile[], names: readonly string[], maxBytes: number): Promise<TakenFile> {
  let left = maxBytes
  const taken = files.flatMap((file, index): readonly TakenFile[] => {
    if (file.content === null) return []
    const bytes = contentOf(file, left, maxBytes)
    left -= bytes.length
    return [{ name: names[index] ?? String(index), bytes }]
  })
  const { default: JSZip } = await import('jszip')
  const archive = new JSZip()
  for (const { name, bytes } of taken) archive.file(name, bytes, { date: earliestDate, createFolders: false })
  return { name: 'files.zip', bytes: await archive.generateAsync({ type: 'nodebuffer', compression: 'STORE' }) }
}

/** The earliest date of a ZIP archive, so that the same document gives the same archive. */
const earliestDate = new Date(Date.UTC(1980, 0, 1))

/** @param left octets that this file may have, of `maxBytes` for all */
function contentOf({ content }: ListedDataFile, left: number, maxBytes = left): Uint8Array {
  if (content === null) throw refused('DATA_FILE_WITHOUT_CONTENT', 'The document holds the digest of this file only.')
  const pieces: Uint8Array[] = []
  let size = 0
  // `size` is the size that the document states, so the octets are counted as well.
  if (content.size > left) throw tooLarge(maxBytes)
  for (const piece of content.pieces()) {
    size += piece.length
    if (size > left) throw tooLarge(maxBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function tooLarge(maxBytes: number): RequestError {
  return tooMuchWork('DATA_FILES_TOO_LARGE', `its files unpack to more than ${maxBytes} bytes`)
}

function refused(code: string, message: string): RequestError {
  return new RequestError([{ field: 'document', code, message }])
}
