import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#threads'
import { onAnswerEnd } from './connections/answer-end.js'

/**
 * The caller of the service for a request, who has disconnected when the connection closes before the answer is sent. The signal of the framework cannot be
 * used: it follows the request stream, which closes when the body has been read.
 */
export function callerOf(request: FastifyRequest, reply: FastifyReply, client: string): Caller {
  // A request may have a hundred documents. One listener for all of them: Node.js warns of more than ten on one answer.
  const drops: (() => void)[] = []
  let hasGone = false
  onAnswerEnd(reply.raw, request.raw.socket, () => {
    hasGone = !reply.raw.writableEnded
    if (hasGone) for (const drop of drops) drop()
  })
  return {
    client,
    onDisconnect: (drop) => {
      if (hasGone) drop()
      else drops.push(drop)
    },
    onValidation: (event) => {
      request.validation = event
    },
  }
}
