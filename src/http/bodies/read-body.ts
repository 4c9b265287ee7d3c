import type { Readable } from 'node:stream'
import { Overload } from '#service'
import { HttpProblem } from '../problem.js'
import { bodyMemory } from './body-memory.js'
import type { BodyPool } from './body-pool.js'
import type { Lease } from './bytes-in-flight.js'
import type { BodyWatch } from './slow-bodies.js'

export interface BodyOptions {
  /** Value of Content-Length; null without the header. */
  readonly announced: number | null
  readonly maxBytes: number
  /** Octets that are received and discarded after a refusal. */
  readonly maxUnreadBytes: number
  /** False: the body is refused with `Overload` before it is read. */
  readonly isWanted: boolean
  /** Pool of memory for large bodies; null: each gets its own. */
  readonly pool?: BodyPool | null
  /** `lease` bounds the bytes, `watch` the time. Both are given a function that refuses the body while it arrives. */
  readonly lease: (revoke: () => void) => Lease
  readonly watch: (giveUp: () => void) => BodyWatch
}

/**
 * Reads a body. Rejects with `HttpProblem` (too large, too slow, incomplete) or `Overload`. After a refusal, up to `maxUnreadBytes` further octets are received
 * and discarded, because a client whose connection is closed while it sends does not read the answer. The caller releases the lease of a body that was read.
 */
export function readBody(
  stream: Readable,
  { announced, maxBytes, maxUnreadBytes, isWanted, pool = null, lease: openLease, watch: openWatch }: BodyOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const memory = bodyMemory(isWanted && announced !== null && announced <= maxBytes ? announced : null, pool)
    let received = 0
    const settle = () => {
      watch.done()
      stream.off('data', onData)
      stream.off('end', onEnd)
      stream.off('close', onGone)
    }
    /**
     * Called at the refusal, not at the answer: the answer may wait for earlier ones on the connection, and meanwhile the lease could be revoked without
     * freeing memory.
     */
    const free = () => {
      memory.release()
      lease.release()
    }
    const refuse = (error: Error) => {
      settle()
      free()
      let discarded = 0
      stream.on('data', (chunk: Buffer) => {
        discarded += chunk.length
        if (discarded > maxUnreadBytes) stream.destroy()
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
      free()
      reject(new HttpProblem(400, 'document', 'BODY_INCOMPLETE', 'The connection ended before the body did.'))
    }
    if (announced !== null && announced > maxBytes) {
      refuse(tooLarge(maxBytes))
      return
    }
    if (!isWanted) {
      refuse(noRoom())
      return
    }
    // An error is followed by `close`, which is handled. Without this listener, a stream other than a request would throw the error.
    stream.on('error', () => undefined)
    stream.on('close', onGone)
    stream.on('end', onEnd)
    stream.on('data', onData)
  })
}

function noRoom(): Overload {
  return new Overload('The service holds as many documents as it can. Try again in a moment.')
}

/** The answer closes the connection, so that nothing more is read from it. */
function tooSlow(): HttpProblem {
  return new HttpProblem(408, 'request', 'REQUEST_TOO_SLOW', 'The body of the request did not arrive in time.', { connection: 'close' })
}

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem(413, 'document', 'BODY_TOO_LARGE', `The request is larger than ${maxBytes} bytes, the maximum of this service.`)
}
