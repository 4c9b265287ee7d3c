import { array, count, object, text } from './json-schema.js'

export const dataFilesRequestSchema = {
  ...object(
    {
      document: text('The DIGIDOC-XML document in base64'),
      documentType: text('DDOC, in any letter case'),
    },
    [],
    'Unknown members are ignored',
  ),
  additionalProperties: true,
}

const dataFile = object({
  fileName: text('As the container holds it; never to be used as a path'),
  size: { ...count, description: 'Bytes of the content; where a hashcode stands for it, what the container states' },
  base64: { type: ['string', 'null'], description: 'The content on one line; null where a hashcode stands for it' },
  mimeType: text('As the container holds it'),
})

export const dataFilesReportSchema = object(
  { dataFiles: array(dataFile) },
  [],
  'One entry for every data file, in the order of the container. Nothing has been validated',
)
