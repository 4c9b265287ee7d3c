import { createHash } from 'node:crypto'
import { formatInstant, type Instant } from '#model'

/** A file of the container. Its name and type hold nothing that XML or a URI would escape. */
export interface SignedFile {
  readonly name: string
  readonly mimeType: string
  readonly bytes: Uint8Array
}

export type SignatureAlgorithmUri =
  `http://www.w3.org/2001/04/xmldsig-more#${'rsa-sha256' | 'ecdsa-sha256' | 'ecdsa-sha384' | 'ecdsa-sha512'}`

export interface SignatureInput {
  readonly file: SignedFile
  /** DER. */
  readonly certificate: Uint8Array
  readonly signingTime: Instant
  readonly algorithm: SignatureAlgorithmUri
  /** The signature value over these octets, as XML Signature has it (r‖s for ECDSA). */
  readonly sign: (octets: Uint8Array) => Uint8Array
}

const canonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const sha256Uri = 'http://www.w3.org/2001/04/xmlenc#sha256'
const ds = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'
const xades = 'xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"'

/**
 * A signature file with one XAdES baseline signature of level B (EN 319 132-1, 6) over a file. The parts that are signed are written in their exclusive canonical
 * form, so their text is what the digests are over: no canonicalization is needed.
 */
export function writeSignature({ file, certificate, signingTime, algorithm, sign }: SignatureInput): string {
  const digest = (bytes: Uint8Array | string) =>
    `<ds:DigestMethod Algorithm="${sha256Uri}"></ds:DigestMethod><ds:DigestValue>${sha256(bytes)}</ds:DigestValue>`
  const properties =
    `<xades:SignedProperties ${xades} Id="S0-SignedProperties"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>${formatInstant(signingTime)}</xades:SigningTime>` +
    `<xades:SigningCertificateV2><xades:Cert><xades:CertDigest>` +
    `<ds:DigestMethod ${ds} Algorithm="${sha256Uri}"></ds:DigestMethod><ds:DigestValue ${ds}>${sha256(certificate)}</ds:DigestValue>` +
    `</xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties>` +
    `<xades:SignedDataObjectProperties><xades:DataObjectFormat ObjectReference="#S0-RefId0"><xades:MimeType>${file.mimeType}</xades:MimeType></xades:DataObjectFormat></xades:SignedDataObjectProperties>` +
    `</xades:SignedProperties>`
  const signedInfo =
    `<ds:SignedInfo ${ds}><ds:CanonicalizationMethod Algorithm="${canonicalization}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${algorithm}"></ds:SignatureMethod>` +
    `<ds:Reference Id="S0-RefId0" URI="${file.name}">${digest(file.bytes)}</ds:Reference>` +
    `<ds:Reference Id="S0-RefId1" Type="http://uri.etsi.org/01903#SignedProperties" URI="#S0-SignedProperties">` +
    `<ds:Transforms><ds:Transform Algorithm="${canonicalization}"></ds:Transform></ds:Transforms>${digest(properties)}</ds:Reference>` +
    `</ds:SignedInfo>`
  const value = base64(sign(Buffer.from(signedInfo)))
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<asic:XAdESSignatures xmlns:asic="http://uri.etsi.org/02918/v1.2.1#"><ds:Signature ${ds} Id="S0">${signedInfo}` +
    `<ds:SignatureValue Id="S0-SIG">${value}</ds:SignatureValue>` +
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
    `<ds:Object><xades:QualifyingProperties ${xades} Target="#S0">${properties}</xades:QualifyingProperties></ds:Object>` +
    `</ds:Signature></asic:XAdESSignatures>`
  )
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('base64')
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
