import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { limits, readBuildInformation } from '#config'
import { recordRequest } from './spans.js'

export interface Tracing {
  /** Traces all further requests of a server. */
  readonly trace: (app: FastifyInstance) => void
  /** Sends the remaining spans, within the export timeout. Never rejects. */
  readonly close: () => Promise<void>
}

/**
 * Opens tracing. Spans are sent in the background by OTLP over HTTP with protobuf, as the variables `OTEL_EXPORTER_OTLP_…` define. While the collector cannot
 * be reached, they wait in a queue of bounded length; further spans are dropped. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` name this process.
 */
export function openTracing(logger: FastifyBaseLogger): Tracing {
  const { name, version } = readBuildInformation()
  const logFailure = failureLog(logger)
  diag.setLogger(diagnosticsFor(logFailure), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const named = resourceFromAttributes({ 'service.name': name, 'service.version': version })
  const provider = new TracerProvider({
    // The environment overrides the name and version of this program.
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...limits.tracing })],
  })
  const tracer = provider.getTracer(name, version)
  return {
    trace: (app) => {
      app.addHook('onRequest', (request, _reply, done) => {
        request.isTraced = true
        done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        // Requests of monitoring, which come every few seconds, are not traced.
        if (request.routeOptions.url?.startsWith('/monitoring/') !== true) recordRequest(tracer, request, reply)
        done()
      })
    },
    // Rejects when the remaining spans cannot be sent; the process ends nevertheless.
    close: () => provider.shutdown().catch(logFailure),
  }
}

/** Logs that spans cannot be sent, at most once in `logIntervalMilliseconds`, because each batch may fail. */
function failureLog(logger: FastifyBaseLogger): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - last < limits.tracing.logIntervalMilliseconds) return
    last = performance.now()
    // Without the message of the error, which may quote the spans.
    logger.warn('traces cannot be sent: is OTEL_EXPORTER_OTLP_ENDPOINT right, and does it answer?')
  }
}

function diagnosticsFor(logFailure: () => void): DiagLogger {
  const ignore = (): void => undefined
  return { error: logFailure, warn: logFailure, info: ignore, debug: ignore, verbose: ignore }
}
