import type { UnreadableTimeStamp } from '#model'
import type { TimeStampToken } from '#readers/cms'

/** The differences from the standard of XAdES in one kind of container. */
export interface XadesDialect {
  /** The octets that the imprint of a signature time-stamp covers: the canonical ds:SignatureValue (EN 319 132-1, 5.3), or the decoded value. */
  readonly signatureTimeStampCovers: 'element' | 'value-octets' | 'nothing'
  /** Whether the text of SignatureTimeStamp may be the token itself. */
  readonly bareTimeStampTokens: boolean
  /** Whether ObjectReference of a DataObjectFormat may be the URI of the reference instead of its Id, so that a reference needs no Id. */
  readonly formatsNameUris: boolean
  /** Whether an OCSP response may be a time-mark (BDOC 2.1, 6.1). */
  readonly timeMarks: boolean
  /** A time-stamp over the signature that is a file of the container; null when there is none. */
  readonly containerTimeStamp: ContainerTimeStamp | null
}

/** A time-stamp token that is a file of the container, decoded, or the problem that prevents it. */
export type ContainerTimeStamp =
  | {
      readonly readable: true
      readonly token: TimeStampToken
      /** The octets that the imprint must cover; null when the hash chain of the time-stamp does not lead to the signature. */
      readonly covered: Uint8Array | null
    }
  | ({ readonly readable: false } & UnreadableTimeStamp)

/** The dialect of ASiC-E and BDOC: XAdES by the standard, and the time-mark. */
export const asicDialect: XadesDialect = Object.freeze({
  signatureTimeStampCovers: 'element',
  bareTimeStampTokens: false,
  formatsNameUris: false,
  timeMarks: true,
  containerTimeStamp: null,
})
