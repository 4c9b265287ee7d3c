import { describe, expect, it } from 'vitest'
import { createBytesInFlight } from '../../../src/http/bodies/bytes-in-flight.js'

describe('bytes in flight', () => {
  it('are those of one client up to three quarters, without other clients', () => {
    const inFlight = createBytesInFlight(100)
    const revoked: number[] = []
    const leases = Array.from({ length: 10 }, (_, i) => inFlight.lease('a', () => revoked.push(i)))
    expect(leases.map((lease) => lease.take(10)).filter(Boolean)).toHaveLength(7)
    expect([inFlight.held(), revoked]).toEqual([70, []])
  })

  it('leave room for a new client with any number of complete bodies of another client', () => {
    const inFlight = createBytesInFlight(224_000_000)
    const hold = (client: string, bytes: number) => {
      const lease = inFlight.lease(client, () => undefined)
      const taken = lease.take(bytes)
      if (taken) lease.complete()
      else lease.release()
      return taken
    }
    expect(Array.from({ length: 20 }, () => hold('one', 28_000_000)).filter(Boolean)).toHaveLength(6)
    expect(hold('new', 28_000_000)).toBe(true)
    expect(hold('usual', 16_000)).toBe(true)
  })

  it('are given up by the client that holds the most, oldest arriving bodies first, until the shares are equal', () => {
    const inFlight = createBytesInFlight(100)
    const revoked: string[] = []
    const open = (name: string, bytes: number) => {
      const lease = inFlight.lease(name.slice(0, 1), () => revoked.push(name))
      return { lease, taken: lease.take(bytes) }
    }
    const first = open('a1', 40)
    open('a2', 30)
    open('b1', 20)
    expect(open('c1', 30).taken).toBe(true)
    expect(revoked).toEqual(['a1'])
    // Whatever still comes of it is refused, and counts for nothing.
    expect(first.lease.take(5)).toBe(false)
    first.lease.release()
    expect(inFlight.held()).toBe(80)
    // a and c hold 30 each: c gets no more than that out of the other ones.
    expect(open('c2', 30).taken).toBe(false)
    expect(revoked).toEqual(['a1'])
    expect(inFlight.held()).toBe(80)
  })

  it('that are complete are processed, and are not revoked', () => {
    const inFlight = createBytesInFlight(100)
    const lease = inFlight.lease('a', () => expect.unreachable('a body that is worked with was revoked'))
    expect(lease.take(100)).toBe(true)
    lease.complete()
    expect(inFlight.lease('b', () => undefined).take(1)).toBe(false)
    lease.release()
    expect(inFlight.lease('b', () => undefined).take(100)).toBe(true)
  })
})
