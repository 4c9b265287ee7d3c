import type { Readable } from 'node:stream'
import { Overload } from '#service'
import { HttpProblem } from '../problem.js'
import { bodyMemory } from './body-memory.js'
import type { Lease } from './bytes-in-flight.js'
import type { BodyWatch } from './slow-bodies.js'

export interface BodyOptions {
  /** Of the header Content-Length; null when there is none. */
  readonly announced: number | null
  readonly maxBytes: number
  /** Both can end the body while it arrives: they are given the function that refuses it. */
  readonly lease: (revoke: () => void) => Lease
  readonly watch: (giveUp: () => void) => BodyWatch
}

/**
 * Reads a body. One that is refused is still taken from the line, unread and up to as many bytes again: a client that is cut off while it sends never sees
 * the answer. What is slow is not waited for any longer. The lease stays with the caller.
 */
export function readBody(stream: Readable, { announced, maxBytes, lease: openLease, watch: openWatch }: BodyOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const memory = bodyMemory(announced !== null && announced <= maxBytes ? announced : null)
    let received = 0
    const settle = () => {
      watch.done()
      stream.off('data', onData)
      stream.off('end', onEnd)
      stream.off('close', onGone)
    }
    const refuse = (error: Error) => {
      settle()
      memory.release()
      let discarded = 0
      stream.on('data', (chunk: Buffer) => {
        discarded += chunk.length
        if (discarded > maxBytes) stream.destroy()
      })
      reject(error)
    }
    const lease = openLease(() => refuse(noRoom()))
    const watch = openWatch(() => refuse(tooSlow()))
    const onData = (chunk: Buffer) => {
      watch.arrived()
      received += chunk.length
      if (received > maxBytes) refuse(tooLarge(maxBytes))
      else if (!lease.take(chunk.length)) refuse(noRoom())
      else memory.add(chunk)
    }
    const onEnd = () => {
      settle()
      lease.complete()
      resolve(memory.take())
    }
    const onGone = () => {
      settle()
      memory.release()
      reject(new HttpProblem(400, 'document', 'BODY_INCOMPLETE', 'The connection ended before the body did.'))
    }
    if (announced !== null && announced > maxBytes) {
      refuse(tooLarge(maxBytes))
      return
    }
    // The error itself says no more than the close that follows it, but without a listener it would end the process.
    stream.on('error', onGone)
    stream.on('close', onGone)
    stream.on('end', onEnd)
    stream.on('data', onData)
  })
}

function noRoom(): Overload {
  return new Overload('The service holds as many documents as it can. Try again in a moment.')
}

/** After this answer nothing more is read: the connection ends. */
function tooSlow(): HttpProblem {
  return new HttpProblem(408, 'request', 'REQUEST_TOO_SLOW', 'The body of the request did not arrive in time.', { connection: 'close' })
}

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem(
    413,
    'document',
    'BODY_TOO_LARGE',
    `The request is larger than ${maxBytes} bytes, the most that this service takes.`,
  )
}
