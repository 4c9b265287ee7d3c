import type { FastifyRequest } from 'fastify'
import type { CapsuleClient, ClientAdmission } from '#service/capsules'
import { EmptyRefusal, retryLater } from './refusals.js'

/** The admitted client. Throws a refusal without a body otherwise; the reason is logged. */
export function admittedClient(admission: ClientAdmission, request: FastifyRequest): CapsuleClient {
  switch (admission.kind) {
    case 'admitted':
      return admission.client
    case 'refused':
      request.log.info({ reason: admission.reason }, 'client refused')
      throw new EmptyRefusal(401, 'CLIENT_REFUSED')
    case 'undecided':
      request.log.warn(
        { reason: admission.reason, detail: admission.detail },
        'it is not known whether a client certificate has been revoked',
      )
      throw new EmptyRefusal(503, 'CLIENT_STATUS_UNKNOWN', retryLater)
  }
}
