import type { TLSSocket } from 'node:tls'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { CapsuleClients } from '#config'
import type { CapsuleClient, CapsuleReader, CapsuleService } from '#service'
import { mutualTls } from './client-of-connection.js'
import { clientOfHeader } from './client-of-header.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Names the key of whoever asks, for counting his requests; null before it is known, and in the sandbox. */
    capsuleReaderKey: string | null
  }
}

export interface Readers {
  /** Who asks, by the form that the settings chose. Throws a refusal. */
  readonly readerOf: (request: FastifyRequest) => CapsuleReader
  /** For each new TLS connection; null where TLS asks nobody. */
  readonly mutualTls: ((socket: TLSSocket) => void) | null
}

export function openReaders(clients: CapsuleClients, service: CapsuleService, logger: FastifyBaseLogger): Readers {
  switch (clients.kind) {
    case 'mutual-tls': {
      const { admit, clientOf } = mutualTls(service, logger)
      return { readerOf: (request) => readerWith(request, clientOf(request)), mutualTls: admit }
    }
    case 'proxy': {
      const clientOf = clientOfHeader(service, clients)
      return { readerOf: (request) => readerWith(request, clientOf(request)), mutualTls: null }
    }
    case 'sandbox':
      return { readerOf: () => ({ kind: 'anybody' }), mutualTls: null }
  }
}

function readerWith(request: FastifyRequest, { recipient, keyId }: CapsuleClient): CapsuleReader {
  request.capsuleReaderKey = keyId
  return { kind: 'key', recipient }
}
