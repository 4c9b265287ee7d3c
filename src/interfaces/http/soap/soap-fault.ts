import type { FastifyRequest } from 'fastify'
import { MalformedDocument } from '#model'
import { refusalOf } from '../error-handling.js'

/** Fault codes of SOAP 1.1, section 4.4.1. */
type FaultCode = 'Client' | 'Server' | 'MustUnderstand' | 'VersionMismatch'

/**
 * Codes of refusals of SOAP requests. They are only logged: a fault contains its fault code, which stands behind the status. Malformed XML has the codes of the XML reader. Never reused after
 * removal.
 */
export type SoapProblemCode =
  /** 500, soap:Client. The body is empty, or its outermost element is no envelope. */
  | 'SOAP_NOT_AN_ENVELOPE'
  /** 500, soap:VersionMismatch. The envelope is of another version than SOAP 1.1. */
  | 'SOAP_VERSION'
  /** 500, soap:Client. The envelope has not one body, or elements beside it. */
  | 'SOAP_ENVELOPE_STRUCTURE'
  /** 500, soap:MustUnderstand. A header that has to be understood is not. */
  | 'SOAP_MUST_UNDERSTAND'
  /** 500, soap:Client. The address is for another operation. */
  | 'SOAP_OPERATION_UNKNOWN'
  /** 500, soap:Client. An element of the request is unknown, repeated or has content of its own. */
  | 'SOAP_REQUEST_STRUCTURE'
  /** 500, soap:Client. The message has attachments. */
  | 'SOAP_ATTACHMENTS'
  /** 500, soap:Client. The body is not text/xml. */
  | 'SOAP_MEDIA_TYPE'

/** A refusal of an envelope. The message is one sentence and becomes the fault string. */
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

/** Statuses with which a fault may be sent, because clients and proxies act on them. Any other fault is sent with 500 (SOAP 1.1, section 6.2). */
const keptStatuses: readonly number[] = [405, 408, 413, 503]

/**
 * The fault for an error. The fault string is the first message of the JSON refusal. The fault code is Server for 5xx and, as the interface description
 * requires, for a document that cannot be read; otherwise Client.
 */
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
