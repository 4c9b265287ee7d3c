import { ReaderError, resultOrNull } from '#model'
import { readZip, type ZipLimits } from '#readers/zip'
import { bufferOf } from '#std'

/** The names of the files in a ZIP archive; null when the octets are no archive that can be read. */
export function namesInArchive(bytes: Uint8Array, { zip }: { readonly zip: ZipLimits }): readonly string[] | null {
  if (bufferOf(bytes).toString('latin1', 0, 4) !== 'PK\x03\x04') return null
  const archive = resultOrNull(ReaderError, () => readZip(bytes, zip))
  return archive === null ? null : archive.entries.filter(({ isDirectory }) => !isDirectory).map(({ name }) => name)
}
