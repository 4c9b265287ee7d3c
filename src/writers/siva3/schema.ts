import { array, count, type JsonSchema, object, oneOf, text } from '#readers/json-schema'
import { detailedReportSchema } from '#writers/detailed'
import { levelNames } from './names.js'

/** Optional in schemas, because `ALLKIRI_STRICT` omits members that SiVa 3 does not have. */
const key = text('Stable key of the message. Not part of SiVa 3')

export const siva3MessageSchema = object({ content: text(), key }, ['key'])

const time = 'UTC, yyyy-MM-ddTHH:mm:ssZ'

const scopeProperties = {
  name: text(),
  scope: oneOf(['FullSignatureScope', 'FULL', 'PARTIAL', 'DIGEST', 'ARCHIVED', 'COUNTER_SIGNATURE']),
  content: text(),
  hash: text('Digest as it was sent, for requests with hashes'),
  hashAlgo: text('Algorithm of hash'),
}
export const siva3ScopeSchema = object(scopeProperties, ['content', 'hash', 'hashAlgo'])

export const siva3SubjectSchema = object(
  { serialNumber: text(), commonName: text(), givenName: text(), surname: text() },
  ['serialNumber', 'commonName', 'givenName', 'surname'],
  'Empty when the certificate of the signer is not known',
)

/** A chain nests, so its schema refers to itself by the name that it has in the description. */
export const siva3IssuerSchema = object(
  { commonName: text(), content: text('DER, base64'), issuer: { $ref: 'Siva3Issuer#' } },
  ['commonName', 'issuer'],
  'The issuer of a certificate, and those above it without self-signed roots',
)

export const siva3CertificateSchema = object(
  {
    commonName: text(),
    content: text('DER, base64'),
    issuer: siva3IssuerSchema,
    type: oneOf(['SIGNING', 'REVOCATION', 'SIGNATURE_TIMESTAMP', 'ARCHIVE_TIMESTAMP', 'CONTENT_TIMESTAMP']),
  },
  ['commonName', 'issuer'],
)

export const siva3ArchiveTimeStampSchema = object(
  {
    content: text('The token: DER, base64'),
    country: text(),
    indication: oneOf(['PASSED', 'FAILED', 'INDETERMINATE']),
    signedBy: text(),
    signedTime: text(time),
    subIndication: text(),
  },
  ['country', 'signedBy', 'signedTime', 'subIndication'],
)

const informationProperties = {
  bestSignatureTime: text(`${time}: the earliest signature time-stamp, or the OCSP response of a time-mark`),
  ocspResponseCreationTime: text(time),
  timestampCreationTime: text(time),
  timeAssertionMessageImprint: text('MessageImprint of the time-stamp, or what the nonce of the OCSP response covers: base64'),
  signingReason: text(),
  signerRole: array(object({ claimedRole: text() })),
  signatureProductionPlace: object({ city: text(), countryName: text(), postalCode: text(), stateOrProvince: text() }, [
    'city',
    'countryName',
    'postalCode',
    'stateOrProvince',
  ]),
  archiveTimeStamps: array(siva3ArchiveTimeStampSchema),
}
export const siva3InformationSchema = object(informationProperties, Object.keys(informationProperties))

export const siva3SignatureSchema = object(
  {
    certificates: array(siva3CertificateSchema),
    claimedSigningTime: text(`${time}, or NA`),
    errors: array(siva3MessageSchema, 'At least one for a signature that has not passed; absent for one that has'),
    id: text(),
    indication: oneOf(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE']),
    info: siva3InformationSchema,
    signatureFormat: text('XAdES_BASELINE_LT, PAdES_BASELINE_LTA, DIGIDOC_XML_1.3 and so on'),
    signatureLevel: oneOf(levelNames, 'Legal level; absent for DIGIDOC-XML'),
    signatureMethod: text('URI of the signature algorithm'),
    signatureScopes: array(siva3ScopeSchema),
    signedBy: text('Surname, given name and number of the signer, or the common name'),
    subIndication: text('Sub-indication of ETSI EN 319 102-1'),
    subjectDistinguishedName: siva3SubjectSchema,
    warnings: array(siva3MessageSchema),
  },
  ['certificates', 'errors', 'info', 'signatureLevel', 'signatureMethod', 'signatureScopes', 'signedBy', 'subIndication', 'warnings'],
)

export const siva3TokenSchema = object(
  {
    certificates: array(siva3CertificateSchema),
    error: array(siva3MessageSchema, 'The same as errors'),
    errors: array(siva3MessageSchema),
    indication: oneOf(['TOTAL-PASSED', 'TOTAL-FAILED']),
    signedBy: text(),
    signedTime: text(time),
    subIndication: text(),
    timestampLevel: oneOf(['QTSA', 'TSA', 'NA']),
    timestampScopes: array(siva3ScopeSchema),
    warning: array(siva3MessageSchema, 'The same as warnings'),
    warnings: array(siva3MessageSchema),
  },
  ['certificates', 'error', 'errors', 'signedBy', 'subIndication', 'timestampLevel', 'timestampScopes', 'warning', 'warnings'],
)

export const siva3ConclusionSchema = object(
  {
    policy: object({ policyDescription: text(), policyName: text('POLv3, POLv4 or a policy of the operator'), policyUrl: text() }, [
      'policyUrl',
    ]),
    signatureForm: text('ASiC-E, ASiC-S, DIGIDOC_XML_1.3 and so on; absent for documents that are no containers'),
    signatures: array(siva3SignatureSchema, 'Absent when there are none'),
    signaturesCount: count,
    timeStampTokens: array(siva3TokenSchema, 'Of an ASiC-S container'),
    validSignaturesCount: count,
    validatedDocument: object(
      { fileHash: text('SHA-256 of the document, base64; where reports are signed'), filename: text(), hashAlgo: text() },
      ['fileHash', 'filename', 'hashAlgo'],
    ),
    validationLevel: text('ARCHIVAL_DATA'),
    validationTime: text(time),
    validationWarnings: array(siva3MessageSchema),
  },
  ['signatureForm', 'signatures', 'timeStampTokens', 'validatedDocument', 'validationLevel', 'validationWarnings'],
)

/** Schema of `Siva3Answer`. */
export const siva3AnswerSchema: JsonSchema = object(
  {
    validationReport: object({ validationConclusion: siva3ConclusionSchema, detailedReport: detailedReportSchema }, ['detailedReport']),
    validationReportSignature: text(
      'ASiC-E container with the bytes of validationReport, base64; for the report type Detailed where reports are signed',
    ),
  },
  ['validationReportSignature'],
  'A member without a value is absent; none is null, and none is empty',
)
