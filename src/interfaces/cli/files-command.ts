import { join } from 'node:path'
import type { Limits } from '#config'
import { assertFree, makeFolder, writeWhole } from '#files'
import { systemErrorCode } from '#model'
import { type ListedDataFile, listDataFiles } from '#validation'
import { counted, terminalText, writeRefusal } from '#writers/cli'
import { exitStatus } from './exit-status.js'
import { listenForInterrupts } from './interrupts.js'
import type { Output } from './progress.js'
import { readDocumentFile } from './validate/read-document.js'
import { problemOf } from './validate/validate-file.js'
import { whyNotWritten } from './why-not-written.js'

interface FilesCommand {
  readonly file: string
  /** Folder to write into; null: the files are only listed. */
  readonly folder: string | null
  readonly limits: Limits
}

/** Lists the data files of a document, or writes them into a folder. Nothing is validated. Returns the exit status. */
export async function runFiles(
  { file, folder, limits }: FilesCommand,
  { out, err }: { readonly out: Output; readonly err: Output },
): Promise<number> {
  const { signal, stopListening } = listenForInterrupts()
  try {
    const dataFiles = listDataFiles(await readDocumentFile(file, limits.commandLine.maxFileBytes), null, limits)
    const heading = `${terminalText(file)}: ${counted(dataFiles.length, 'data file')}, not validated\n`
    const folderRefusal = folder === null ? null : await create(folder)
    if (folderRefusal !== null) {
      out.write(`${heading}  nothing is written: ${folderRefusal}\n`)
      return exitStatus.notAllWritten
    }
    const uses = new Map<string, number>()
    for (const { name } of dataFiles) uses.set(name, (uses.get(name) ?? 0) + 1)
    let refused = false
    // Printed at the end: a reader of the output that stops early ends the process, which must not happen while a file is being written.
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
    else out.write(`${writeRefusal(file, problemOf(error).message, 'read')}\n`)
    return exitStatus.unreadable
  } finally {
    stopListening()
  }
}

function lineOf({ name, size, mimeType, content }: ListedDataFile, refusal: string | null): string {
  const known = [...(size === null ? [] : [`${size} bytes`]), ...(mimeType === null ? [] : [terminalText(mimeType)])]
  const about = `${terminalText(name)}${known.length === 0 ? '' : ` (${known.join(', ')})`}`
  if (refusal !== null) return `${about}: refused, ${refusal}`
  return content === null ? `${about}: no content, only its digest is in the document` : about
}

/**
 * Writes one file, never over an existing file and never outside the folder. Null when it was written or has no content; otherwise the reason. Rejects when the
 * signal is aborted; the incomplete file is then removed.
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
    return whyNotWritten(error)
  }
}

/** Creates the folder if it is missing. Null, or the reason why it cannot be used. */
async function create(folder: string): Promise<string | null> {
  try {
    await makeFolder(folder)
    return null
  } catch (error) {
    const code = systemErrorCode(error)
    return code === 'EEXIST' || code === 'ENOTDIR' ? 'the path in --out is not a folder' : whyNotWritten(error)
  }
}

/** Path separators, control characters, and the colon, which occurs in drive letters and names of streams in files. */
const unsafeCharacter = /[/\\:\u0000-\u001f\u007f-\u009f]/

/** Device names of Windows, with any extension. Output to them goes to a printer or a serial port, or is discarded. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * Whether a name from the document, which its author controls, is a plain file name. It must not lead out of the folder or name another file, on this system or
 * on one to which the folder is copied. Some systems drop final dots and spaces, so that `a.txt.` becomes `a.txt`.
 */
function isPlainName(name: string): boolean {
  return name !== '' && !/[. ]$/.test(name) && !unsafeCharacter.test(name) && !deviceName.test(name)
}
