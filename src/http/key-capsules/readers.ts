import type { FastifyRequest } from 'fastify'
import type { CapsuleClients } from '#config'
import type { CapsuleClient, CapsuleReader, CapsuleService } from '#service/capsules'
import { clientOfConnection } from './client-of-connection.js'
import { clientOfHeader } from './client-of-header.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** `keyId` of the authenticated client, by which its requests are counted; null before that, and in the sandbox. */
    capsuleReaderKey: string | null
  }
}

/** Authenticates the client of a request in the way that the settings name. Rejects with a refusal. */
export type ReaderOf = (request: FastifyRequest) => Promise<CapsuleReader>

export function openReaders(clients: CapsuleClients, service: CapsuleService): ReaderOf {
  switch (clients.kind) {
    case 'mutual-tls':
      return readerBy(clientOfConnection(service))
    case 'proxy':
      return readerBy(clientOfHeader(service, clients))
    case 'sandbox':
      return () => Promise.resolve({ kind: 'anybody' })
  }
}

function readerBy(clientOf: (request: FastifyRequest) => Promise<CapsuleClient>): ReaderOf {
  return async (request) => {
    const { recipient, keyId } = await clientOf(request)
    request.capsuleReaderKey = keyId
    return { kind: 'key', recipient }
  }
}
