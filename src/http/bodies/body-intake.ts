import type { FastifyReply, FastifyRequest } from 'fastify'
import { Overload } from '#service'
import { onAnswerEnd } from '../connections/answer-end.js'
import { BodyPool, type BodyPoolBounds } from './body-pool.js'
import { createBytesInFlight, type Lease } from './bytes-in-flight.js'
import { readBody } from './read-body.js'
import { createSlowBodies, type SlowBodyBounds } from './slow-bodies.js'

/** Reads the bodies of requests, for all routes that share its bounds. */
export interface BodyIntake {
  /** Resolves with the whole body; rejects with `HttpProblem` or `Overload`. Its bytes count as held until the client has received the answer. */
  read(request: FastifyRequest, reply: FastifyReply, client: string): Promise<Buffer>
  /** Returns the memory of a body to the pool. Call it once the request has been answered or refused and nothing refers to the octets any more. */
  giveBack(body: Uint8Array): void
  /** Counts the bytes of a large answer like those of a body, until the client has received it. Throws `Overload` when there is no room. */
  holdAnswer(reply: FastifyReply, client: string, bytes: number): void
  /** Bytes held at the moment, of bodies and large answers. */
  held(): number
}

export interface BodyIntakeBounds extends SlowBodyBounds {
  readonly maxBodyBytes: number
  /** Octets of a refused body that are received and discarded, because some clients read the answer only after they have sent their whole body. */
  readonly maxUnreadBytes: number
  readonly maxBytesInFlight: number
}

/**
 * @param hasRoomFor false when a request of this client would be refused because of the requests that already wait; its body is then not read
 * @param pooled bounds of the pool of memory for large bodies; null: each large body gets its own memory
 */
export function createBodyIntake(
  bounds: BodyIntakeBounds,
  hasRoomFor: (client: string) => boolean = () => true,
  pooled: BodyPoolBounds | null = null,
): BodyIntake {
  const pool = pooled === null ? null : new BodyPool(pooled)
  const bytesInFlight = createBytesInFlight(bounds.maxBytesInFlight)
  const slowBodies = createSlowBodies(bounds)
  return {
    held: () => bytesInFlight.held(),
    giveBack: (body) => pool?.giveBack(body),
    holdAnswer: (reply, client, bytes) => {
      const lease = bytesInFlight.lease(client, () => undefined)
      lease.complete()
      releaseAfter(reply, lease)
      if (!lease.take(bytes)) throw new Overload('The service holds as much as it can. Try again in a moment.')
    },
    read: async (request, reply, client) => {
      const announced = request.headers['content-length']
      const body = await readBody(request.raw, {
        announced: announced === undefined ? null : Number(announced),
        isWanted: hasRoomFor(client),
        maxBytes: bounds.maxBodyBytes,
        maxUnreadBytes: bounds.maxUnreadBytes,
        pool,
        lease: (revoke) => {
          const lease = bytesInFlight.lease(client, revoke)
          releaseAfter(reply, lease)
          return lease
        },
        watch: (giveUp) => slowBodies.watch(client, giveUp),
      })
      request.bodyBytes = body.length
      return body
    },
  }
}

/** Releases a lease when the client has received the answer or its connection has closed. */
function releaseAfter(reply: FastifyReply, lease: Lease): void {
  onAnswerEnd(reply.raw, reply.request.raw.socket, () => lease.release())
}
