import fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { limits } from '#config'
import { closesGracefully, installGracefulClose } from '../../../src/http/connections/graceful-close.js'
import type { OpenConnections } from '../../../src/http/connections/open-connections.js'

afterEach(() => vi.useRealTimers())

it('closes without a fault when a request takes all of the time for last answers', async () => {
  const closeAll = vi.fn()
  const connections = { counts: { all: 1, serving: 1 }, onChange: () => () => undefined, closeAll } as unknown as OpenConnections
  const app = fastify(closesGracefully)
  installGracefulClose(app, { connections, servers: [] } as unknown as Parameters<typeof installGracefulClose>[1])
  await app.ready()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const closed = app.close()
  await vi.advanceTimersByTimeAsync(limits.http.closeMilliseconds - 1)
  expect(closeAll).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await closed
  expect(closeAll).toHaveBeenCalledOnce()
})
