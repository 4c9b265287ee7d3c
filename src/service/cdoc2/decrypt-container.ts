import { type CapsuleSource, type Cdoc2Limits, openContainer, type PayloadEntry, type Secret } from '#cdoc2'
import { openContainerFile, sourceOfFile } from './container-file.js'
import { ExtractionFolder } from './extraction-folder.js'

export interface Decryption {
  readonly container: string
  /** Created when it is missing and the secret opens the container; removed again when the content is not authentic. */
  readonly folder: string
  readonly secret: Secret
  readonly capsules: CapsuleSource | null
  /** Called with the octets of content so far. */
  readonly progress: (octets: number) => void
  /** Ends the work and leaves nothing behind. */
  readonly signal: AbortSignal
}

/**
 * Opens a container and writes its files into a folder: either all of them, when the whole content is authenticated, or none.
 *
 * @throws Cdoc2Error for the container, system errors for the disk
 */
export async function decryptContainer(
  { container, folder, secret, capsules, progress, signal }: Decryption,
  limits: Cdoc2Limits,
): Promise<readonly PayloadEntry[]> {
  const file = await openContainerFile(container)
  try {
    const source = await sourceOfFile(file)
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
  } finally {
    await file.close()
  }
}
