import { createHash } from 'node:crypto'
import JSZip from 'jszip'

/** An archive of the message log as a security server writes it, and the end of its chain. */
export async function messageLogArchive(
  files: readonly (readonly [name: string, content: Uint8Array | string])[],
  { before = { digest: '', archive: '' }, algorithm = 'SHA-512', change = (text: string) => text } = {},
): Promise<{ readonly bytes: Buffer; readonly last: string }> {
  const hex = (octets: Uint8Array | string) => createHash(algorithm.replace('-', '').toLowerCase()).update(octets).digest('hex')
  const archive = new JSZip()
  let last = before.digest
  const lines = files.map(([name, content]) => {
    archive.file(name, content)
    last = hex(last + hex(content))
    return `${last} ${name}`
  })
  const head = `${before.digest === '' ? '-' : before.digest} ${before.archive === '' ? '-' : before.archive} ${algorithm}`
  archive.file('linkinginfo', change(`${[head, ...lines].join('\n')}\n`))
  return { bytes: await archive.generateAsync({ type: 'nodebuffer' }), last }
}

/** The archive with an entry replaced or, with null, removed. */
export async function withEntry(bytes: Buffer, name: string, content: string | null): Promise<Buffer> {
  const archive = await JSZip.loadAsync(bytes)
  if (content === null) archive.remove(name)
  else archive.file(name, content)
  return archive.generateAsync({ type: 'nodebuffer' })
}
