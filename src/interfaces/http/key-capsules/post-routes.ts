import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formatExpiryTime } from '#capsules/rules'
import type { CapsuleService } from '#capsules/service'
import type { Limits } from '#config'
import { HeldOctets } from '../held-octets.js'
import { readJsonMembers, withoutBody } from '../json-body.js'
import { assertJsonRequest } from '../media-types.js'
import { checkedBody } from '../validation/read-fields.js'
import type { CapsuleDescription } from './describe-capsules.js'
import { readSubmission } from './read-submission.js'
import { EmptyRefusal } from './refusals.js'

interface PostRoutesOptions {
  readonly service: CapsuleService
  readonly described: Pick<CapsuleDescription, 'post' | 'postWithId'>
  readonly limits: Limits
}

/** Registers POST /key-capsules, and POST /key-capsules/{transactionId} for callers that choose the id. */
export function postRoutes(app: FastifyInstance, { service, described, limits }: PostRoutesOptions, done: () => void): void {
  const { maxBodyBytes: bodyLimit, maxBytesInFlight } = limits.capsules
  const { largeBytes } = limits.request
  app.addHook('onRequest', (request, _reply, next) => {
    assertJsonRequest(request.headers)
    next()
  })
  new HeldOctets({ maxBytesInFlight, largeAnswerBytes: limits.http.largeAnswerBytes, largeBytes }).install(app)
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request: FastifyRequest, body: Buffer) =>
    Promise.resolve(body).then((octets) => readJsonMembers(octets, limits.request)),
  )
  app.addHook('preValidation', (request, _reply, next) => {
    next(request.body === undefined ? withoutBody() : undefined)
  })
  const paths = [
    ['/key-capsules', described.post],
    ['/key-capsules/:transactionId', described.postWithId],
  ] as const
  for (const [path, route] of paths) {
    app.post<{ Params: { transactionId?: string } }>(path, { ...route, bodyLimit, attachValidation: true }, async (request, reply) => {
      const submission = readSubmission(checkedBody(request), request.raw, request.params.transactionId ?? null)
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
