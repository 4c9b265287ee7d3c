import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openCapsuleStore } from '#service/capsules'

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

describe('a connection to PostgreSQL', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['closed', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('that is %s while it is set up is a refusal, and does not end the process', async (_what, answers) => {
    const faults: Error[] = []
    // An error that nobody listens to is an uncaught exception, which fails the run.
    const opening = openCapsuleStore(
      { kind: 'postgresql', url: await serverThat(answers), connections: 1 },
      { thread: false, onFault: (fault) => faults.push(fault) },
    )
    await expect(opening).rejects.toThrow(/ALLKIRI_CAPSULES_DATABASE: the capsule store cannot be opened/)
    expect(faults).toHaveLength(1)
  })
})
