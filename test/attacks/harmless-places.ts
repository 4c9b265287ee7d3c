import type { Tampered } from './tampering.js'

/** A place where a change may leave a signature TOTAL-PASSED, and why that is no harm. */
export interface HarmlessPlace {
  readonly layer: RegExp
  readonly place: RegExp
  readonly change?: RegExp
  readonly why: string
}

const unsigned = '^/XAdESSignatures/Signature/Object/QualifyingProperties/UnsignedProperties/UnsignedSignatureProperties'

/**
 * The exclusion list of the tamper oracle. Whatever else is changed must cost the verdict. An entry that nothing needs any more fails the test,
 * so that the list cannot grow stale.
 */
export const harmlessPlaces: readonly HarmlessPlace[] = [
  // The archive
  { layer: /^archive$/, place: /^(local [45]|central [4-7])$/, why: 'versions of the writer: nothing depends on them' },
  { layer: /^archive$/, place: /^(local [67]|central [89])$/, why: 'flags that say nothing about the content; those that do are refused' },
  { layer: /^archive$/, place: /^(local 1[0-3]|central 1[2-5])$/, why: 'time of the entry: not signed, not shown' },
  { layer: /^archive$/, place: /^central (3[6-9]|4[01])$/, why: 'attributes of the file system' },
  { layer: /^archive$/, place: /^(archive comment|entry comment|local extra field)$/, why: 'not signed, not shown' },
  { layer: /^archive$/, place: /^content of META-INF\/note\.txt$/, why: 'no rule reads other files below META-INF' },
  { layer: /^archive$/, place: /^last packed octet$/, why: 'bits after the end of the deflate stream' },
  // Files that no signature covers
  { layer: /^META-INF\/manifest\.xml$/, place: /./, why: 'the manifest is not signed; differences are warnings' },
  { layer: /^META-INF\/note\.txt$/, place: /./, why: 'no rule reads other files below META-INF' },
  { layer: /^mimetype$/, place: /./, change: /bit 5/, why: 'letter case of a MIME type (RFC 2045 5.1, decisions.md#malformed-document)' },
  // The signature file
  { layer: /signatures/, place: /^prolog$/, why: 'the XML declaration is no part of the canonical form' },
  {
    layer: /signatures/,
    place: /^\/XAdESSignatures (tag|text)$/,
    why: 'the root is not signed; exclusive canonicalization leaves its namespaces out',
  },
  {
    layer: /signatures/,
    place:
      /^\/XAdESSignatures\/Signature(\/KeyInfo\/X509Data|\/KeyInfo|\/Object|\/Object\/QualifyingProperties|\/Object\/QualifyingProperties\/UnsignedProperties)? text$/,
    why: 'text between elements is not signed and not read',
  },
  {
    layer: /signatures/,
    place: new RegExp(`${unsigned}(/SignatureTimeStamp|/RevocationValues|/RevocationValues/(OCSP|CRL)Values)? text$`),
    why: 'likewise',
  },
  {
    layer: /signatures/,
    place: /^\/XAdESSignatures\/Signature\/KeyInfo\/X509Data(\/X509Certificate)?$/,
    change: /twice/,
    why: 'the same certificate again',
  },
  {
    layer: /signatures/,
    place: /^\/XAdESSignatures\/Signature\/SignatureValue tag$/,
    why: 'its Id: a time-mark covers the decoded value only',
  },
  { layer: /signatures/, place: new RegExp(`${unsigned}/SignatureTimeStamp tag$`), why: 'its Id' },
  {
    layer: /signatures/,
    place: new RegExp(`${unsigned}/SignatureTimeStamp$`),
    change: /twice/,
    why: 'the same time-stamp again; its Id, to which nothing refers, then stands twice, which is a warning',
  },
  {
    layer: /signatures/,
    place: new RegExp(`${unsigned}/RevocationValues(/(OCSP|CRL)Values(/Encapsulated(OCSP|CRL)Value)?)?$`),
    change: /twice/,
    why: 'the same evidence again',
  },
  {
    layer: /./,
    place: new RegExp(`${unsigned}/CertificateValues`),
    why: 'certificates prove themselves by the signature of their issuer; those that are needed are listed or stand elsewhere',
  },
  {
    layer: /./,
    place: new RegExp(`${unsigned}/ArchiveTimeStamp`),
    why: 'EN 319 102-1 5.6.3: what passes with long-term data passes without the archive time-stamp',
  },
  // Inside tokens and responses
  { layer: /signatures/, place: /Values\/Encapsulated\w+ text same octets$/, why: 'unused bits of the last character of base64' },
  {
    layer: /./,
    place: /SignatureTimeStamp\/EncapsulatedTimeStamp text 0\.1\.0(\.0|\.4\.0\.0)( header)?$/,
    why: 'versions of SignedData and SignerInfo: not signed',
  },
  {
    layer: /./,
    place: /SignatureTimeStamp\/EncapsulatedTimeStamp text 0\.1\.0\.1(\.| |$)/,
    why: 'list of digest algorithms: a hint for one-pass readers, not signed',
  },
  {
    layer: /./,
    place: /SignatureTimeStamp\/EncapsulatedTimeStamp text 0\.1\.0\.3(\.| |$)/,
    why: 'certificate of the unit: listed, so the copy in the token is not needed',
  },
  {
    layer: /./,
    place: /SignatureTimeStamp\/EncapsulatedTimeStamp text 0\.1\.0\.4\.0\.1\.0\.\d\.0\.1( header)?$/,
    why: 'letter case, white space and string type do not tell two issuers apart (RFC 5280 7.1); the signing-certificate attribute binds the certificate',
  },
  {
    layer: /./,
    place:
      /(SignatureTimeStamp\/EncapsulatedTimeStamp text 0\.1\.0\.4\.0\.[24]\.1|EncapsulatedOCSPValue text 0\.1\.0\.1\.0\.(1|3\.0\.0\.1)\.1|EncapsulatedCRLValue text 0\.1\.1)( header)?$/,
    why: 'parameters of an algorithm that has none',
  },
]

/** Places that are harmless in one document only. */
export const harmlessWithListedResponder: readonly HarmlessPlace[] = [
  {
    layer: /./,
    place: /EncapsulatedOCSPValue text 0\.1\.0\.1\.0\.3(\.| |$)/,
    why: 'certificate of the responder: listed, so the copy in the response is not needed',
  },
]

export function harmlessBy(tampered: Tampered, places: readonly HarmlessPlace[]): HarmlessPlace | null {
  return (
    places.find(
      ({ layer, place, change }) => layer.test(tampered.layer) && place.test(tampered.place) && (change?.test(tampered.change) ?? true),
    ) ?? null
  )
}
