import { array, count, object, oneOf, text } from './json-schema.js'

/** Members that the interface description does not name may be left out: `ALLKIRI_STRICT` does so. */
const key = text('Stable key of the message. Not part of the interface description')

export const validationRequestSchema = {
  // No format, pattern or length on the document: `format: byte` overflows the stack at 13 MB. The handler checks the base64.
  ...object(
    {
      document: text('The signed document in base64'),
      filename: text('Name of the file; without * & % / " \\ : ?'),
      documentType: text('BDOC, DDOC, PDF or XROAD, in any letter case'),
      signaturePolicy: text('POLv1 (default: every legal level passes) or POLv2 (only QES passes)'),
    },
    ['signaturePolicy'],
    'Unknown members are ignored',
  ),
  additionalProperties: true,
}

const message = object({ content: text(), key }, ['key'])

const signature = object({
  id: text(),
  signatureFormat: text('XAdES_BASELINE_LT, XAdES_BASELINE_LT_TM and so on; empty when the signature cannot be read'),
  signatureLevel: oneOf(['QES', 'AdES/QC', 'AdES', ''], 'Legal level; empty when it cannot be determined'),
  signedBy: text('Common name in the certificate of the signer'),
  indication: oneOf(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE']),
  subIndication: text('Reason by ETSI EN 319 102-1; empty when the signature passes'),
  errors: array(message),
  signatureScopes: array(object({ name: text(), scope: text(), content: text() })),
  claimedSigningTime: text('UTC, yyyy-MM-ddTHH:mm:ssZ, or empty'),
  warnings: array(object({ description: text(), key }, ['key'])),
  info: object({ bestSignatureTime: text('Earliest proven time; UTC, or empty when nothing proves one') }),
})

export const validationReportSchema = object(
  {
    policy: object({ policyDescription: text(), policyName: oneOf(['POLv1', 'POLv2']), policyUrl: text() }),
    validationTime: text('UTC, yyyy-MM-ddTHH:mm:ssZ'),
    filename: text(),
    documentName: text('The same as filename'),
    signatureForm: text(),
    validationWarnings: array(message),
    signatures: array(signature),
    validSignaturesCount: count,
    signaturesCount: count,
  },
  [],
  'One entry for every signature of the document. No member is ever left out',
)
