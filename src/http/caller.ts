import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, Stop, type TaskTimes } from '#service'
import { onAnswerEnd } from './connections/answer-end.js'

/**
 * The caller of the service for a request. Its signal is aborted when the connection closes before the answer was sent; the signal of the framework cannot be
 * used, because it follows the request stream, which closes when the body has been read.
 */
export function callerOf(request: FastifyRequest, reply: FastifyReply, client: string): Caller {
  const gone = new Stop()
  onAnswerEnd(reply.raw, request.raw.socket, () => {
    if (!reply.raw.writableEnded) gone.abort()
  })
  return {
    client,
    signal: gone,
    onValidation: (event) => {
      request.validation = event
    },
    ...(request.isTraced ? { onTimes: keepTimes(request) } : {}),
  }
}

function keepTimes(request: FastifyRequest): (times: TaskTimes) => void {
  const asked = performance.timeOrigin + performance.now()
  return (times) => {
    request.times = { ...times, asked }
  }
}
