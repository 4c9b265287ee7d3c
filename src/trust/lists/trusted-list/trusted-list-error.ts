import { ReaderError, resultOr } from '#model'

/** Why a list is refused. Closed list; a code is never reused for another meaning. */
export type TrustedListErrorCode =
  /** The file is empty. */
  | 'LIST_EMPTY'
  /** The file, or its decompressed content, is larger than the limit. */
  | 'LIST_TOO_LARGE'
  /** The file starts like gzip, but cannot be decompressed. */
  | 'LIST_COMPRESSION'
  /** Not well-formed XML (a truncated download, an HTML page), a limit of the XML reader was reached, or the XML cannot be canonicalized. */
  | 'LIST_XML'
  /** The document is not a TrustServiceStatusList. */
  | 'LIST_ROOT'
  /** A required element of the scheme information is missing. */
  | 'LIST_ELEMENT_MISSING'
  /** An element that may occur once is repeated. */
  | 'LIST_ELEMENT_REPEATED'
  /** The content of an element is not valid for its type. */
  | 'LIST_VALUE'
  /** More services, pointers or other entries than the limit allows. */
  | 'LIST_TOO_MANY'
  /** No signature is a child of the root. */
  | 'LIST_SIGNATURE_MISSING'
  /** Several signatures are children of the root. */
  | 'LIST_SIGNATURE_MULTIPLE'
  /** A signature stands deeper than as a child of the root. */
  | 'LIST_SIGNATURE_PLACE'
  /** A required part of the signature is missing or repeated. */
  | 'LIST_SIGNATURE_STRUCTURE'
  /** The signature does not cover the whole root with one enveloped reference. */
  | 'LIST_SIGNATURE_SCOPE'
  /** SHA-1 or weaker in the signature or a reference, or a key that is too short. */
  | 'LIST_SIGNATURE_ALGORITHM'
  /** No signed properties, they do not identify the signer, or the signing time is outside the signer's validity or too far from the issue. */
  | 'LIST_SIGNATURE_PROPERTIES'
  /** A digest or the signature value is wrong. */
  | 'LIST_SIGNATURE_INVALID'
  /** Signed with a certificate that the pointer, the pinned set or the previous pivot does not announce. */
  | 'LIST_SIGNER_UNKNOWN'
  /** A list of another kind than the pointer announces. */
  | 'LIST_TYPE'
  /** The list of another territory than the pointer announces. */
  | 'LIST_TERRITORY'
  /** A list of a version that is not read. */
  | 'LIST_VERSION'
  /** A lower sequence number than the last accepted list, the same number with other content, or an earlier issue date. */
  | 'LIST_SEQUENCE'
  /** Issued or signed in the future. */
  | 'LIST_ISSUED_LATER'
  /** A list of lists that starts from a notice of the Official Journal whose certificates are not pinned. */
  | 'LIST_NOTICE_UNKNOWN'
  /** A pivot on the route from the pinned certificates to the list of lists is missing. */
  | 'LIST_PIVOT_MISSING'
  /** A pivot on the route from the pinned certificates to the list of lists is invalid. */
  | 'LIST_PIVOT_INVALID'
  /** A list of lists that starts from an older notice, or has an older newest pivot, than the one accepted before. */
  | 'LIST_BEHIND'
  /** More than half of the services (in a list of lists: pointers) of an accepted list are missing. */
  | 'LIST_POORER'
  /** The list is announced or configured, but not available. */
  | 'LIST_MISSING'
  /** An earlier source in the settings already provides the list of this territory. */
  | 'LIST_TERRITORY_TAKEN'
  /** Its file could not be read from the disk. */
  | 'LIST_UNREADABLE'

/** Why a trusted list or list of lists is refused. */
export class TrustedListError extends ReaderError {
  override readonly name = 'TrustedListError'
  declare readonly code: TrustedListErrorCode
  constructor(code: TrustedListErrorCode, message: string, offset: number | null = null) {
    super(code, message, offset, code === 'LIST_TOO_MANY' || code === 'LIST_TOO_LARGE')
  }
}

/** Runs a reader or a check and returns its error as a value. Any other error is thrown. */
export function orListError<T>(run: () => T): T | TrustedListError {
  return resultOr(TrustedListError, run, (error) => error)
}
