import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** The header with which a request may state its id, and with which every answer returns the id. */
export const requestIdHeader = 'x-request-id'

/** Letters, digits and the punctuation of identifiers: no character with a meaning in a log, a shell or a page. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._:~+/=-]{7,127}$/

/** The personal codes of Estonia, Latvia and Lithuania have 11 digits. An identifier that holds such a number may name a person. */
const mayBePersonalCode = /(?<![0-9A-Za-z])\d{6}-?\d{5}(?![0-9A-Za-z])/

/** W3C Trace Context, 3.2: version, trace-id, parent-id, flags; a later version may add more. All zeros and the version ff are invalid. */
const traceParent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

interface TraceParent {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

/** Trace and calling span of a request; null without a well-formed `traceparent`. */
export function traceParentOf({ traceparent }: IncomingHttpHeaders): TraceParent | null {
  if (typeof traceparent !== 'string' || traceparent.length > 128) return null
  const match = traceParent.exec(traceparent)
  // Version 00 has these four fields and no others.
  if (match === null || (match[1] === '00' && match[5] !== undefined)) return null
  const [, , traceId = '', spanId = '', flags = ''] = match
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
}

export function traceIdOf(headers: IncomingHttpHeaders): string | null {
  return traceParentOf(headers)?.traceId ?? null
}

/** The id of a request: the stated one when it is well-formed and cannot hold a personal code, else its trace id, else a random one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const own = headers[requestIdHeader]
  if (typeof own === 'string' && wellFormed.test(own) && !mayBePersonalCode.test(own)) return own
  return traceIdOf(headers) ?? randomUUID()
}
