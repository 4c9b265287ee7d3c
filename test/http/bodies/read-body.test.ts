import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { BodyPool } from '../../../src/http/bodies/body-pool.js'
import { createBytesInFlight } from '../../../src/http/bodies/bytes-in-flight.js'
import { readBody } from '../../../src/http/bodies/read-body.js'

/** Counts how often memory is given back. */
class CountingPool extends BodyPool {
  givenBack = 0

  override giveBack(lent: Uint8Array): void {
    this.givenBack += 1
    super.giveBack(lent)
  }
}

const turn = () => new Promise((done) => setImmediate(done))

/** A body of which half has arrived. The bytes of all clients together may be 1,000,000. */
async function halfRead(inFlight = createBytesInFlight(1_000_000)) {
  const pool = new CountingPool({ maxPooledBytes: 1_048_576, pooledMilliseconds: 1_000 })
  const stream = new PassThrough()
  let giveUp = () => {}
  const read = readBody(stream, {
    announced: 800_000,
    maxBytes: 900_000,
    maxUnreadBytes: 900_000,
    isWanted: true,
    pool,
    lease: (revoke) => inFlight.lease('a', revoke),
    watch: (end) => {
      giveUp = end
      return { arrived: () => undefined, done: () => undefined }
    },
  })
  stream.write(Buffer.alloc(400_000))
  await turn()
  return { pool, stream, read, inFlight, giveUp: () => giveUp() }
}

describe('a body that was refused', () => {
  it('holds nothing any more, although its answer has not been sent', async () => {
    const { pool, read, inFlight, giveUp } = await halfRead()
    expect(inFlight.held()).toBe(400_000)
    giveUp()
    await expect(read).rejects.toMatchObject({ status: 408 })
    expect([inFlight.held(), pool.givenBack]).toEqual([0, 1])
  })

  it('is not given back again when its connection breaks before the answer is sent', async () => {
    const { pool, stream, read, giveUp } = await halfRead()
    giveUp()
    await expect(read).rejects.toMatchObject({ status: 408 })
    stream.destroy(new Error('aborted'))
    await turn()
    expect(pool.givenBack).toBe(1)
  })

  it('is not revoked for another client before the answer is sent', async () => {
    const { pool, stream, read, inFlight, giveUp } = await halfRead()
    giveUp()
    await expect(read).rejects.toMatchObject({ status: 408 })
    const listening = stream.listenerCount('data')
    expect(inFlight.lease('b', () => undefined).take(700_000)).toBe(true)
    expect([pool.givenBack, stream.listenerCount('data')]).toEqual([1, listening])
  })
})

it('a body whose connection breaks is given back once', async () => {
  const { pool, stream, read, inFlight } = await halfRead()
  stream.destroy(new Error('aborted'))
  await expect(read).rejects.toMatchObject({ status: 400 })
  await turn()
  expect([inFlight.held(), pool.givenBack]).toEqual([0, 1])
})
