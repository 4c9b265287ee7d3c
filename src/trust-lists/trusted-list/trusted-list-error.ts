import { ReaderError } from '#model'

/**
 * Why a list is not taken. Closed; never reused.
 *
 * - `LIST_EMPTY`: the file holds nothing.
 * - `LIST_TOO_LARGE`: the file, or what it unpacks to, is larger than the bound.
 * - `LIST_COMPRESSION`: the file begins like gzip and cannot be unpacked.
 * - `LIST_XML`: the file is no well-formed XML (a truncated download, an HTML page), or breaks a bound of the XML reader.
 * - `LIST_ROOT`: the document is not a TrustServiceStatusList (an HTML error page, another XML).
 * - `LIST_ELEMENT_MISSING`, `LIST_ELEMENT_REPEATED`: a required element of the scheme information is missing, or stands twice.
 * - `LIST_VALUE`: an element holds something that its type does not allow.
 * - `LIST_TOO_MANY`: more services or pointers than the bound allows.
 * - `LIST_SIGNATURE_MISSING`, `LIST_SIGNATURE_MULTIPLE`, `LIST_SIGNATURE_PLACE`: not exactly one signature, as child of the root.
 * - `LIST_SIGNATURE_STRUCTURE`: a part without which no signature can be read is missing or stands twice.
 * - `LIST_SIGNATURE_SCOPE`: the signature does not cover the whole root by one enveloped reference.
 * - `LIST_SIGNATURE_ALGORITHM`: SHA-1 or weaker in the signature or a reference, or a key that is too short.
 * - `LIST_SIGNATURE_PROPERTIES`: no signed properties, or they do not name the signer, or signing time outside the signer's validity or far from the issue.
 * - `LIST_SIGNATURE_INVALID`: a digest or the signature value is wrong.
 * - `LIST_SIGNER_UNKNOWN`: signed by a certificate that nobody announced.
 * - `LIST_TYPE`, `LIST_TERRITORY`, `LIST_VERSION`: another list than the pointer promised.
 * - `LIST_SEQUENCE`: a lower sequence number than the last accepted, the same with other content, or a higher one that was issued before it.
 * - `LIST_ISSUED_LATER`: issued or signed after the moment of use.
 * - `LIST_NOTICE_UNKNOWN`: a list of lists that starts from a notice of the Official Journal whose certificates are not pinned.
 * - `LIST_PIVOT_MISSING`, `LIST_PIVOT_INVALID`: the way from the pinned certificates to the list of lists is broken at a pivot.
 * - `LIST_BEHIND`: a list of lists that starts from an older notice, or lacks the newest pivot, of the one that was accepted before.
 * - `LIST_POORER`: most of the services (of a list of lists: pointers) that the richest accepted list had are gone.
 * - `LIST_MISSING`: the list of lists announces it, and there is none at hand.
 * - `LIST_AMBIGUOUS`: two authentic lists of one territory and number with different content stand side by side.
 * - `LIST_TERRITORY_TAKEN`: another source, which stands before this one in the settings, brings the list of this territory.
 * - `LIST_DOWNLOAD`: it could not be fetched.
 * - `LIST_UNREADABLE`: its file could not be read from the disk.
 */
export type TrustedListErrorCode =
  | 'LIST_EMPTY'
  | 'LIST_TOO_LARGE'
  | 'LIST_COMPRESSION'
  | 'LIST_XML'
  | 'LIST_ROOT'
  | 'LIST_ELEMENT_MISSING'
  | 'LIST_ELEMENT_REPEATED'
  | 'LIST_VALUE'
  | 'LIST_TOO_MANY'
  | 'LIST_SIGNATURE_MISSING'
  | 'LIST_SIGNATURE_MULTIPLE'
  | 'LIST_SIGNATURE_PLACE'
  | 'LIST_SIGNATURE_STRUCTURE'
  | 'LIST_SIGNATURE_SCOPE'
  | 'LIST_SIGNATURE_ALGORITHM'
  | 'LIST_SIGNATURE_PROPERTIES'
  | 'LIST_SIGNATURE_INVALID'
  | 'LIST_SIGNER_UNKNOWN'
  | 'LIST_TYPE'
  | 'LIST_TERRITORY'
  | 'LIST_VERSION'
  | 'LIST_SEQUENCE'
  | 'LIST_ISSUED_LATER'
  | 'LIST_NOTICE_UNKNOWN'
  | 'LIST_PIVOT_MISSING'
  | 'LIST_PIVOT_INVALID'
  | 'LIST_BEHIND'
  | 'LIST_POORER'
  | 'LIST_MISSING'
  | 'LIST_AMBIGUOUS'
  | 'LIST_TERRITORY_TAKEN'
  | 'LIST_DOWNLOAD'
  | 'LIST_UNREADABLE'

/** A trusted list, or list of lists, that is not taken, and why. */
export class TrustedListError extends ReaderError {
  override readonly name = 'TrustedListError'
  declare readonly code: TrustedListErrorCode
  constructor(code: TrustedListErrorCode, message: string, offset: number | null = null) {
    super(code, message, offset, code === 'LIST_TOO_MANY' || code === 'LIST_TOO_LARGE')
  }
}
