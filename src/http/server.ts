import { randomUUID } from 'node:crypto'
import swagger from '@fastify/swagger'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { limits, type Settings } from '#config'
import { type CapsuleService, createMonitor, type ValidationService } from '#service'
import { answerBrokenRequest } from './broken-request.js'
import { dataFilesPlugin } from './data-files/data-files-plugin.js'
import { answerUnreadableAddress, installErrorHandler, installNotFoundHandler } from './error-handling.js'
import { monitoringPlugin } from './monitoring/monitoring-plugin.js'
import { createBytesInFlight } from './request-body.js'
import { installRequestLog } from './request-log.js'
import { soapPlugin } from './soap/soap-plugin.js'
import { validationPlugin } from './validation/validation-plugin.js'

export interface ServerOptions {
  readonly settings: Pick<Settings, 'strict' | 'maxBodyBytes' | 'maxBytesInFlight' | 'behindProxy'>
  /** Null: this process validates nothing. */
  readonly service: ValidationService | null
  /** Its state is told by the monitoring of this server; its own interface has listeners of its own. */
  readonly capsules?: CapsuleService | null
  readonly logger: FastifyBaseLogger
  /** Called with each answer and its schema; tests refuse what the schema does not describe. */
  readonly checkAnswer?: (schema: unknown, answer: unknown) => void
}

/** One server with every interface: timeouts and limits are set here, once. It is ready to listen; closing it closes the service. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { settings, service, capsules = null, checkAnswer } = options
  const monitor = createMonitor({ validation: service, capsules, now: () => service?.clock() ?? capsules?.clock() ?? Date.now() })
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: settings.maxBodyBytes,
    // While it closes, the server serves what still comes over open connections: the framework's own refusal would have another shape.
    return503OnClosing: false,
    requestTimeout: limits.http.requestMilliseconds,
    keepAliveTimeout: limits.http.keepAliveMilliseconds,
    // Without this the timeouts above are looked at every 30 seconds only.
    http: {
      headersTimeout: limits.http.headersMilliseconds,
      maxHeaderSize: limits.http.maxHeaderBytes,
      connectionsCheckingInterval: 5_000,
    },
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (_error, request, reply) => answerUnreadableAddress(request, reply, settings.strict),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, settings.strict),
  })
  app.server.maxConnections = limits.http.maxConnections
  app.removeAllContentTypeParsers()
  // The schemas describe; requests are checked by code that answers field by field, answers are rendered by code that never leaves a member out.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(({ schema }) => (answer) => {
    checkAnswer?.(schema, answer)
    return JSON.stringify(answer)
  })
  app.addHook('onClose', () => service?.close())
  installRequestLog(app)
  installErrorHandler(app, settings.strict)
  installNotFoundHandler(app, settings.strict)
  const { application, version } = await monitor.health()
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: application, version, description: 'Validation of signed documents' } },
  })
  await app.register(monitoringPlugin, { monitor, strict: settings.strict })
  if (service !== null) {
    const bytesInFlight = createBytesInFlight(settings.maxBytesInFlight)
    await app.register(validationPlugin, { service, settings, bytesInFlight })
    await app.register(dataFilesPlugin, { service, settings, bytesInFlight })
    await app.register(soapPlugin, { service, settings, bytesInFlight })
  }
  app.get('/openapi.json', { schema: { summary: 'This description' } }, () => app.swagger())
  return app
}
