import { join } from 'node:path'
import { limits } from '#config'
import { systemErrorCode } from '#model'
import { assertFree, type ListedDataFile, listDataFiles, makeFolder, writeWhole } from '#service'
import { exitStatus } from './exit-status.js'
import { hearInterrupts } from './interrupts.js'
import type { Output } from './progress.js'
import { counted, terminalText } from './terminal-text.js'
import { readDocumentFile } from './validate/read-document.js'
import { renderRefusal } from './validate/render-person.js'
import { problemOf } from './validate/validate-file.js'

export interface FilesCommand {
  readonly file: string
  /** Folder to write into; null only lists. */
  readonly folder: string | null
  readonly maxFileBytes: number
}

/** Lists the data files of a document, or writes them into a folder. Nothing is validated. Returns the exit status. */
export async function runFiles(
  { file, folder, maxFileBytes }: FilesCommand,
  { out, err }: { readonly out: Output; readonly err: Output },
): Promise<number> {
  const { signal, hearNoMore } = hearInterrupts()
  try {
    const dataFiles = listDataFiles(await readDocumentFile(file, maxFileBytes), null, limits)
    const heading = `${terminalText(file)}: ${counted(dataFiles.length, 'data file')}, not validated\n`
    const folderRefusal = folder === null ? null : await make(folder)
    if (folderRefusal !== null) {
      out.write(`${heading}  nothing is written: ${folderRefusal}\n`)
      return exitStatus.notAllWritten
    }
    const uses = new Map<string, number>()
    for (const { name } of dataFiles) uses.set(name, (uses.get(name) ?? 0) + 1)
    let refused = false
    // Written at the end: a reader of the output that stops early ends the process, which must not be in the middle of a file.
    const lines: string[] = []
    for (const dataFile of dataFiles) {
      const refusal = folder === null ? null : await write(dataFile, folder, (uses.get(dataFile.name) ?? 0) > 1, signal)
      if (refusal !== null) refused = true
      lines.push(`  ${lineOf(dataFile, refusal)}\n`)
    }
    out.write(heading + lines.join(''))
    return refused ? exitStatus.notAllWritten : exitStatus.allPassed
  } catch (error) {
    if (signal.aborted) err.write('allkiri: Interrupted; every file that has been written is complete.\n')
    else out.write(`${renderRefusal(file, problemOf(error).message, 'read')}\n`)
    return exitStatus.unreadable
  } finally {
    hearNoMore()
  }
}

function lineOf({ name, size, mimeType, content }: ListedDataFile, refusal: string | null): string {
  const known = [...(size === null ? [] : [`${size} bytes`]), ...(mimeType === null ? [] : [terminalText(mimeType)])]
  const about = `${terminalText(name)}${known.length === 0 ? '' : ` (${known.join(', ')})`}`
  if (refusal !== null) return `${about}: refused, ${refusal}`
  return content === null ? `${about}: no content, only its digest is in the document` : about
}

/**
 * Writes one file, never over an existing one and never outside the folder. Null when it is written or has no content; otherwise the reason. Rejects when the
 * signal is aborted, and leaves nothing of the file.
 */
async function write({ name, content }: ListedDataFile, folder: string, repeated: boolean, signal: AbortSignal): Promise<string | null> {
  if (content === null) return null
  if (!isPlainName(name)) return 'its name is not one of a file'
  if (repeated) return 'its name occurs more than once'
  const path = join(folder, name)
  try {
    signal.throwIfAborted()
    await assertFree(path)
    await writeWhole(path, content.pieces(), () => signal.throwIfAborted(), 0o666)
    return null
  } catch (error) {
    if (signal.aborted) throw error
    return reasonOf(error)
  }
}

/** Makes the folder if it is missing. Null, or the reason why it cannot be used. */
async function make(folder: string): Promise<string | null> {
  try {
    await makeFolder(folder)
    return null
  } catch (error) {
    const code = systemErrorCode(error)
    return code === 'EEXIST' || code === 'ENOTDIR' ? 'what --out names is not a folder' : reasonOf(error)
  }
}

/** Path separators, control characters, and the colon of drive letters and of streams inside files. */
const unsafeCharacter = /[/\\:\u0000-\u001f\u007f-\u009f]/

/** Device names of Windows, with any extension: writing to them goes to a printer or serial port, or is discarded. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * Whether a name of the document, which its author controls, is a plain file name. None may lead out of the folder or name another file, on this system or on
 * one that the folder is copied to: some systems drop dots and spaces at the end, so that `a.txt.` becomes `a.txt`.
 */
function isPlainName(name: string): boolean {
  return name !== '' && !/[. ]$/.test(name) && !unsafeCharacter.test(name) && !deviceName.test(name)
}

function reasonOf(error: unknown): string {
  switch (systemErrorCode(error) ?? '') {
    case 'EEXIST':
      return 'a file of its name exists already'
    case 'ENAMETOOLONG':
      return 'its name is too long'
    case 'EILSEQ':
    case 'EINVAL':
      return 'its name is not one of a file'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'no permission to write into the folder'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'there is no space left'
    case 'ELOOP':
      return 'the links on its path lead in a circle'
    default:
      if (error instanceof Error && 'syscall' in error) return `the system refuses the operation (${String(systemErrorCode(error))})`
      throw error
  }
}
