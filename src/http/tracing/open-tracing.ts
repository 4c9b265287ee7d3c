import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { limits, readBuildInformation } from '#config'
import { recordRequest } from './spans.js'

export interface Tracing {
  /** Traces the requests of a server from now on. */
  readonly trace: (app: FastifyInstance) => void
  /** Sends the remaining spans, within the export timeout. Never rejects. */
  readonly close: () => Promise<void>
}

/**
 * Opens tracing. Spans are sent in the background by OTLP over HTTP with protobuf, as the variables `OTEL_EXPORTER_OTLP_…` define. When the collector is away they
 * wait in a queue of fixed length; further spans are dropped. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` name this process.
 */
export function openTracing(logger: FastifyBaseLogger): Tracing {
  const { name, version } = readBuildInformation()
  const tell = tellSeldom(logger)
  diag.setLogger(diagnosticsFor(tell), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const named = resourceFromAttributes({ 'service.name': name, 'service.version': version })
  const provider = new TracerProvider({
    // The environment overrides the name and version of the program.
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
        // Probes of monitoring come every few seconds and are not traced.
        if (request.routeOptions.url?.startsWith('/monitoring/') !== true) recordRequest(tracer, request, reply)
        done()
      })
    },
    // Rejects when the remaining spans cannot be sent; the process ends nevertheless.
    close: () => provider.shutdown().catch(tell),
  }
}

/** Logs failures of sending at most once in `tellMilliseconds`, because each batch would cause one. */
function tellSeldom(logger: FastifyBaseLogger): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - last < limits.tracing.tellMilliseconds) return
    last = performance.now()
    // Without the message of the error, which may quote what was sent.
    logger.warn('traces cannot be sent: is OTEL_EXPORTER_OTLP_ENDPOINT right, and does it answer?')
  }
}

function diagnosticsFor(tell: () => void): DiagLogger {
  const quiet = (): void => undefined
  return { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet }
}
