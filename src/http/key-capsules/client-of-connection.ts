import type { TLSSocket } from 'node:tls'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { CapsuleClient, CapsuleService } from '#service'
import { EmptyRefusal } from './refusals.js'

/**
 * Mutual TLS. The handshake proves that the client holds the key of its certificate; whose key it is, the service says by the configured
 * authorities, before a byte of HTTP is read. A client that is refused gets nothing but the end of its connection.
 *
 * The admission is made again for every request of a connection: certificates expire and authorities are reloaded while it is open.
 */
export interface MutualTls {
  /** For each new connection. */
  readonly admit: (socket: TLSSocket) => void
  /** For each request. Throws when the certificate has lost its standing since. */
  readonly clientOf: (request: FastifyRequest) => CapsuleClient
}

export function mutualTls(service: CapsuleService, logger: FastifyBaseLogger): MutualTls {
  const certificates = new WeakMap<object, Buffer>()
  const judge = (certificate: Buffer | null): CapsuleClient | null => {
    const admission = certificate === null ? null : service.admitClient(certificate)
    if (admission?.kind === 'admitted') return admission.client
    logger.info({ reason: admission?.reason ?? 'no-certificate' }, 'client refused')
    return null
  }
  return {
    admit: (socket) => {
      const certificate = socket.getPeerX509Certificate()?.raw ?? null
      if (judge(certificate) !== null && certificate !== null) {
        certificates.set(socket, certificate)
        return
      }
      // There will be no request whose refusal could be counted.
      service.countRefusal()
      socket.destroy()
    },
    clientOf: (request) => {
      const client = judge(certificates.get(request.raw.socket) ?? null)
      if (client !== null) return client
      request.raw.socket.destroy()
      throw new EmptyRefusal(401, 'CLIENT_REFUSED')
    },
  }
}
