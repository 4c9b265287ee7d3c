import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#config'
import type { TaskTimes, ValidationEvent } from '#service'
import { openPseudonyms, type Pseudonym } from './pseudonym.js'
import { requestIdHeader, traceIdOf } from './request-id.js'
import { statisticsOf } from './statistics.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a POST to this route asks for a validation. */
    validates?: boolean
  }
  interface FastifyRequest {
    /** Codes of the refusal that answers this request; null when it is served. */
    problemCodes: readonly string[] | null
    /** Bytes of the body, once it was read. */
    bodyBytes: number | null
    /** The validation that this request asked for, once it is over. */
    validation: ValidationEvent | null
    /** Whether spans are made of this request. */
    isTraced: boolean
    /** When a traced request asked for work, and what the worker measured. */
    times: (TaskTimes & { readonly asked: number }) | null
  }
}

export type LogSettings = Pick<Settings, 'logStatistics' | 'logPseudonymKey'>

/**
 * Every answer names its request in `X-Request-Id`, and every request has one line: its id, the route (not the address, which a caller may have filled with
 * a personal code), the status, the time, bytes, and of a validation the type, the policy and how many signatures ended how; the codes of a refusal. Neither
 * documents nor names of files or persons, nor anything else that a caller wrote, but for an id of a form that names nobody.
 */
export function installRequestLog(app: FastifyInstance, settings: Partial<LogSettings>): void {
  const pseudonym = openPseudonyms(settings.logPseudonymKey ?? null)
  app.decorateRequest('problemCodes', null)
  app.decorateRequest('bodyBytes', null)
  app.decorateRequest('validation', null)
  app.decorateRequest('isTraced', false)
  app.decorateRequest('times', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const line = lineOf(request, reply)
    // Monitoring asks every few seconds; its lines would bury the others.
    if (request.routeOptions.url?.startsWith('/monitoring/') === true) request.log.debug(line, 'served')
    else request.log.info(line, 'served')
    if (settings.logStatistics !== false) logStatistics(request, pseudonym)
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

function validationOf({ documentType, policy, report }: ValidationEvent): Readonly<Record<string, unknown>> {
  if (report === null) return { type: documentType ?? 'unknown', policy }
  const verdicts = new Map<string, number>()
  for (const { indication } of report.signatures) verdicts.set(indication, (verdicts.get(indication) ?? 0) + 1)
  return { type: documentType ?? 'unknown', policy, signatures: report.signaturesCount, verdicts: Object.fromEntries(verdicts) }
}

/** One line for each validation that came to a report, in the form of the reference. */
function logStatistics(request: FastifyRequest, pseudonym: Pseudonym): void {
  if (request.validation === null || request.validation.report === null) return
  const user = request.headers['x-authenticated-user']
  const userId = typeof user === 'string' && user !== '' ? pseudonym(user) : null
  request.log.info({ stats: statisticsOf(request.validation.report, request.validation.milliseconds, userId) }, 'statistics')
}
