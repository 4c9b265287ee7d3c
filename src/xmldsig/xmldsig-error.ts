import { ReaderError } from '#model'

/** Why an element is no ds:Signature that can be read (XML Signature 1.1 section 4). A code keeps its meaning and is not used again after removal. */
export type XmldsigErrorCode =
  /** ds:SignedInfo is missing, or there are several: it would be open which one was signed. */
  | 'XMLDSIG_SIGNED_INFO'
  /** ds:SignatureValue is missing, or there are several. */
  | 'XMLDSIG_SIGNATURE_VALUE'
  /** Several ds:KeyInfo. */
  | 'XMLDSIG_KEY_INFO'
  /** ds:CanonicalizationMethod is missing, repeated or has no Algorithm. */
  | 'XMLDSIG_CANONICALIZATION_METHOD'
  /** ds:SignatureMethod is missing, repeated or has no Algorithm. */
  | 'XMLDSIG_SIGNATURE_METHOD'
  /** ds:SignedInfo without ds:Reference: nothing is signed. */
  | 'XMLDSIG_REFERENCE'
  /** ds:DigestMethod of a reference is missing, repeated or has no Algorithm. */
  | 'XMLDSIG_DIGEST_METHOD'
  /** ds:DigestValue of a reference is missing or repeated. */
  | 'XMLDSIG_DIGEST_VALUE'
  /** More ds:Reference elements than the caller allows. */
  | 'XMLDSIG_TOO_MANY_REFERENCES'
  /** More octets to canonicalize and digest than the caller allows. */
  | 'XMLDSIG_TOO_MUCH_DATA'

/** The only error of this folder. `offset` is the place of the element that lacks something, counted as in `XmlElement`. */
export class XmldsigError extends ReaderError {
  override readonly name = 'XmldsigError'
  declare readonly code: XmldsigErrorCode
  constructor(code: XmldsigErrorCode, message: string, offset: number | null = null) {
    super(code, message, offset, code === 'XMLDSIG_TOO_MANY_REFERENCES' || code === 'XMLDSIG_TOO_MUCH_DATA')
  }
}
