import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Codes of the refusal that answers this request; null when it is served. */
    problemCodes: readonly string[] | null
  }
}

/**
 * One line for each request: the route (not the address, which a caller may have filled with a personal code), the status, the time and the codes
 * of a refusal. Neither documents nor names of files or persons, nor anything else that a caller wrote.
 */
export function installRequestLog(app: FastifyInstance): void {
  app.decorateRequest('problemCodes', null)
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      route: request.routeOptions.url ?? null,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(request.problemCodes === null ? {} : { problems: request.problemCodes }),
    }
    // Monitoring asks every few seconds; its lines would bury the others.
    if (request.routeOptions.url?.startsWith('/monitoring/') === true) request.log.debug(line, 'served')
    else request.log.info(line, 'served')
    done()
  })
}
