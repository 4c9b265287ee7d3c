import { type Attributes, type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { traceParentOf } from '../request-id.js'

/**
 * Records the spans of an answered request, following the semantic conventions for HTTP. Attributes contain only fixed terms and counts: the pattern of the
 * route and not the URL, and no text of a document or about a person.
 */
export function recordRequest(tracer: Tracer, request: FastifyRequest, reply: FastifyReply): void {
  const ended = performance.timeOrigin + performance.now()
  const route = request.routeOptions.url
  const span = tracer.startSpan(
    route === undefined ? request.method : `${request.method} ${route}`,
    { kind: SpanKind.SERVER, startTime: ended - reply.elapsedTime, attributes: attributesOf(request, reply) },
    parentOf(request),
  )
  if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  recordWork(tracer, request, trace.setSpan(ROOT_CONTEXT, span))
  span.end(ended)
}

/** Records the time in the queue and the stages of the worker. */
function recordWork(tracer: Tracer, { times }: FastifyRequest, parent: Context): void {
  if (times === null) return
  const record = (name: string, began: number, ended: number, within: Context): Context => {
    const span = tracer.startSpan(name, { startTime: began }, within)
    // Each thread has its own clock, and a span must not end before it begins.
    span.end(Math.max(began, ended))
    return trace.setSpan(within, span)
  }
  record('queue', times.queued, times.began, parent)
  const worker = record('worker', times.began, times.ended, parent)
  for (const { name, began, ended } of times.stages) record(name, began, ended, worker)
}

function attributesOf(request: FastifyRequest, reply: FastifyReply): Attributes {
  const { validation, problemCodes, bodyBytes } = request
  return {
    'http.request.method': request.method,
    'http.route': request.routeOptions.url,
    'http.response.status_code': reply.statusCode,
    'http.request.body.size': bodyBytes ?? undefined,
    'error.type': problemCodes?.[0],
    'allkiri.request.id': request.id,
    'allkiri.document.type': validation?.documentType ?? undefined,
    'allkiri.policy': validation?.policy,
    'allkiri.signatures': validation?.report?.signaturesCount,
    'allkiri.signatures.valid': validation?.report?.validSignaturesCount,
  }
}

function parentOf({ headers }: FastifyRequest): Context {
  const parent = traceParentOf(headers)
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}
