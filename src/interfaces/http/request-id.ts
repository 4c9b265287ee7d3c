import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** The header in which a request may state its id, and in which every answer returns it. */
export const requestIdHeader = 'x-request-id'

/** Letters, digits and the punctuation of identifiers: no character that has a meaning in a log, a shell or HTML. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._:~+/=-]{7,127}$/

/** The personal codes of Estonia, Latvia and Lithuania have 11 digits. An id that contains such a number may identify a person. */
const mayBePersonalCode = /(?<![0-9A-Za-z])\d{6}-?\d{5}(?![0-9A-Za-z])/

/** W3C Trace Context, 3.2: version, trace-id, parent-id, flags; a later version may add fields. Ids of zeros only and the version ff are invalid. */
const traceParent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/

/** Trace id of a request; null without a well-formed `traceparent`. */
export function traceIdOf({ traceparent }: IncomingHttpHeaders): string | null {
  if (typeof traceparent !== 'string' || traceparent.length > 128) return null
  const match = traceParent.exec(traceparent)
  // Version 00 has exactly these four fields.
  if (match === null || (match[1] === '00' && match[3] !== undefined)) return null
  return match[2] ?? null
}

/** The id of a request: the stated one if it is well-formed and cannot contain a personal code, otherwise its trace id, otherwise a random one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const own = headers[requestIdHeader]
  if (typeof own === 'string' && wellFormed.test(own) && !mayBePersonalCode.test(own)) return own
  return traceIdOf(headers) ?? randomUUID()
}
