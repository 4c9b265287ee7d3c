import { type FileHandle, mkdtemp, open, rm, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntrySink, PayloadEntry } from '#cdoc2'
import { systemErrorCode } from '#model'
import { collectBuffers } from '../buffer-collection.js'
import { BufferedWriter } from '../file-octets.js'
import { makeFolder } from '../make-folder.js'
import { giveName } from '../whole-file.js'

/**
 * Writes the files of a container into a folder. They are written into a temporary subfolder with access for its owner only, and get their names after the last
 * octet is authenticated: before that they must not be taken for content of the container. The folder is made for the first file, which comes when the secret has
 * opened the header: a wrong password leaves no folder.
 */
export class ExtractionFolder implements EntrySink {
  readonly #target: string
  /** The temporary subfolder; null before the first file. */
  #growing: string | null = null
  /** Folders that were made for the files, the outermost first. */
  #made: readonly string[] = []
  readonly #entries: PayloadEntry[] = []
  readonly #progress: (octets: number) => void
  #file: FileHandle | null = null
  #writer: BufferedWriter | null = null
  #written = 0
  readonly #collect = collectBuffers()

  /** @param folder made when it is missing */
  constructor(folder: string, progress: (octets: number) => void) {
    this.#target = folder
    this.#progress = progress
  }

  /** Files have numbers as names until they are authenticated, so no name of the container is used on the disk before. */
  async begin(entry: PayloadEntry): Promise<void> {
    this.#file = await open(join(await this.#place(), String(this.#entries.length)), 'wx', 0o600)
    this.#entries.push(entry)
    this.#writer = new BufferedWriter(this.#file, this.#writer?.buffer)
  }

  async write(chunk: Uint8Array): Promise<void> {
    await this.#writer?.write(chunk)
    this.#written += chunk.length
    this.#progress(this.#written)
    this.#collect(this.#written)
  }

  async end(): Promise<void> {
    await this.#writer?.flush()
    await this.#file?.sync()
    await this.#close()
  }

  /**
   * Gives every file its name, or none: when a name is taken, the files that have got theirs are removed again.
   *
   * @throws the error of the system, `EEXIST` when a file of a name exists
   */
  async publish(): Promise<readonly PayloadEntry[]> {
    const named: string[] = []
    const growing = await this.#place()
    try {
      for (const [number, { name }] of this.#entries.entries()) {
        const path = join(this.#target, name)
        await giveName(join(growing, String(number)), path)
        named.push(path)
      }
    } catch (error) {
      for (const path of named) await unlink(path)
      throw error
    }
    this.#made = []
    return this.#entries
  }

  /** Removes the temporary subfolder with the files that have no name yet, and, unless the files were published, the folders that were made for them. */
  async discard(): Promise<void> {
    await this.#close()
    if (this.#growing !== null) await rm(this.#growing, { recursive: true, force: true })
    for (const folder of this.#made.toReversed()) await removeEmpty(folder)
  }

  /** The temporary subfolder, made when it is not there yet. */
  async #place(): Promise<string> {
    if (this.#growing !== null) return this.#growing
    this.#made = await makeFolder(this.#target)
    this.#growing = await mkdtemp(join(this.#target, '.allkiri-'))
    return this.#growing
  }

  async #close(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close()
  }
}

/** Removes a folder unless another program has put something into it, or removed it, meanwhile. */
async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemErrorCode(error) ?? '')) throw error
  }
}
