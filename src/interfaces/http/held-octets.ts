import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Overload } from '#threads'
import { onAnswerEnd } from './connections/answer-end.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pieces in which a large body has arrived; null for any other. They may be released when the framework has joined them. */
    bodyPieces: Buffer[] | null
  }
}

interface HeldBounds {
  /** Octets that may be held; above it new bodies are refused. */
  readonly maxBytesInFlight: number
  /** Octets by which an answer may be larger than the body of its request before it counts. */
  readonly largeAnswerBytes: number
  /** From this announced length on, the memory of a body is released as soon as it has been read. */
  readonly largeBytes: number
}

/**
 * Counts the octets of bodies that have arrived and are not yet answered, and of large answers that the client has not yet received. One counter for all routes
 * that read documents. Above its bound, a new body is refused with 503 before it is read, by the length that its header announces, and the connection of a body that grows beyond it is closed.
 */
export class HeldOctets {
  #held = 0
  readonly #bounds: HeldBounds

  constructor(bounds: HeldBounds) {
    this.#bounds = bounds
  }

  /** Octets that are held at the moment. */
  get held(): number {
    return this.#held
  }

  /** Counts the bodies and answers of all routes in the scope of a plugin. Install it before the parsers of bodies. */
  install(app: FastifyInstance): void {
    const { maxBytesInFlight, largeBytes } = this.#bounds
    app.decorateRequest('bodyPieces', null)
    app.addHook('preParsing', (request, reply, payload, done) => {
      const { bodyLimit } = request.routeOptions
      const announced = Number(request.headers['content-length'] ?? 1)
      // The framework refuses it without reading it.
      if (announced > bodyLimit) {
        done(null, payload)
        return
      }
      if (this.#held + announced > maxBytesInFlight) {
        done(noRoom())
        return
      }
      const count = this.#counterOf(reply)
      const pieces: Buffer[] | null = announced < largeBytes ? null : []
      request.bodyPieces = pieces
      let bytes = 0
      payload.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        // Refused by the framework; the rest is discarded as it arrives.
        if (bytes > bodyLimit) return
        pieces?.push(chunk)
        count(chunk.length)
        if (this.#held > maxBytesInFlight) request.raw.destroy()
      })
      payload.once('end', () => {
        request.bodyBytes = bytes
      })
      done(null, payload)
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      try {
        this.#holdAnswer(request, reply, octetsOf(payload))
        done(null, payload)
      } catch (error) {
        done(error as Error)
      }
    })
  }

  /** Counts an answer that is much larger than the body of its request, until the client has received it. Throws `Overload` when there is no room. */
  #holdAnswer(request: FastifyRequest, reply: FastifyReply, bytes: number): void {
    const beyond = bytes - (request.bodyBytes ?? 0)
    if (beyond <= this.#bounds.largeAnswerBytes || reply.statusCode >= 400) return
    if (this.#held + beyond > this.#bounds.maxBytesInFlight) throw noRoom()
    this.#counterOf(reply)(beyond)
  }

  /** A function that counts octets until the answer has ended. */
  #counterOf(reply: FastifyReply): (bytes: number) => void {
    let own = 0
    onAnswerEnd(reply.raw, reply.request.raw.socket, () => {
      this.#held -= own
      own = 0
    })
    return (bytes) => {
      own += bytes
      this.#held += bytes
    }
  }
}

function octetsOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.length : 0
}

function noRoom(): Overload {
  return new Overload('The service holds as many documents as it can. Try again in a moment.')
}
