import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#threads'
import { onAnswerEnd } from './connections/answer-end.js'

/**
 * The caller of the service for a request, who has disconnected when the connection closes before the answer is sent. The signal of the framework cannot be
 * used: it follows the request stream, which closes when the body has been read.
 */
export function callerOf(request: FastifyRequest, reply: FastifyReply, client: string): Caller {
  return {
    client,
    onDisconnect: (drop) => {
      onAnswerEnd(reply.raw, request.raw.socket, () => {
        if (!reply.raw.writableEnded) drop()
      })
    },
    onValidation: (event) => {
      request.validation = event
    },
  }
}
