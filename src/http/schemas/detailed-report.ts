import { array, count, flag, type JsonSchema, object, oneOf, text } from '#json-schema'
import { documentTypes, policyNames } from '#model'

const moment = 'UTC, yyyy-MM-ddTHH:mm:ssZ; empty for a year without four digits'
const sha256 = (of: string) => text(`SHA-256 of ${of}, lower-case hex`)
const nullable = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [String(schema['type']), 'null'] })
const subIndication = text('By ETSI EN 319 102-1; empty when there is none')
const indications = ['PASSED', 'FAILED', 'INDETERMINATE'] as const

const check = object({
  key: text('Stable key of the question'),
  clause: text('Clause that asks it'),
  outcome: oneOf(
    ['satisfied', 'failed', 'warned', 'informed', 'not-applicable'],
    'warned and informed change no verdict; not-applicable: the question did not arise',
  ),
  question: text(),
  answer: nullable(text('What was missed, for people; null for a question that was satisfied or did not arise')),
  onFailure: nullable(
    object(
      { indication: oneOf(['FAILED', 'INDETERMINATE']), subIndication: text() },
      [],
      'Where the miss leads by itself; null unless the outcome is failed',
    ),
  ),
  facts: {
    type: 'object',
    description: 'What the question was asked of, by name',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null', 'array'], items: text() },
  },
})

/** A building block with blocks below it, down to the given number of levels. Reports have fewer than three levels. */
function block(levels: number): JsonSchema {
  return object({
    name: text('Building block or process'),
    clause: text(),
    subject: text('Identifier of what it was run on: the signature, or SHA-256 of a certificate, time-stamp or revocation datum'),
    subjectName: text('The subject in words'),
    indication: oneOf(indications),
    subIndication,
    checks: array(check),
    blocks: levels === 1 ? { ...array(object({})), maxItems: 0 } : array(block(levels - 1)),
  })
}

const certificate = object({
  id: sha256('the certificate'),
  subject: text('RFC 4514'),
  issuer: text('RFC 4514'),
  serialNumber: text('Decimal'),
  notBefore: text(moment),
  notAfter: text(moment),
  role: oneOf(['signer', 'time-stamping-unit', 'responder', 'authority']),
  services: array(
    object({ name: text(), source: text('List or settings file that names it'), types: array(text()) }),
    'Trust services that it belongs to',
  ),
})

const signature = object({
  id: text(),
  file: text('Entry of the container; empty when the document is the signature file itself'),
  index: count,
  indication: oneOf(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE']),
  subIndication,
  signatureLevel: oneOf(['QES', 'AdES/QC', 'AdES', '']),
  signedBy: text(),
  signingCertificate: nullable(sha256('the certificate of the signer; null when none is identified')),
  certificationPath: array(sha256('a certificate'), 'The path that was judged, the certificate of the signer first'),
  anchored: flag('Whether the last certificate of the path is a trust anchor'),
  blocks: array(block(3)),
  proofsOfExistence: array(
    object({
      object: text('signature, signed-data, or certificate:, revocation: or time-stamp: with the SHA-256'),
      time: text(moment),
      source: text('SHA-256 of the time-stamp or revocation datum that proves it'),
    }),
  ),
  certificates: array(certificate, 'The certificate of the signer first, then of who confirmed and who issued'),
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
  changes: array(
    object({
      revision: { ...count, description: 'Counted from 1' },
      object: nullable({ ...count, description: 'Number of the object; null for a change that is not one of an object' }),
      change: oneOf(['added', 'replaced', 'freed', 'structure']),
      rule: nullable(text('Name of the rule that explains it; null when none does')),
      level: nullable(text('long-term-validation, form-filling or annotations; null when no rule explains it')),
      field: nullable(text('Name of the form field that it belongs to')),
      page: nullable({ ...count, description: 'Page on which it shows, counted from 1' }),
      description: text('What the object is, for people'),
    }),
    'Every object of a PDF document that was changed after the signature',
  ),
})

/** Schema of `DetailedReport` of the model. A test checks the reports on all fixtures against it. */
export const detailedReportSchema = object(
  {
    documentType: oneOf(documentTypes),
    documentDigest: sha256('the document'),
    documentSize: count,
    policy: oneOf(policyNames),
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
      'Lists and settings that name a service of a certificate in this report',
    ),
    signatures: array(signature, 'In the order of the report'),
  },
  [],
  'Everything that the verdicts rest on. Only for the report type detailed. Not part of the interface description',
)
