import type { SignedFile } from './xades-signature.js'

const mimetype = 'application/vnd.etsi.asic-e+zip'

/** The earliest date of a ZIP archive: when a report was signed stands in the signature. */
const earliestDate = new Date(Date.UTC(1980, 0, 1))

/** An ASiC-E container with one file (EN 319 162-1, 4.4): its media type first and not packed, the manifest, the signature. */
export async function packContainer(file: SignedFile, signature: string): Promise<Uint8Array> {
  const { default: JSZip } = await import('jszip')
  const archive = new JSZip()
  const add = (name: string, content: Uint8Array | string, compression: 'STORE' | 'DEFLATE' = 'DEFLATE') =>
    archive.file(name, content, { date: earliestDate, createFolders: false, compression })
  add('mimetype', mimetype, 'STORE')
  add(file.name, file.bytes)
  add('META-INF/manifest.xml', manifestOf(file))
  add('META-INF/signatures0.xml', signature)
  return await archive.generateAsync({ type: 'nodebuffer' })
}

function manifestOf({ name, mimeType }: SignedFile): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">` +
    `<manifest:file-entry manifest:full-path="/" manifest:media-type="${mimetype}"/>` +
    `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${mimeType}"/>` +
    `</manifest:manifest>`
  )
}
