import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Settings } from '#config'
import type { ValidationEvent } from '#threads'
import type { StatisticsRecord } from '#writers/statistics'
import { openPseudonyms, type Pseudonym } from './pseudonym.js'
import { requestIdHeader, requestIdOf, traceIdOf } from './request-id.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a POST to this route asks for a validation. */
    validates?: boolean
  }
  interface FastifyRequest {
    /** Codes of the refusal that answers this request; null when it is not refused. */
    problemCodes: readonly string[] | null
    /** Length of the body in bytes; null until it has been read. */
    bodyBytes: number | null
    /** The validation of this request; null until it has ended. */
    validation: ValidationEvent | null
  }
}

/** Options of a server that logs to a logger with the id of each request. `installRequestLog` logs the line of each request. */
export function loggedTo(logger: FastifyBaseLogger) {
  return {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    genReqId: requestIdOf,
  }
}

export type LogSettings = Pick<Settings, 'logStatistics' | 'logPseudonymKey'>

/**
 * Sets `X-Request-Id` on every answer and logs one line for each request: its id, route, status, time and bytes; for a validation the type, the policy and the
 * number of signatures by indication; for a refusal its codes. The route is logged and not the URL, which may contain a personal code. No line contains content
 * or names of documents, names of persons, or other text of a client, except a request id that cannot identify a person.
 */
export function installRequestLog(app: FastifyInstance, settings: LogSettings | null): void {
  const pseudonym = openPseudonyms(settings?.logPseudonymKey ?? null)
  app.decorateRequest('problemCodes', null)
  app.decorateRequest('bodyBytes', null)
  app.decorateRequest('validation', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const line = lineOf(request, reply)
    // Monitoring sends a request every few seconds, so its lines have the level debug.
    if (request.routeOptions.url?.startsWith('/monitoring/') === true) request.log.debug(line, 'served')
    else request.log.info(line, 'served')
    if (settings?.logStatistics === true) logStatistics(request, pseudonym)
    done()
  })
}

function lineOf(request: FastifyRequest, reply: FastifyReply): Readonly<Record<string, unknown>> {
  const { validation, problemCodes, bodyBytes } = request
  const trace = traceIdOf(request.headers)
  const sent = Number(reply.getHeader('content-length') ?? Number.NaN)
  return {
    ...(trace === null ? {} : { trace }),
    route: request.routeOptions.url ?? null,
    method: request.method,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(bodyBytes === null ? {} : { bytes: bodyBytes }),
    ...(Number.isNaN(sent) ? {} : { sent }),
    ...(validation === null ? {} : validationOf(validation)),
    ...(problemCodes === null ? {} : { problems: problemCodes }),
  }
}

function validationOf({ documentType, policy, summary }: ValidationEvent): Readonly<Record<string, unknown>> {
  if (summary === null) return { type: documentType ?? 'unknown', policy }
  return { type: documentType ?? 'unknown', policy, signatures: summary.signatures, verdicts: summary.verdicts }
}

/** Logs one line for each validation with a report, in the form of the reference service. */
function logStatistics(request: FastifyRequest, pseudonym: Pseudonym): void {
  if (request.validation === null || request.validation.summary === null) return
  const user = request.headers['x-authenticated-user']
  const userId = typeof user === 'string' && user !== '' ? pseudonym(user) : null
  const { summary, milliseconds } = request.validation
  request.log.info({ stats: statisticsOf(summary.statistics, milliseconds, userId) }, 'statistics')
}

/** The statistics of a validation with its duration and the user. Unlike in SiVa, the user is a pseudonym, because the header may contain a personal code. */
function statisticsOf({ type, sigType, ...counts }: StatisticsRecord, milliseconds: number, user: string | null) {
  return { type, sigType, usrId: user ?? 'N/A', dur: Math.round(milliseconds), ...counts }
}
