import type { FastifyInstance } from 'fastify'
import { formatExpiryTime } from '#capsule'
import { limits } from '#config'
import type { CapsuleService } from '#service/capsules'
import { createBodyIntake } from '../bodies/body-intake.js'
import type { TrustedProxies } from '../connections/trusted-proxies.js'
import { readJsonMembers } from '../json-body.js'
import { assertJsonRequest } from '../media-types.js'
import type { CapsuleDescription } from './describe-capsules.js'
import { readSubmission } from './read-submission.js'
import { EmptyRefusal } from './refusals.js'

export interface PostRoutesOptions {
  readonly service: CapsuleService
  readonly proxies: TrustedProxies
  readonly described: Pick<CapsuleDescription, 'post' | 'postWithId'>
}

/** Registers POST /key-capsules, and POST /key-capsules/{transactionId} for callers that choose the id. */
export function postRoutes(app: FastifyInstance, { service, proxies, described }: PostRoutesOptions, done: () => void): void {
  const { maxBodyBytes, maxBytesInFlight } = limits.capsules
  const bodies = createBodyIntake({ ...limits.http, maxBodyBytes, maxBytesInFlight })
  app.addHook('onRequest', (request, _reply, next) => {
    assertJsonRequest(request.headers)
    next()
  })
  app.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
  const paths = [
    ['/key-capsules', described.post],
    ['/key-capsules/:transactionId', described.postWithId],
  ] as const
  for (const [path, schema] of paths) {
    app.post<{ Params: { transactionId?: string } }>(path, { schema }, async (request, reply) => {
      const body = await bodies.read(request, reply, proxies.clientOf(request))
      const submission = readSubmission(readJsonMembers(body, limits.request), request.raw, request.params.transactionId ?? null)
      const outcome = await service.store(submission)
      if (outcome.kind === 'taken') throw new EmptyRefusal(409, 'TRANSACTION_ID_TAKEN')
      // A path without scheme and host: clients refuse any other form. Set on the raw response, because the framework writes header names in lower case, in
      // which the Java client does not find the header.
      reply.raw.setHeader('Location', `/key-capsules/${outcome.id}`)
      return reply
        .code(201)
        .headers({ 'x-expiry-time': formatExpiryTime(outcome.expiry), 'x-expiry-time-adjusted': String(outcome.adjusted) })
        .send()
    })
  }
  done()
}
