import { policiesOfInterface } from '#model'
import { array, count, object, oneOf, openObject, text } from '#readers/json-schema'
import { documentSchema } from './validation.js'

const options = {
  signaturePolicy: {
    type: ['string', 'null'],
    description: `${policiesOfInterface.siva3.join(' or ')}, in any letter case; POLv4 when it is absent or null`,
  },
  reportType: {
    type: ['string', 'null'],
    description:
      'Simple, Detailed or Diagnostic, in any letter case; Simple when it is absent or null. The others are answered as Simple, with the member detailedReport beside, whose form is not that of SiVa',
  },
}

export const siva3ValidationRequestSchema = {
  ...openObject(
    {
      document: documentSchema('The signed document in base64'),
      filename: { ...text('Name of the file with its extension'), minLength: 1, maxLength: 260 },
      // Written so, because generators for Java make no type of `null` alone.
      documentType: { type: ['string', 'null'], not: { type: 'string' }, description: 'Must be absent or null: the type is recognised' },
      ...options,
    },
    ['documentType', 'signaturePolicy', 'reportType'],
    'Unknown members are ignored',
  ),
  examples: [{ document: 'UEsDBAoAAAgAAGxhc2lj…', filename: 'leping.asice', signaturePolicy: 'POLv4' }],
}

/** A member of our own: it is absent from the description where the interface is strict. */
export const siva3GivenFilesSchema = openObject(
  {
    dataFiles: {
      ...array(openObject({ filename: text('Name of the file'), base64: text('Content in base64') })),
      description:
        'Files that detached signatures (.p7s, .xml) cover; refused beside a container or a PDF, which contains what it signs. Not part of the interface of SiVa',
    },
  },
  ['dataFiles'],
)

export const siva3DataFilesRequestSchema = openObject(
  { document: documentSchema('The DIGIDOC-XML document in base64'), filename: text('Name of the file, with the extension ddoc') },
  [],
  'Unknown members are ignored',
)

export const siva3DataFileSchema = object(
  {
    base64: text('Content; absent for an empty file, and for a document in hashcode form'),
    filename: text(),
    mimeType: text(),
    size: count,
  },
  ['base64'],
)

export const siva3DataFilesSchema = object({ dataFiles: array(siva3DataFileSchema) })

export const siva3RequestErrorsSchema = object(
  {
    requestErrors: array(object({ key: text('The member that is wrong, or the part of the request'), message: text() })),
    causes: array(object({ key: text(), message: text(), code: text('Stable code') }), 'Why, in more detail. Not part of SiVa 3'),
  },
  ['causes'],
  'Why the request was refused',
)

const hashAlgorithms = [
  'SHA1',
  'SHA224',
  'SHA256',
  'SHA384',
  'SHA512',
  'SHA3_224',
  'SHA3_256',
  'SHA3_384',
  'SHA3_512',
  'RIPEMD160',
  'MD5',
  'WHIRLPOOL',
] as const

export const siva3HashcodeRequestSchema = openObject(
  {
    signatureFiles: array(
      openObject(
        {
          signature: documentSchema('A XAdES signature file in base64'),
          datafiles: {
            type: ['array', 'null'],
            description:
              'The files that the signatures cover. Absent or null: names and digests are taken from the signatures, which then prove nothing about files; compare the digests of the answer',
            items: openObject({
              filename: { ...text('As the signature names it'), minLength: 1, maxLength: 260 },
              hashAlgo: oneOf(hashAlgorithms, 'In any letter case'),
              hash: { ...text('Digest in base64'), minLength: 1, maxLength: 1000 },
            }),
          },
        },
        ['datafiles'],
      ),
    ),
    ...options,
  },
  ['signaturePolicy', 'reportType'],
  'Unknown members are ignored',
)
