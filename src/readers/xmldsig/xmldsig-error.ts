import { ReaderError } from '#model'

/** Every reason for which an element cannot be read as a ds:Signature (XML Signature 1.1 section 4). A code is never reused after its removal. */
export type XmldsigErrorCode =
  /** ds:SignedInfo is missing or repeated: it would not be clear which element was signed. */
  | 'XMLDSIG_SIGNED_INFO'
  /** ds:SignatureValue is missing or repeated. */
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

/** The only error of this folder. `offset` is the position of the defective element, counted as in `XmlElement`. */
export class XmldsigError extends ReaderError {
  override readonly name = 'XmldsigError'
  declare readonly code: XmldsigErrorCode
  constructor(code: XmldsigErrorCode, message: string, offset: number | null = null) {
    super(code, message, offset, code === 'XMLDSIG_TOO_MANY_REFERENCES' || code === 'XMLDSIG_TOO_MUCH_DATA')
  }
}
