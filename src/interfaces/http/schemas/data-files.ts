import { array, count, type JsonSchema, object, openObject, text, wordInAnyLetterCase } from '#readers/json-schema'
import { documentSchema } from './validation.js'

/** The members of a request that conforms to `dataFilesRequestSchema`. */
export interface DataFilesFields {
  readonly document: string
  readonly documentType: string
}

export const dataFilesRequestSchema: JsonSchema = {
  ...openObject(
    {
      document: documentSchema('The DIGIDOC-XML document in base64'),
      documentType: wordInAnyLetterCase(['DDOC'], 'DDOC, in any letter case'),
    },
    [],
    'Unknown members are ignored',
  ),
  examples: [{ document: 'PD94bWwgdmVyc2lvbj0iMS4w…', documentType: 'DDOC' }],
}

export const dataFileSchema = object({
  fileName: text('As in the container; never to be used as a path'),
  size: { ...count, description: 'Bytes of the content; for a data file with a hashcode, the size that the container states' },
  base64: {
    type: ['string', 'null'],
    description: 'The content on one line; null for a data file with a hashcode, whose content is not in the container',
  },
  mimeType: text('As in the container'),
})

export const dataFilesReportSchema = object(
  { dataFiles: array(dataFileSchema) },
  [],
  'One entry for every data file, in the order of the container. Nothing has been validated',
)
