import { type FileHandle, mkdtemp, open, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntrySink, PayloadEntry } from '#cdoc2'
import { collectBuffers } from './buffer-collection.js'
import { giveName } from './container-file.js'
import { BufferedWriter } from './file-octets.js'

/**
 * Writes the files of a container into a folder. They are written into a temporary subfolder with access for its owner only, and get their names after the last
 * octet is authenticated: before that they must not be taken for content of the container.
 */
export class ExtractionFolder implements EntrySink {
  readonly #target: string
  readonly #growing: string
  readonly #entries: PayloadEntry[] = []
  readonly #progress: (octets: number) => void
  #file: FileHandle | null = null
  #writer: BufferedWriter | null = null
  #written = 0
  readonly #collect = collectBuffers()

  private constructor(target: string, growing: string, progress: (octets: number) => void) {
    this.#target = target
    this.#growing = growing
    this.#progress = progress
  }

  /** @param folder an existing folder */
  static async open(folder: string, progress: (octets: number) => void): Promise<ExtractionFolder> {
    return new ExtractionFolder(folder, await mkdtemp(join(folder, '.allkiri-')), progress)
  }

  /** Files have numbers as names until they are authenticated, so no name of the container is used on the disk before. */
  async begin(entry: PayloadEntry): Promise<void> {
    this.#file = await open(join(this.#growing, String(this.#entries.length)), 'wx', 0o600)
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
    try {
      for (const [number, { name }] of this.#entries.entries()) {
        const path = join(this.#target, name)
        await giveName(join(this.#growing, String(number)), path)
        named.push(path)
      }
    } catch (error) {
      for (const path of named) await unlink(path)
      throw error
    }
    return this.#entries
  }

  /** Removes the temporary subfolder with the files that have no name yet. */
  async discard(): Promise<void> {
    await this.#close()
    await rm(this.#growing, { recursive: true, force: true })
  }

  async #close(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close()
  }
}
