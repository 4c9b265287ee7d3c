import type { OpenedDocument, ReadSignature } from '#model'

/** The message that an X-Road container holds. */
export const xroadMessageFile = 'message.xml'

/**
 * Whether a container that was opened as ASiC-E is an X-Road one (ruling 66): it holds the message file, and a signature references entries
 * with a leading slash, which no ASiC-E signature does. A signature that could not be read is searched for such a reference as text.
 */
export function looksLikeXroad(opened: OpenedDocument, signatures: readonly ReadSignature[]): boolean {
  if (!opened.dataFiles.some(({ name }) => name === xroadMessageFile)) return false
  const files = new Map(opened.signatureFiles.map(({ name, bytes }) => [name, bytes]))
  return signatures.some((signature) => {
    if (signature.kind === 'read') return signature.facts.references.some(({ uri }) => uri.startsWith('/'))
    const bytes = files.get(signature.signature.source.file)
    return bytes !== undefined && hasRootedReference(bytes)
  })
}

/** Text search: it tells types of documents apart and decides nothing else. */
export function hasRootedReference(signatureFile: Uint8Array): boolean {
  const bytes = Buffer.from(signatureFile.buffer, signatureFile.byteOffset, signatureFile.byteLength)
  return bytes.includes('URI="/', 0, 'latin1') || bytes.includes("URI='/", 0, 'latin1')
}
