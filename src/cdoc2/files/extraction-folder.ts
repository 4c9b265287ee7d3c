import { type FileHandle, mkdtemp, open, rm, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntrySink, PayloadEntry } from '#cdoc2/container'
import { BufferedWriter, collectBuffers, giveName, makeFolder } from '#files'
import { systemErrorCode } from '#model'
import { namesOnDisk } from '#std'

/** A file of a container and the name that it has on the disk, which differs from its own where some system does not have such a name. */
export interface WrittenFile extends PayloadEntry {
  readonly writtenAs: string
}

/** The files of a container with the names that they get on the disk. */
export function writtenFiles(entries: readonly PayloadEntry[]): readonly WrittenFile[] {
  const names = namesOnDisk(entries.map(({ name }) => name))
  return entries.map((entry, index) => ({ ...entry, writtenAs: names[index] ?? entry.name }))
}

/**
 * Writes the files of a container into a folder. They are written into a temporary subfolder with permissions for its owner only, and get their names after the
 * last octet has been authenticated, because before that they must not be taken for content of the container. The folder is created for the first file, when
 * the secret has opened the header, so that a wrong password leaves no folder.
 */
export class ExtractionFolder implements EntrySink {
  readonly #target: string
  /** The temporary subfolder; null before the first file. */
  #temporary: string | null = null
  /** Folders that were created for the files, the outermost first. */
  #created: readonly string[] = []
  readonly #entries: PayloadEntry[] = []
  readonly #progress: (octets: number) => void
  #file: FileHandle | null = null
  #writer: BufferedWriter | null = null
  #written = 0
  readonly #collect = collectBuffers()

  /** @param folder created when it is missing */
  constructor(folder: string, progress: (octets: number) => void) {
    this.#target = folder
    this.#progress = progress
  }

  /** Until they are authenticated, files have numbers as names, so that no name from the container is used on the disk. */
  async begin(entry: PayloadEntry): Promise<void> {
    this.#file = await open(join(await this.#temporaryFolder(), String(this.#entries.length)), 'wx', 0o600)
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
   * Gives every file its name. When this fails, for example because a name is taken, the files that already have their names are removed.
   *
   * @throws the error of the system, `EEXIST` when a file of a name exists
   */
  async publish(): Promise<readonly WrittenFile[]> {
    const files = writtenFiles(this.#entries)
    const named: string[] = []
    const temporary = await this.#temporaryFolder()
    try {
      for (const [number, { writtenAs }] of files.entries()) {
        const path = join(this.#target, writtenAs)
        await giveName(join(temporary, String(number)), path)
        named.push(path)
      }
    } catch (error) {
      for (const path of named) await unlink(path)
      throw error
    }
    this.#created = []
    return files
  }

  /** Removes the temporary subfolder with the files in it and, unless the files were published, the folders that were created for them. */
  async discard(): Promise<void> {
    await this.#close()
    if (this.#temporary !== null) await rm(this.#temporary, { recursive: true, force: true })
    for (const folder of this.#created.toReversed()) await removeEmpty(folder)
  }

  /** The temporary subfolder, created on the first call. */
  async #temporaryFolder(): Promise<string> {
    if (this.#temporary !== null) return this.#temporary
    this.#created = await makeFolder(this.#target)
    this.#temporary = await mkdtemp(join(this.#target, '.allkiri-'))
    return this.#temporary
  }

  async #close(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close()
  }
}

/** Removes a folder, unless another program has meanwhile created something in it or removed it. */
async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemErrorCode(error) ?? '')) throw error
  }
}
