import type { DetachedData, OpenedDocument } from '#model'
import { readSignedData, withoutBlanksBehind } from '#readers/cms'
import { bufferOf } from '#std'
import { detachedDataFiles } from '../detached-data-files.js'
import { readingEntry } from '../refusal.js'

/** A CMS message without a container: with the content inside (`.p7m`), or over a file that is given beside it (`.p7s`). */
interface OpenedMessage extends OpenedDocument {
  readonly bytes: Uint8Array
  readonly detached: DetachedData | null
}

/** Opens a CMS message (RFC 5652, EN 319 122-1). The reader of its signatures decodes it. */
export function openMessage(bytes: Uint8Array, _limits: unknown, detached: DetachedData | null): OpenedMessage {
  return {
    type: 'CADES',
    form: { kind: 'cades' },
    bytes,
    detached,
    dataFiles: detachedDataFiles(detached),
    signatures: [],
    findings: [],
    trustDomain: null,
  }
}

/**
 * The content inside a message; null when it has none.
 *
 * @throws ContainerError when the message cannot be read
 */
export function contentOfMessage(
  { bytes }: OpenedMessage,
  { asn1 }: { readonly asn1: Parameters<typeof readSignedData>[1] },
): Uint8Array | null {
  return readingEntry(null, () => readSignedData(withoutBlanksBehind(bufferOf(bytes), asn1, asn1.maxBlanks).encoding, asn1)).content
}
