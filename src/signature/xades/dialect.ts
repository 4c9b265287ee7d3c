import type { TimeStampToken } from '#cms'
import type { UnreadableTimeStamp } from '#model'

/** How XAdES in one kind of container differs from the standard. */
export interface XadesDialect {
  /** What the imprint of a signature time-stamp covers: the canonical ds:SignatureValue (EN 319 132-1, 5.3), or the octets of the value. */
  readonly signatureTimeStampCovers: 'element' | 'value-octets' | 'nothing'
  /** The text of SignatureTimeStamp may be the token itself. */
  readonly bareTimeStampTokens: boolean
  /** ObjectReference of a DataObjectFormat may be the URI of the reference instead of its Id; a reference needs no Id then. */
  readonly formatsNameUris: boolean
  /** An OCSP response may be a time-mark (BDOC 2.1, 6.1). */
  readonly timeMarks: boolean
  /** A time-stamp over the signature that is a file of the container; null when there is none. */
  readonly containerTimeStamp: ContainerTimeStamp | null
}

/** A time-stamp token that is a file of the container, decoded, or the problem that prevents it. */
export type ContainerTimeStamp =
  | {
      readonly readable: true
      readonly token: TimeStampToken
      /** What the imprint has to cover; null when its hash chain does not lead to the signature. */
      readonly covered: Uint8Array | null
    }
  | ({ readonly readable: false } & UnreadableTimeStamp)

/** ASiC-E and BDOC: XAdES as the standard says, and the time-mark. */
export const asicDialect: XadesDialect = Object.freeze({
  signatureTimeStampCovers: 'element',
  bareTimeStampTokens: false,
  formatsNameUris: false,
  timeMarks: true,
  containerTimeStamp: null,
})
