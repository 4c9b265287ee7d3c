import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Pack } from 'tar-stream'
import {
  addEntry,
  type Cdoc2Limits,
  type EntrySink,
  type NewRecipient,
  openContainer,
  type PayloadEntry,
  writeContainer,
} from '#cdoc2/container'
import { assertFree, writeWhole } from '#files'
import { withContainerFile } from './container-file.js'
import type { Decryption } from './decrypt-container.js'

interface ReEncryption extends Omit<Decryption, 'folder'> {
  readonly recipients: readonly NewRecipient[]
  /** The new container. */
  readonly result: string
}

/**
 * Writes a new container with the content of another container, a new file master key and only the new recipients. The content is copied in memory and never
 * written to the disk in clear. The new container gets its name only when the content of the old container has been authenticated.
 *
 * @throws Cdoc2Error, system errors for the disk
 */
export async function reEncryptContainer(
  { container, secret, capsules, recipients, result, progress, signal }: ReEncryption,
  limits: Cdoc2Limits,
): Promise<void> {
  await assertFree(result)
  await withContainerFile(container, async (source) => {
    // The new archive is filled while the old one is read. An error in the old one ends the writing before the new container has its name.
    const fill = async (archive: Pack): Promise<void> => {
      await openContainer(source, { secret, capsules, sink: new ArchiveSink(archive) }, limits)
      archive.finalize()
    }
    await writeWhole(result, writeContainer(recipients, fill, randomBytes, limits), (octets) => {
      signal.throwIfAborted()
      progress(octets)
    })
  })
}

/** Adds the files of one container to the archive of another. */
class ArchiveSink implements EntrySink {
  readonly #archive: Pack
  #entry: ReturnType<Pack['entry']> | null = null

  constructor(archive: Pack) {
    this.#archive = archive
  }

  begin({ name, size }: PayloadEntry): Promise<void> {
    const entry = addEntry(this.#archive, { name, size })
    // When the old container is damaged inside a file, the archive and its entry are destroyed. The entry then emits the error of the archive, which is
    // reported by the archive; without a listener it would be uncaught.
    entry.on('error', () => undefined)
    this.#entry = entry
    return Promise.resolve()
  }

  async write(chunk: Uint8Array): Promise<void> {
    const entry = this.#entry
    // Copied, because the reader reuses its buffers.
    if (entry !== null && !entry.write(Buffer.from(chunk))) await once(entry, 'drain')
  }

  async end(): Promise<void> {
    const entry = this.#entry
    this.#entry = null
    if (entry === null) return
    const finished = once(entry, 'finish')
    entry.end(Buffer.alloc(0))
    await finished
  }
}
