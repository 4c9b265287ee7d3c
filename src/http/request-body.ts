import type { Readable } from 'node:stream'
import { Overload } from '#service'
import { HttpProblem } from './problem.js'

/** Bytes of bodies that one request holds. Released when the request is answered, whatever the answer. */
export interface Lease {
  /** False when there is no room for more. */
  take(bytes: number): boolean
  release(): void
}

export interface BytesInFlight {
  lease(): Lease
  held(): number
}

/** Bounds the bodies that are held at once, not only the size of each: every byte counts from its arrival until its request is answered. */
export function createBytesInFlight(maxBytes: number): BytesInFlight {
  let held = 0
  return {
    held: () => held,
    lease: () => {
      let own = 0
      return {
        take: (bytes) => {
          if (held + bytes > maxBytes) return false
          held += bytes
          own += bytes
          return true
        },
        release: () => {
          held -= own
          own = 0
        },
      }
    },
  }
}

/**
 * Reads a body of at most `maxBytes`. A body that is refused is still taken from the line, unread and up to as many bytes again: a client
 * that is cut off while it sends never sees the answer.
 */
export function readBody(stream: Readable, announced: number | null, maxBytes: number, lease: Lease): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let received = 0
    const settle = () => {
      stream.off('data', onData)
      stream.off('end', onEnd)
      stream.off('close', onGone)
    }
    const refuse = (error: Error) => {
      settle()
      chunks.length = 0
      let discarded = 0
      stream.on('data', (chunk: Buffer) => {
        discarded += chunk.length
        if (discarded > maxBytes) stream.destroy()
      })
      reject(error)
    }
    const onData = (chunk: Buffer) => {
      received += chunk.length
      if (received > maxBytes) refuse(tooLarge(maxBytes))
      else if (!lease.take(chunk.length)) refuse(new Overload('The service holds as many documents as it can. Try again in a moment.'))
      else chunks.push(chunk)
    }
    const onEnd = () => {
      settle()
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, received))
    }
    const onGone = () => {
      settle()
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

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem(
    413,
    'document',
    'BODY_TOO_LARGE',
    `The request is larger than ${maxBytes} bytes, the most that this service takes.`,
  )
}
