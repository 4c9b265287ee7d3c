import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { CapsuleClient, CapsuleReader, CapsuleService } from '#capsules/service'
import type { CapsuleClients } from '#config'
import { retryLater } from '../error-handling.js'
import { certificateOfHeader } from './certificate-of-header.js'
import { EmptyRefusal } from './refusals.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** `keyId` of the authenticated client, by which its requests are counted; null before the authentication, and in the sandbox. */
    capsuleReaderKey: string | null
  }
}

/** Authenticates the client of a request. Rejects with `EmptyRefusal`. */
export type ReaderOf = (request: FastifyRequest) => Promise<CapsuleReader>

/**
 * Returns the authentication that the settings configure. With mutual TLS, the handshake accepts any certificate, or none, and verifies that the client holds
 * the private key. With a proxy, its header contains the certificate. The service then checks the certificate against the configured authorities, even if the
 * proxy has done so. A refused client gets 401 and not an aborted handshake, which it could not distinguish from a network error.
 *
 * The certificate is checked for every request, because it may expire and authorities may be reloaded while a connection is open.
 */
export function openReaders(clients: CapsuleClients, service: CapsuleService): ReaderOf {
  switch (clients.kind) {
    case 'mutual-tls':
      return readerBy(certificateOfConnection(), service, 401)
    case 'proxy':
      return readerBy(certificateOfHeader(clients), service, 400)
    case 'sandbox':
      return () => Promise.resolve({ kind: 'anybody' })
  }
}

/** @param unreadable status for a certificate that cannot be read */
function readerBy(certificateOf: (request: IncomingMessage) => Buffer | null, service: CapsuleService, unreadable: 400 | 401): ReaderOf {
  return async (request) => {
    const certificate = certificateOf(request.raw)
    if (certificate === null) {
      request.log.info({ reason: 'no-certificate' }, 'client refused')
      throw new EmptyRefusal(401, 'CLIENT_CERTIFICATE_MISSING')
    }
    const { recipient, keyId } = await admittedClient(certificate, service, request, unreadable)
    request.capsuleReaderKey = keyId
    return { kind: 'key', recipient }
  }
}

/** The client of a certificate. Logs the reason and rejects with `EmptyRefusal` when the client is not admitted. */
async function admittedClient(
  certificate: Buffer,
  service: CapsuleService,
  request: FastifyRequest,
  unreadable: 400 | 401,
): Promise<CapsuleClient> {
  const admission = await service.admitClient(certificate)
  switch (admission.kind) {
    case 'admitted':
      return admission.client
    case 'refused':
      request.log.info({ reason: admission.reason }, 'client refused')
      if (admission.reason === 'unreadable' && unreadable === 400) throw new EmptyRefusal(400, 'CLIENT_CERTIFICATE_MALFORMED')
      throw new EmptyRefusal(401, 'CLIENT_REFUSED')
    case 'undecided': {
      const { reason, detail } = admission
      request.log.warn({ reason, detail }, 'the revocation status of a client certificate is unknown')
      throw new EmptyRefusal(503, 'CLIENT_STATUS_UNKNOWN', retryLater(request))
    }
  }
}

/** Returns a reader of the certificate that the client sent in the handshake; null when it sent none. The DER is copied only once for each connection. */
function certificateOfConnection(): (request: IncomingMessage) => Buffer | null {
  const certificates = new WeakMap<TLSSocket, Buffer>()
  return ({ socket }) => {
    if (!(socket instanceof TLSSocket)) return null
    const certificate = certificates.get(socket) ?? socket.getPeerX509Certificate()?.raw ?? null
    if (certificate !== null) certificates.set(socket, certificate)
    return certificate
  }
}
