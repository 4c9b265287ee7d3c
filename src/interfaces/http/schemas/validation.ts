import { policiesOfInterface, siva1DocumentTypes } from '#model'
import { inAnyLetterCase, type JsonSchema, oneOf, openObject, text, wordInAnyLetterCase } from '#readers/json-schema'

/** The members of a request that conforms to `validationRequestSchema`. */
export interface ValidationFields {
  readonly document: string
  readonly filename: string
  readonly documentType: string
  readonly signaturePolicy?: string | null
  readonly reportType?: string | null
}

/**
 * A document in base64. The schema has no format, pattern or length: `format: byte` overflows the stack of validators at 13 MB, and a pattern would cost
 * another pass. The decoder checks that the text is base64.
 */
export function documentSchema(description: string): JsonSchema {
  return text(description)
}

/**
 * Members that define what is validated and by which policy. Every pattern matches in linear time, because only the maximum body size bounds the texts. Unlike
 * in SiVa, `&` and `%` are allowed in a file name: the test suite of SiVa validates containers with such names, and the name is only returned.
 */
const validationMembers = {
  document: documentSchema('The signed document in base64'),
  filename: {
    ...text('Name of the file; not blank, and without * / " \\ : ?'),
    allOf: [{ pattern: '\\S' }, { pattern: '^[^*/"\\\\:?]*$' }],
  },
  documentType: wordInAnyLetterCase(
    siva1DocumentTypes,
    `${siva1DocumentTypes.slice(0, -1).join(', ')} or ${siva1DocumentTypes.at(-1)}, in any letter case`,
  ),
  signaturePolicy: {
    type: ['string', 'null'],
    description: 'POLv1 (default, also when null or blank: every legal level passes) or POLv2 (only QES passes), in any letter case',
    pattern: `^(?:\\s*|${inAnyLetterCase(policiesOfInterface.siva1)})$`,
  },
}

/** `simple`: errors and warnings; `detailed`: also every check; `etsi`: the report of TS 119 102-2 (`decisions.md#report-types`). */
export const reportTypes = ['simple', 'detailed', 'etsi'] as const
export type ReportType = (typeof reportTypes)[number]

export const validationRequestSchema: JsonSchema = {
  ...openObject(
    {
      ...validationMembers,
      reportType: {
        type: ['string', 'null'],
        description:
          'simple (default, also when null or blank), detailed (the report with the member detailedReport) or etsi (the report of ETSI TS 119 102-2, as XML), in any letter case. Not part of the interface description',
        pattern: `^(?:\\s*|${inAnyLetterCase(reportTypes)})$`,
      },
    },
    ['signaturePolicy', 'reportType'],
    'Unknown members are ignored',
  ),
  examples: [{ document: 'UEsDBAoAAAgAAGxhc2lj…', filename: 'leping.asice', documentType: 'BDOC', signaturePolicy: 'POLv1' }],
}

/** Values of `format` and `language` in a request for a printed report. */
const reportFormats = ['pdf', 'html'] as const
const reportLanguages = ['en', 'et'] as const

/** The members of a request that conforms to `reportRequestSchema`. */
export interface PrintFields extends Omit<ValidationFields, 'reportType'> {
  readonly format?: (typeof reportFormats)[number]
  readonly language?: (typeof reportLanguages)[number]
}

export const reportRequestSchema = openObject(
  {
    ...validationMembers,
    format: oneOf(reportFormats, 'Format of the report; pdf by default'),
    language: oneOf(reportLanguages, 'Language of the report; English by default. Sentences about single checks are always in English'),
  },
  ['signaturePolicy', 'format', 'language'],
  'Unknown members are ignored',
)
