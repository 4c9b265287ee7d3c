import { documentTypes, policyNames } from '#model'
import { array, count, flag, type JsonSchema, object, oneOf, text } from '#readers/json-schema'

const moment = 'UTC, yyyy-MM-ddTHH:mm:ssZ; empty for a year without four digits'
const sha256 = (of: string) => text(`SHA-256 of ${of}, lower-case hex`)
const nullable = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [String(schema['type']), 'null'] })
const subIndication = text('By ETSI EN 319 102-1; empty when there is none')
const indications = ['PASSED', 'FAILED', 'INDETERMINATE'] as const

export const checkSchema = object({
  key: text('Stable key of the check'),
  clause: text('Clause that requires the check'),
  outcome: oneOf(
    ['satisfied', 'failed', 'warned', 'informed', 'not-applicable'],
    'warned and informed do not change the verdict; not-applicable: the check does not apply to this signature',
  ),
  question: text('The check, for people'),
  answer: nullable(text('Why the check was not satisfied, for people; null when it was satisfied or does not apply')),
  onFailure: nullable(
    object(
      { indication: oneOf(['FAILED', 'INDETERMINATE']), subIndication: text() },
      [],
      'The conclusion from this failure alone; null unless the outcome is failed',
    ),
  ),
  facts: {
    type: 'object',
    description: 'The values that were checked, by name',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null', 'array'], items: text() },
  },
})

/** Schema of a building block with nested blocks, down to the given number of levels. Reports have fewer than three levels. */
function block(levels: number): JsonSchema {
  return object({
    name: text('Building block or process'),
    clause: text(),
    subject: text(
      'Identifier of the object that was validated: the signature, or SHA-256 of a certificate, time-stamp or revocation datum',
    ),
    subjectName: text('The object in words'),
    indication: oneOf(indications),
    subIndication,
    checks: array(checkSchema),
    blocks: levels === 1 ? { ...array(object({})), maxItems: 0 } : array(block(levels - 1)),
  })
}

export const certificateSchema = object({
  id: sha256('the certificate'),
  subject: text('RFC 4514'),
  issuer: text('RFC 4514'),
  serialNumber: text('Decimal'),
  notBefore: text(moment),
  notAfter: text(moment),
  role: oneOf(['signer', 'time-stamping-unit', 'responder', 'authority']),
  services: array(
    object({ name: text(), source: text('List or settings file that contains the service'), types: array(text()) }),
    'Trust services to which the certificate belongs',
  ),
})

/** The building blocks of a signature. */
export const blockSchema = block(3)

const provableSchema = object(
  {
    state: oneOf(['until', 'without-end', 'ended', 'never', 'not-passing']),
    ends: oneOf(
      ['policy', 'TS 119 312 V1.5.1'],
      'Whose ends count: those of the policy, or those of the catalogue for a policy without ends',
    ),
    until: text(`The first moment at which the chain no longer holds; ${moment}, and unless the state is until or ended`),
    cause: nullable(object({ key: text(), clause: text(), content: text() }, [], 'The check that fails from then on')),
    extension: oneOf(
      ['archive-time-stamp', 'document-time-stamp', 'container-time-stamp', ''],
      'What extends the chain before it ends; empty: nothing can',
    ),
  },
  [],
  'Until when the chain of proofs lasts; null for a signature that cannot be read',
)

