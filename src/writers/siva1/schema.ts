import { policiesOfInterface } from '#model'
import { array, count, object, oneOf, text } from '#readers/json-schema'
import { detailedReportSchema } from '#writers/detailed'

/** Optional in schemas, because `ALLKIRI_STRICT` omits members that the interface description does not have. */
const key = text('Stable key of the message; docs/messages.md lists all. Not part of the interface description')

export const messageSchema = object({ content: text(), key }, ['key'])

export const warningSchema = object({ description: text(), key }, ['key'])

export const signatureSchema = object({
  id: text(),
  signatureFormat: text('XAdES_BASELINE_LT, XAdES_BASELINE_LT_TM and so on; empty when the signature cannot be read'),
  signatureLevel: oneOf(['QES', 'AdES/QC', 'AdES', ''], 'Legal level; empty when it cannot be determined'),
  signedBy: text('Common name in the certificate of the signer'),
  indication: oneOf(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE']),
  subIndication: text('Sub-indication of ETSI EN 319 102-1; empty when the signature passes, and for a DIGIDOC-XML signature that fails'),
  errors: array(messageSchema),
  signatureScopes: array(object({ name: text(), scope: text(), content: text() })),
  claimedSigningTime: text('UTC, yyyy-MM-ddTHH:mm:ssZ, or empty'),
  warnings: array(warningSchema),
  info: object({
    bestSignatureTime: text('Earliest time at which the signature is proven to have existed; UTC, or empty without a proof'),
  }),
})

/** Schema of `Siva1Report`, with the detailed report that a request may ask for. */
export const validationReportSchema = object(
  {
    policy: object({ policyDescription: text(), policyName: oneOf(policiesOfInterface.siva1), policyUrl: text() }),
    validationTime: text('UTC, yyyy-MM-ddTHH:mm:ssZ'),
    filename: text(),
    documentName: text('The same as filename'),
    signatureForm: text(),
    validationWarnings: array(messageSchema),
    signatures: array(signatureSchema),
    validSignaturesCount: count,
    signaturesCount: count,
    detailedReport: detailedReportSchema,
  },
  ['detailedReport'],
  'One entry for every signature of the document. Only the member detailedReport may be absent',
)
