import type { DataFileReport } from '#validation'
import { writeResponse } from '#writers/siva1'

/** The response with data files, in the order of `wsdl/siva-datafiles.wsdl`. `Base64` is omitted for a data file of which the container has only a hash. */
export function writeDataFilesReport(dataFiles: readonly DataFileReport[]): string {
  const files = dataFiles.map(({ base64, fileName, mimeType, size }) => ({
    ...(base64 === null ? {} : { Base64: base64 }),
    FileName: fileName,
    MimeType: mimeType,
    Size: size,
  }))
  return writeResponse('GetDocumentDataFiles', 'DataFilesReport', { DataFiles: { DataFile: files } })
}
