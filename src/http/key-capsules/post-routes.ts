import type { FastifyInstance } from 'fastify'
import { limits } from '#config'
import { type CapsuleService, formatExpiryTime } from '#service'
import { readJsonMembers } from '../json-body.js'
import { assertJsonRequest } from '../media-types.js'
import { createBytesInFlight, readBody } from '../request-body.js'
import { readSubmission } from './read-submission.js'
import { EmptyRefusal, pathUnknown } from './refusals.js'

/** POST /key-capsules, and POST /key-capsules/{transactionId} for callers that choose the id. */
export function postRoutes(app: FastifyInstance, options: { readonly service: CapsuleService }, done: () => void): void {
  const { service } = options
  const bytesInFlight = createBytesInFlight(limits.capsules.maxBytesInFlight)
  app.addHook('onRequest', (request, _reply, next) => {
    assertJsonRequest(request.headers)
    next()
  })
  app.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
  for (const path of ['/key-capsules', '/key-capsules/:transactionId']) {
    app.post<{ Params: { transactionId?: string } }>(path, async (request, reply) => {
      // The pattern matches an empty last segment as well.
      if (request.params.transactionId === '') throw pathUnknown()
      const lease = bytesInFlight.lease()
      try {
        const announced = request.headers['content-length']
        const body = await readBody(request.raw, announced === undefined ? null : Number(announced), limits.capsules.maxBodyBytes, lease)
        const submission = readSubmission(readJsonMembers(body, limits.request), request.raw, request.params.transactionId ?? null)
        const outcome = await service.store(submission)
        if (outcome.kind === 'taken') throw new EmptyRefusal(409, 'TRANSACTION_ID_TAKEN')
        // A path and nothing before it: clients refuse anything else (key-capsules facts 4.2). Past the framework, which would write the name in small
        // letters, as HTTP allows and the Java client does not understand.
        reply.raw.setHeader('Location', `/key-capsules/${outcome.id}`)
        return await reply
          .code(201)
          .headers({ 'x-expiry-time': formatExpiryTime(outcome.expiry), 'x-expiry-time-adjusted': String(outcome.adjusted) })
          .send()
      } finally {
        lease.release()
      }
    })
  }
  done()
}
