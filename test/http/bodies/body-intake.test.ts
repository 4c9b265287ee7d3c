import { once } from 'node:events'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { limits } from '#config'
import { createBodyIntake } from '../../../src/http/bodies/body-intake.js'

const bodies = () => createBodyIntake({ ...limits.http, maxBodyBytes: 1_000, maxBytesInFlight: 1_000 })

it('a large answer counts until the client has taken it', async () => {
  const intake = bodies()
  const app = fastify()
  let held = 0
  app.get('/', (_request, reply) => {
    intake.holdAnswer(reply, 'a', 600)
    held = intake.held()
    return 'answer'
  })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  expect(await (await fetch(base)).text()).toBe('answer')
  expect(held).toBe(600)
  await expect.poll(() => intake.held()).toBe(0)
  await app.close()
})

it('an answer to a client that has gone meanwhile is not counted for ever', async () => {
  const intake = bodies()
  const app = fastify()
  const gone = new AbortController()
  let handled = 0
  app.get('/', async (_request, reply) => {
    setImmediate(() => gone.abort())
    await once(reply.raw, 'close')
    intake.holdAnswer(reply, 'a', 600)
    handled += 1
    return 'answer'
  })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  await expect(fetch(base, { signal: gone.signal })).rejects.toThrow()
  await expect.poll(() => handled).toBe(1)
  await expect.poll(() => intake.held()).toBe(0)
  await app.close()
})
