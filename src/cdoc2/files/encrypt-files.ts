import { randomBytes } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  addEntry,
  Cdoc2Error,
  type Cdoc2Limits,
  checkFileName,
  type FillArchive,
  type NewRecipient,
  writeContainer,
} from '#cdoc2/container'
import { assertFree, writeWhole } from '#files'

export interface Encryption {
  readonly files: readonly string[]
  readonly recipients: readonly NewRecipient[]
  readonly container: string
  /** Called with the number of octets of the container so far. */
  readonly progress: (octets: number) => void
  readonly signal: AbortSignal
}

/** Octets of one read from an input file. The archive holds the buffers, so they are not reused. */
const READ_CHUNK = 64 * 1024

interface InputFile {
  readonly path: string
  readonly name: string
}

/**
 * Encrypts files into a new container, which appears only when it is complete.
 *
 * @throws Cdoc2Error, system errors for the disk
 */
export async function encryptFiles({ files, recipients, container, progress, signal }: Encryption, limits: Cdoc2Limits): Promise<void> {
  await assertFree(container)
  const inputs = await checkInputs(files, limits)
  await writeWhole(container, writeContainer(recipients, fillWith(inputs), randomBytes, limits), (octets) => {
    signal.throwIfAborted()
    progress(octets)
  })
}

/** Checks names and kinds of all inputs, before anything is written and before a capsule is stored on a key server. */
async function checkInputs(files: readonly string[], limits: Cdoc2Limits): Promise<readonly InputFile[]> {
  const inputs = files.map((path) => ({ path, name: checkFileName(basename(path).normalize('NFC'), limits.maxNameLength) }))
  if (inputs.length > limits.maxEntries) throw new Cdoc2Error('too-many-entries', `A container can have at most ${limits.maxEntries} files`)
  const repeated = inputs.find(({ name }, i) => inputs.findIndex((other) => other.name === name) !== i)
  if (repeated !== undefined) throw new Cdoc2Error('duplicate-name', `Two files are called ${JSON.stringify(repeated.name)}`)
  for (const { path } of inputs) {
    if (!(await stat(path)).isFile()) throw new Cdoc2Error('tar-entry-type', `${JSON.stringify(path)} is not a file`)
  }
  return inputs
}

function fillWith(inputs: readonly InputFile[]): FillArchive {
  return async (archive) => {
    for (const { path, name } of inputs) {
      const file = await open(path)
      try {
        const { size, mtime } = await file.stat()
        // Some file systems state the size 0 for files with content; the container would get an empty file.
        if (size === 0 && (await file.read(Buffer.alloc(1), 0, 1, 0)).bytesRead > 0)
          throw new Cdoc2Error('input-changed', `${path} has content, although its size is stated as 0: encrypt a copy of it`)
        const entry = addEntry(archive, { name, size, mtime })
        let read = 0
        const content = async function* () {
          if (size === 0) return
          for await (const chunk of file.createReadStream({ autoClose: false, end: size - 1, highWaterMark: READ_CHUNK })) {
            read += (chunk as Buffer).length
            yield chunk as Buffer
          }
          // Of a file that grows, only the octets up to the size in its archive header are taken. A file that shrinks cannot be completed.
          if (read < size) throw new Cdoc2Error('input-changed', `${path} became shorter while it was read`)
        }
        await pipeline(content, entry)
      } finally {
        await file.close()
      }
    }
    archive.finalize()
  }
}
