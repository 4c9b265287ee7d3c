import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { CapsuleClient, CapsuleService } from '#service'
import { admittedClient } from './admitted-client.js'
import { EmptyRefusal } from './refusals.js'

/**
 * Mutual TLS. The handshake takes any certificate, and none, and proves that the client holds the key of the one that it shows; whose key it is, the service
 * says by the configured authorities. A client that does not pass is answered with 401, since it cannot tell a connection that is cut from a broken line.
 *
 * The certificate is judged again for every request of a connection: certificates expire and authorities are reloaded while it is open.
 */
export function clientOfConnection(service: CapsuleService): (request: FastifyRequest) => Promise<CapsuleClient> {
  const certificates = new WeakMap<TLSSocket, Buffer>()
  const certificateOf = (socket: TLSSocket): Buffer | null => {
    const known = certificates.get(socket)
    if (known !== undefined) return known
    const shown = socket.getPeerX509Certificate()?.raw
    if (shown !== undefined) certificates.set(socket, shown)
    return shown ?? null
  }
  return async (request) => {
    const { socket } = request.raw
    const certificate = socket instanceof TLSSocket ? certificateOf(socket) : null
    if (certificate === null) {
      request.log.info({ reason: 'no-certificate' }, 'client refused')
      throw new EmptyRefusal(401, 'CLIENT_CERTIFICATE_MISSING')
    }
    return admittedClient(await service.admitClient(certificate), request)
  }
}
