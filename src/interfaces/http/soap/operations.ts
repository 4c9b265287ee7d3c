import type { Caller, ValidationService } from '#threads'
import { readDataFilesRequest } from '../data-files/read-data-files-request.js'
import type { Members } from '../json-body.js'
import type { SchemaName } from '../schemas/index.js'
import type { CheckedMembers } from '../validation/read-fields.js'
import { readValidationRequest } from '../validation/read-validation-request.js'
import { ownText } from './header.js'
import type { RequestShape } from './read-request.js'
import { SoapFault } from './soap-fault.js'
import { writeDataFilesReport } from './write-data-files.js'

/** An operation of one of the two services. */
export interface SoapOperation extends RequestShape {
  /** Path of the service. The path extended by the name of the operation, with its first letter in lower case, is served as well. */
  readonly path: string
  readonly wsdl: string
  /** Names of the service and of its port in the WSDL. */
  readonly service: string
  readonly port: string
  /** Whether the operation validates signatures. */
  readonly validates: boolean
  /** The schema of the fields, which is that of the JSON request. */
  readonly schema: SchemaName
  /**
   * Checks the values of the fields and calls the service. Resolves with the response element in XML; throws `RequestError`, and rejects as the service does.
   */
  start(members: CheckedMembers, service: ValidationService, caller: Caller): Promise<string>
}

const document = { name: 'Document', member: 'document' } as const
const documentType = { name: 'DocumentType', member: 'documentType' } as const

const validateDocument: SoapOperation = {
  operation: 'ValidateDocument',
  wrapper: 'ValidationRequest',
  path: '/soap/validationWebService',
  wsdl: 'siva.wsdl',
  service: 'SignatureValidationService',
  port: 'ValidationWebServiceImplPort',
  validates: true,
  schema: 'ValidationRequest',
  fields: [
    document,
    { name: 'Filename', member: 'filename' },
    documentType,
    { name: 'SignaturePolicy', member: 'signaturePolicy', optional: true },
  ],
  start: (members, service, caller) => {
    const request = readValidationRequest(members, service.clock())
    assertInCapitals(members.members, request.documentType)
    return service
      .validate({ ...request, filename: ownText(request.filename) }, { form: 'siva1-soap' }, caller)
      .then(({ written }) => written)
  },
}

const getDocumentDataFiles: SoapOperation = {
  operation: 'GetDocumentDataFiles',
  wrapper: 'DataFilesRequest',
  path: '/soap/dataFilesWebService',
  wsdl: 'siva-datafiles.wsdl',
  service: 'DataFilesWebService',
  port: 'DataFilesWebServiceImplPort',
  validates: false,
  schema: 'DataFilesRequest',
  fields: [document, documentType],
  start: (members, service, caller) => {
    const bytes = readDataFilesRequest(members)
    assertInCapitals(members.members, 'DDOC')
    return service.dataFiles(bytes, caller).then(writeDataFilesReport)
  },
}

export const operations: readonly SoapOperation[] = [validateDocument, getDocumentDataFiles]

/** The XML schema enumerates the types in capitals; in JSON they may have any letter case. */
function assertInCapitals(members: Members, type: string): void {
  if (members[documentType.member] === type) return
  throw new SoapFault('Client', 'DOCUMENT_TYPE_UNKNOWN', `The document type must be written in capital letters: ${type}.`)
}
