import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { CapsuleClient, CapsuleService } from '#service/capsules'
import { admittedClient } from './admitted-client.js'
import { EmptyRefusal } from './refusals.js'

/**
 * Authenticates clients by mutual TLS. The handshake accepts any certificate, and none, and verifies that the client holds its private key; the service then
 * checks the certificate against the configured authorities. A refused client gets 401 instead of an aborted handshake, which it could not tell from a broken line.
 *
 * The certificate is checked again for every request of a connection: it may expire, and authorities are reloaded, while the connection is open.
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
