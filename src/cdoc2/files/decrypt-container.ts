import { type CapsuleSource, type Cdoc2Limits, openContainer, type Secret } from '#cdoc2/container'
import { withContainerFile } from './container-file.js'
import { ExtractionFolder, type WrittenFile } from './extraction-folder.js'

export interface Decryption {
  readonly container: string
  /** Target folder. When missing, it is created once the secret has opened the container, and removed again when the content is not authentic. */
  readonly folder: string
  readonly secret: Secret
  readonly capsules: CapsuleSource | null
  /** Called with the number of octets of content so far. */
  readonly progress: (octets: number) => void
  /** Aborts the work; all files are then removed. */
  readonly signal: AbortSignal
}

/**
 * Opens a container and writes its files into a folder: all of them when the whole content is authentic, otherwise none.
 *
 * @throws Cdoc2Error for the container; system errors of the disk; the reason of the signal
 */
export async function decryptContainer(
  { container, folder, secret, capsules, progress, signal }: Decryption,
  limits: Cdoc2Limits,
): Promise<readonly WrittenFile[]> {
  return withContainerFile(container, async (source) => {
    const extraction = new ExtractionFolder(folder, (octets) => {
      signal.throwIfAborted()
      progress(octets)
    })
    try {
      await openContainer(source, { secret, capsules, sink: extraction }, limits)
      return await extraction.publish()
    } finally {
      await extraction.discard()
    }
  })
}
