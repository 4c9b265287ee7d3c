import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { CapsuleClients } from '#config'
import type { CapsuleClient, CapsuleReader, CapsuleService } from '#service/capsules'
import { certificateOfHeader } from './certificate-of-header.js'
import { EmptyRefusal, retryLater } from './refusals.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** `keyId` of the authenticated client, by which its requests are counted; null before that, and in the sandbox. */
    capsuleReaderKey: string | null
  }
}

/** Authenticates the client of a request in the way that the settings name. Rejects with a refusal. */
export type ReaderOf = (request: FastifyRequest) => Promise<CapsuleReader>

/**
 * With mutual TLS the handshake accepts any certificate, and none, and verifies that the client holds its private key; behind a proxy its header names the
 * certificate. The service then checks it against the configured authorities, also when the proxy has. A refused client gets 401 instead of an aborted handshake,
 * which it could not tell from a broken line.
 *
 * The certificate is checked again for every request of a connection: it may expire, and authorities are reloaded, while the connection is open.
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

/** The client of a certificate. Rejects with a refusal without a body when it is not admitted; the reason is logged. */
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
      request.log.warn({ reason, detail }, 'it is not known whether a client certificate has been revoked')
      throw new EmptyRefusal(503, 'CLIENT_STATUS_UNKNOWN', retryLater)
    }
  }
}

/** The certificate that the client has shown in the handshake, copied once for each connection; null when it has shown none. */
function certificateOfConnection(): (request: IncomingMessage) => Buffer | null {
  const certificates = new WeakMap<TLSSocket, Buffer>()
  return ({ socket }) => {
    if (!(socket instanceof TLSSocket)) return null
    const certificate = certificates.get(socket) ?? socket.getPeerX509Certificate()?.raw ?? null
    if (certificate !== null) certificates.set(socket, certificate)
    return certificate
  }
}
