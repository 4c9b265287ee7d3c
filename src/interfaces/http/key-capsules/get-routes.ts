import type { FastifyInstance } from 'fastify'
import { formatExpiryTime, hasLengthOfTransactionId, type StoredCapsule } from '#capsules/rules'
import type { CapsuleService } from '#capsules/service'
import { bufferOf } from '#std'
import { assertAccepts } from '../media-types.js'
import type { CapsuleDescription } from './describe-capsules.js'
import type { RateCheck } from './rate-limit.js'
import type { ReaderOf } from './readers.js'
import { EmptyRefusal } from './refusals.js'

interface GetRoutesOptions {
  readonly service: CapsuleService
  readonly readerOf: ReaderOf
  readonly described: Pick<CapsuleDescription, 'get'>
  /** Counts the requests of one certificate. */
  readonly limitReader: RateCheck
}

/** Registers GET /key-capsules/{transactionId}. */
export function getRoutes(app: FastifyInstance, options: GetRoutesOptions, done: () => void): void {
  const { service, readerOf, described, limitReader } = options
  app.decorateRequest('capsuleReaderKey', null)
  // Accepts any Content-Type, because some clients send the header without a body. No body is read.
  app.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null, undefined))
  app.get<{ Params: { transactionId: string } }>(
    '/key-capsules/:transactionId',
    { ...described.get, attachValidation: true },
    async (request, reply) => {
      const { transactionId } = request.params
      if (!hasLengthOfTransactionId(transactionId)) throw new EmptyRefusal(400, 'TRANSACTION_ID_FORM')
      assertAccepts(request.headers, 'application/json')
      const reader = await readerOf(request)
      await limitReader(request)
      const capsule = await service.fetch(transactionId, reader)
      if (capsule === null) throw new EmptyRefusal(404, 'CAPSULE_UNKNOWN')
      return reply
        .headers({
          'content-type': 'application/json',
          'x-expiry-time': formatExpiryTime(capsule.expiry),
          'x-expiry-time-adjusted': String(capsule.adjusted),
        })
        .send(renderCapsule(capsule))
    },
  )
  done()
}

/** The capsule as compact JSON. The order of the members is fixed, because clients compare the text with the text that was stored. */
function renderCapsule({ recipient, keyMaterial, type }: StoredCapsule): Buffer {
  // As bytes: for a string the framework would add a charset to the content type, which the Java server does not send.
  return Buffer.from(
    JSON.stringify({
      recipient_id: bufferOf(recipient).toString('base64'),
      ephemeral_key_material: bufferOf(keyMaterial).toString('base64'),
      capsule_type: type,
    }),
  )
}