export const detailedSignatureSchema = object({
  id: text(),
  file: text('Entry of the container; empty when the document is the signature file itself'),
  index: count,
  indication: oneOf(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE']),
  subIndication,
  signatureLevel: oneOf(['QES', 'AdES/QC', 'AdES', '']),
  signedBy: text(),
  signingCertificate: nullable(sha256('the certificate of the signer; null when none is identified')),
  certificationPath: array(sha256('a certificate'), 'The path that was validated, the certificate of the signer first'),
  anchored: flag('Whether the last certificate of the path is a trust anchor'),
  blocks: array(blockSchema),
  proofsOfExistence: array(
    object({
      object: text('signature, signed-data, or certificate:, revocation: or time-stamp: with the SHA-256'),
      time: text(moment),
      source: text('SHA-256 of the time-stamp or revocation datum that proves it'),
    }),
  ),
  certificates: array(
    certificateSchema,
    'The certificate of the signer first, then those of time-stamping units, responders and authorities',
  ),
  times: array(
    object({
      time: text(moment),
      event: oneOf([
        'claimed-signing-time',
        'time-stamp',
        'time-mark',
        'revocation-data',
        'certificate-valid-from',
        'certificate-valid-until',
        'validation',
      ]),
      about: text(),
    }),
    'From the earliest to the latest',
  ),
  provable: nullable(provableSchema),
  coveredOctets: nullable(
    object(
      {
        byteRange: nullable({ ...array(count), description: 'Offset and length of both ranges; null when there is no usable one' }),
        revision: nullable({
          ...count,
          description: 'The version that the signature covers, counted from 1; null when it does not cover exactly one',
        }),
        revisions: { ...count, description: 'How many versions the file has' },
        followedBy: oneOf(['nothing', 'validation-data', 'later-version', 'other-octets'], 'What follows the covered octets'),
        octetsBehind: { ...count, description: 'How many octets follow the covered ones' },
        content: text('The same in words'),
      },
      [],
      'What a PDF signature covers and what follows it; null for other formats',
    ),
  ),
  changes: array(
    object({
      revision: { ...count, description: 'Counted from 1' },
      object: nullable({ ...count, description: 'Number of the object; null for a change outside objects' }),
      change: oneOf(['added', 'replaced', 'freed', 'structure']),
      rule: nullable(text('Name of the rule that explains the change; null when none does')),
      level: nullable(text('long-term-validation, form-filling or annotations; null when no rule explains the change')),
      field: nullable(text('Name of the form field to which the object belongs')),
      page: nullable({ ...count, description: 'Page on which the change is visible, counted from 1' }),
      description: text('Description of the object, for people'),
    }),
    'Every object of a PDF document that was changed after the signature',
  ),
})

const findingsSchema = (description: string) => array(object({ key: text(), clause: text(), content: text() }), description)

export const detailedTokenSchema = object({
  id: sha256('the token'),
  file: text('Entry of the container'),
  indication: oneOf(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE']),
  subIndication,
  time: text(`The time that the token states; ${moment}`),
  unit: text('Name of the time-stamping unit; empty when its certificate is not available'),
  unitCertificate: nullable(sha256('the certificate of the unit; null when it is not available')),
  level: oneOf(
    ['qualified', 'not-qualified', ''],
    'Whether the service of the unit is qualified; empty when the unit leads to no trusted list',
  ),
  scopes: array(object({ kind: text(), name: text() }), 'What the token covers'),
  coversDataFile: flag('Whether the token covers the data file, directly or through a manifest'),
  errors: findingsSchema('Checks that failed; the first one decides'),
  warnings: findingsSchema('Checks that do not change the verdict'),
  blocks: array(blockSchema),
  certificates: array(certificateSchema, 'The certificate of the unit first, then the authorities above it and the responders'),
  provable: provableSchema,
})

/** Schema of `DetailedReport` of the model. A test checks the reports on all fixtures against it. */
export const detailedReportSchema = object(
  {
    documentType: oneOf(documentTypes),
    documentDigest: sha256('the document'),
    documentSize: count,
    policy: text('Name of the policy'),
    policyFile: nullable(
      object(
        { basis: oneOf(policyNames, 'The built-in policy that the file changes'), digest: sha256('the file') },
        [],
        'Null for a built-in policy',
      ),
    ),
    validationTime: text(moment),
    trustSnapshot: sha256('the trust snapshot'),
    trustSources: array(
      object({
        id: text(),
        kind: oneOf(['trusted-list', 'list-of-lists', 'settings']),
        territory: text('Empty for settings'),
        sequenceNumber: nullable(count),
        issued: text(moment),
        nextUpdate: text(moment),
        digest: text('SHA-256 of the list; empty for settings'),
      }),
      'Lists and settings that contain a service of a certificate in this report',
    ),
    signatures: array(detailedSignatureSchema, 'In the order of the report'),
    timeStampTokens: array(detailedTokenSchema, 'Time-stamp tokens of an ASiC-S container itself'),
    nestedDocuments: array(
      object({
        name: text(),
        documentType: oneOf(documentTypes),
        documentDigest: sha256('the document'),
        documentSize: count,
        validationTime: text(moment),
      }),
      'Documents inside a container of time-stamps, the outer first; their signatures and tokens are in the lists before, with their name in file',
    ),
  },
  [],
  'All facts and checks on which the verdicts are based. Only for the report type detailed. Not part of the interface description',
)
