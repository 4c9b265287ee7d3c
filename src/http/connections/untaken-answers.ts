import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export interface UntakenAnswerBounds {
  /** From the end of an answer in which the client takes nothing of it. */
  readonly answerIdleMilliseconds: number
  /** From the end of an answer until the client has taken it. */
  readonly answerMilliseconds: number
}

/**
 * Closes connections whose client does not take its answer. Node.js has no such bound: the answer, and the memory that is counted for its document, would be held
 * as long as the client stays, and a few clients could hold what all may have.
 */
export function boundUntakenAnswers(server: Server, { answerIdleMilliseconds, answerMilliseconds }: UntakenAnswerBounds): void {
  // Before the handler, which may answer at once.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.once('prefinish', () => {
      const { socket } = response
      // The system has taken all of it.
      if (socket === null || socket.writableLength === 0) return
      const deadline = setTimeout(() => socket.destroy(), answerMilliseconds)
      // This timeout sees the progress within one large write, which nothing else of the platform shows.
      socket.setTimeout(answerIdleMilliseconds)
      // Not on the answer: Node.js passes it on no longer when CONNECT follows on the connection.
      const cut = () => socket.destroy()
      socket.once('timeout', cut)
      response.once('close', () => {
        clearTimeout(deadline)
        socket.off('timeout', cut)
        // Unless Node.js has begun the time for which the connection is kept without a request.
        if (socket.timeout === answerIdleMilliseconds) socket.setTimeout(0)
      })
    })
  })
}
