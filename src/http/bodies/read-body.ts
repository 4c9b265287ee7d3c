import type { Readable } from 'node:stream'
import { Overload } from '#service'
import { HttpProblem } from '../problem.js'
import { bodyMemory } from './body-memory.js'
import type { BodyPool } from './body-pool.js'
import type { Lease } from './bytes-in-flight.js'
import type { BodyWatch } from './slow-bodies.js'

export interface BodyOptions {
  /** Of the header Content-Length; null when there is none. */
  readonly announced: number | null
  readonly maxBytes: number
  /** Octets that are received and discarded after a refusal. */
  readonly maxUnreadBytes: number
  /** False: it is refused with `Overload` before it is read. */
  readonly isWanted: boolean
  /** Memory for large bodies; null: each has its own. */
  readonly pool?: BodyPool | null
  /** `lease` counts the bytes, `watch` the time. Both get a function that refuses the body while it arrives. */
  readonly lease: (revoke: () => void) => Lease
  readonly watch: (giveUp: () => void) => BodyWatch
}

/**
 * Reads a body. Rejects with `HttpProblem` (too large, too slow, incomplete) or `Overload`. After a refusal up to `maxUnreadBytes` further ones are received and
 * discarded, because a client whose connection is cut while it sends does not read the answer. The lease of a body that was read is released by the caller.
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
    /** At once: the answer may wait behind others of the connection, and until then the lease could be revoked although its memory is free. */
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
    // `close` follows an error. Without a listener, a stream other than a request would throw it.
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
  return new HttpProblem(
    413,
    'document',
    'BODY_TOO_LARGE',
    `The request is larger than ${maxBytes} bytes, the most that this service takes.`,
  )
}
