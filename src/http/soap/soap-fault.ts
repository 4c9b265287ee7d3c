import type { FastifyRequest } from 'fastify'
import { MalformedDocument } from '#model'
import { refusalOf } from '../error-handling.js'

/** Who is to blame, in the words of SOAP 1.1, section 4.4.1. */
export type FaultCode = 'Client' | 'Server' | 'MustUnderstand' | 'VersionMismatch'

/** Refusals of this interface, for the log; a fault holds no code but its own. Malformed XML has the codes of its reader. Never reused after removal. */
export type SoapProblemCode =
  | 'SOAP_NOT_AN_ENVELOPE'
  | 'SOAP_VERSION'
  | 'SOAP_ENVELOPE_STRUCTURE'
  | 'SOAP_MUST_UNDERSTAND'
  | 'SOAP_OPERATION_UNKNOWN'
  | 'SOAP_REQUEST_STRUCTURE'
  | 'SOAP_ATTACHMENTS'
  | 'SOAP_MEDIA_TYPE'

/** The envelope cannot be served as it stands. The message is one sentence and becomes the fault string. */
export class SoapFault extends Error {
  override readonly name = 'SoapFault'
  readonly faultCode: FaultCode
  readonly code: SoapProblemCode | (string & {})
  constructor(faultCode: FaultCode, code: SoapProblemCode | (string & {}), message: string) {
    super(message)
    this.faultCode = faultCode
    this.code = code
  }
}

/** A fault as it is sent. */
export interface Fault {
  readonly status: number
  /** HTTP headers that belong to the status. */
  readonly headers: Readonly<Record<string, string>>
  readonly faultCode: FaultCode
  readonly message: string
}

/** Statuses that a client or a proxy acts upon. Every other fault is a 500 (SOAP 1.1, section 6.2). */
const keptStatuses: readonly number[] = [405, 408, 413, 503]

/** What an error becomes over SOAP: the text of the JSON refusal, the first of several, and who is to blame: for a document that cannot be read, by the description, the server. */
export function faultOf(error: Error, request: FastifyRequest): Fault {
  if (error instanceof SoapFault) {
    request.problemCodes = [error.code]
    return { status: 500, headers: {}, faultCode: error.faultCode, message: error.message }
  }
  const { status, headers, items } = refusalOf(error, request)
  const ours = status >= 500 || error instanceof MalformedDocument
  return {
    status: keptStatuses.includes(status) ? status : 500,
    headers,
    faultCode: ours ? 'Server' : 'Client',
    message: items[0]?.message ?? 'The request cannot be served.',
  }
}
