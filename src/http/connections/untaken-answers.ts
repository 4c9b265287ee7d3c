import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export interface UntakenAnswerBounds {
  /** Maximum time, after the answer has been written, in which the client receives nothing of it. */
  readonly answerIdleMilliseconds: number
  /** Maximum time, after the answer has been written, until the client has received all of it. */
  readonly answerMilliseconds: number
}

/**
 * Closes connections whose client does not receive its answer. Node.js has no such bound: the answer, and the bytes that are counted for its document, would be
 * held while the client stays connected, and a few clients could use up the bound for all.
 */
export function boundUntakenAnswers(server: Server, { answerIdleMilliseconds, answerMilliseconds }: UntakenAnswerBounds): void {
  // Prepended, because the handler may answer at once.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.once('prefinish', () => {
      const { socket } = response
      // The system has accepted the whole answer.
      if (socket === null || socket.writableLength === 0) return
      const deadline = setTimeout(() => socket.destroy(), answerMilliseconds)
      // Of all timeouts of the platform only this one is restarted by progress within one large write.
      socket.setTimeout(answerIdleMilliseconds)
      // On the socket, not the answer: Node.js stops passing the event to the answer when CONNECT follows on the connection.
      const cut = () => socket.destroy()
      socket.once('timeout', cut)
      response.once('close', () => {
        clearTimeout(deadline)
        socket.off('timeout', cut)
        // Unless Node.js has already set the keep-alive timeout.
        if (socket.timeout === answerIdleMilliseconds) socket.setTimeout(0)
      })
    })
  })
}
