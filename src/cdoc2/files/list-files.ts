import { type Cdoc2Limits, type EntrySink, openContainer, type PayloadEntry } from '#cdoc2/container'
import { withContainerFile } from './container-file.js'
import type { Decryption } from './decrypt-container.js'
import { type WrittenFile, writtenFiles } from './extraction-folder.js'

/**
 * The files in a container that a secret opens, with the names that `decryptContainer` would write them under. Nothing is written: the content is only
 * decrypted, because nothing in it is authentic before its last octet.
 *
 * @throws Cdoc2Error for the container; system errors of the file; the reason of the signal
 */
export async function listFiles(
  { container, secret, capsules, progress, signal }: Omit<Decryption, 'folder'>,
  limits: Cdoc2Limits,
): Promise<readonly WrittenFile[]> {
  return withContainerFile(container, async (source) => {
    const entries: PayloadEntry[] = []
    let octets = 0
    const sink: EntrySink = {
      begin: (entry) => Promise.resolve(void entries.push(entry)),
      write: (chunk) => {
        signal.throwIfAborted()
        octets += chunk.length
        progress(octets)
        return Promise.resolve()
      },
      end: () => Promise.resolve(),
    }
    await openContainer(source, { secret, capsules, sink }, limits)
    return writtenFiles(entries)
  })
}
