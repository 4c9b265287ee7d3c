import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '#capsules/rules'
import { openCapsuleStore } from '#capsules/service'
import { storeAt } from '../../support/settings.js'

let server: Server | null = null
afterEach(() => new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve()))))

/** A server that lets everybody in (AuthenticationOk, ReadyForQuery) and then does something else at the first statement. */
async function serverThat(answers: (socket: Socket) => void): Promise<string> {
  const started = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]))
      socket.once('data', () => answers(socket))
    })
  })
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `postgres://allkiri@127.0.0.1:${(started.address() as AddressInfo).port}/capsules`
}

describe('a store that is away at the start', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['hangs up', (socket) => socket.destroy()],
    [
      'says that its database takes no connections',
      (socket) => socket.end(Buffer.concat([Buffer.from('E\0\0\0\x1cSFATAL\0C55000\0Mnot now\0\0', 'latin1')])),
    ],
  ])(
    'a capsule store that is away does not stop the start, and closes although its last attempt fails: a server that %s',
    async (_what, answers) => {
      const reasons: Error[] = []
      const store = await openCapsuleStore(storeAt(await serverThat(answers), 1), {
        role: 'command',
        onFault: () => undefined,
        onAway: (reason) => reasons.push(reason),
      })
      expect(reasons).toHaveLength(1)
      const asked = store.count()
      const closed = store.close()
      await expect(asked).rejects.toThrow(StoreUnavailable)
      await expect(closed).resolves.toBeUndefined()
    },
  )
})

describe('a connection to PostgreSQL', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['closed', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('a connection to PostgreSQL that is %s while it is set up is a refusal, and does not end the process', async (_what, answers) => {
    const faults: Error[] = []
    // An error that nobody listens to is an uncaught exception, which fails the run.
    const opening = openCapsuleStore(storeAt(await serverThat(answers), 1), { role: 'command', onFault: (fault) => faults.push(fault) })
    await expect(opening).rejects.toThrow(/ALLKIRI_CAPSULES_DATABASE: the capsule store cannot be opened/)
    expect(faults).toHaveLength(1)
  })
})
