import { ReaderError, resultOr } from '#model'

/** Why a list is not taken. Closed; a code is never used again for another meaning. */
export type TrustedListErrorCode =
  /** The file holds nothing. */
  | 'LIST_EMPTY'
  /** The file, or what it unpacks to, is larger than the bound. */
  | 'LIST_TOO_LARGE'
  /** The file begins like gzip and cannot be unpacked. */
  | 'LIST_COMPRESSION'
  /** No well-formed XML (a truncated download, an HTML page), a bound of the XML reader was reached, or XML that has no canonical form. */
  | 'LIST_XML'
  /** The document is no TrustServiceStatusList. */
  | 'LIST_ROOT'
  /** A required element of the scheme information is missing, or an element stands twice. */
  | 'LIST_ELEMENT_MISSING'
  | 'LIST_ELEMENT_REPEATED'
  /** An element holds something that its type does not allow. */
  | 'LIST_VALUE'
  /** More services or pointers than the bound allows. */
  | 'LIST_TOO_MANY'
  /** Not exactly one signature, as child of the root. */
  | 'LIST_SIGNATURE_MISSING'
  | 'LIST_SIGNATURE_MULTIPLE'
  | 'LIST_SIGNATURE_PLACE'
  /** A part without which no signature can be read is missing or stands twice. */
  | 'LIST_SIGNATURE_STRUCTURE'
  /** The signature does not cover the whole root by one enveloped reference. */
  | 'LIST_SIGNATURE_SCOPE'
  /** SHA-1 or weaker in the signature or a reference, or a key that is too short. */
  | 'LIST_SIGNATURE_ALGORITHM'
  /** No signed properties, or they do not name the signer, or the signing time lies outside the signer's validity or far from the issue. */
  | 'LIST_SIGNATURE_PROPERTIES'
  /** A digest or the signature value is wrong. */
  | 'LIST_SIGNATURE_INVALID'
  /** Signed with a certificate that neither the pointer, nor the pinned set or the pivot before it, announces. */
  | 'LIST_SIGNER_UNKNOWN'
  /** Not the list that the pointer announces. */
  | 'LIST_TYPE'
  | 'LIST_TERRITORY'
  | 'LIST_VERSION'
  /** A lower sequence number than the last accepted, the same with other content, or a higher one that was issued before it. */
  | 'LIST_SEQUENCE'
  /** Issued or signed after the moment of use. */
  | 'LIST_ISSUED_LATER'
  /** A list of lists that starts from a notice of the Official Journal whose certificates are not pinned. */
  | 'LIST_NOTICE_UNKNOWN'
  /** The way from the pinned certificates to the list of lists is broken at a pivot. */
  | 'LIST_PIVOT_MISSING'
  | 'LIST_PIVOT_INVALID'
  /** A list of lists that starts from an older notice, or lacks the newest pivot, of the one that was accepted before. */
  | 'LIST_BEHIND'
  /** Most of the services (of a list of lists: pointers) that the richest accepted list had are gone. */
  | 'LIST_POORER'
  /** The list of lists announces it, and there is none at hand. */
  | 'LIST_MISSING'
  /** Two authentic lists of one territory and number with different content stand side by side. */
  | 'LIST_AMBIGUOUS'
  /** Another source, which stands before this one in the settings, brings the list of this territory. */
  | 'LIST_TERRITORY_TAKEN'
  /** Its file could not be read from the disk. */
  | 'LIST_UNREADABLE'

/** A trusted list, or list of lists, that is not taken, and why. */
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
