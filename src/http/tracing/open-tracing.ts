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
  /** Sends what is left, as long as the time for that allows. */
  readonly close: () => Promise<void>
}

/**
 * Spans are sent in the background, over OTLP with HTTP and protobuf, where and how the variables `OTEL_EXPORTER_OTLP_…` say. What receives them may be away:
 * they wait in a queue of fixed length, and beyond it they are dropped. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` name this process.
 */
export function openTracing(logger: FastifyBaseLogger): Tracing {
  const { name, version } = readBuildInformation()
  const tell = tellSeldom(logger)
  diag.setLogger(diagnosticsFor(tell), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const named = resourceFromAttributes({ 'service.name': name, 'service.version': version })
  const provider = new TracerProvider({
    // What the environment says stands above what is known here.
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
        // Probes come every few seconds and say nothing.
        if (request.routeOptions.url?.startsWith('/monitoring/') !== true) recordRequest(tracer, request, reply)
        done()
      })
    },
    // It fails when what is left cannot be sent. The process ends all the same.
    close: () => provider.shutdown().catch(tell),
  }
}

/** What is wrong with sending is told once a minute: it would otherwise be told for each batch. */
function tellSeldom(logger: FastifyBaseLogger): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - last < limits.tracing.tellMilliseconds) return
    last = performance.now()
    // Its text may repeat what was sent.
    logger.warn('traces cannot be sent: is OTEL_EXPORTER_OTLP_ENDPOINT right, and does it answer?')
  }
}

function diagnosticsFor(tell: () => void): DiagLogger {
  const quiet = (): void => undefined
  return { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet }
}
