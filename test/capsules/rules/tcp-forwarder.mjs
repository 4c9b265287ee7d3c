// A forwarder for connections, such as a balancer in TCP mode or an address that moves with the primary of a database. TLS passes through it.
import { connect, createServer } from 'node:net'

/** @param {readonly number[]} backends ports on loopback; each connection goes to the next one that takes it */
export async function startTcpForwarder(backends) {
  let ports = backends
  let next = 0
  const open = new Set()
  const server = createServer((client) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    client.on('error', () => client.destroy())
    const first = next
    next = (next + 1) % ports.length
    const attempt = (tried) => {
      if (tried === ports.length) return client.destroy()
      const backend = connect(ports[(first + tried) % ports.length], '127.0.0.1')
      const failed = () => attempt(tried + 1)
      backend.once('error', failed)
      backend.once('connect', () => {
        backend.off('error', failed)
        backend.on('error', () => client.destroy())
        client.once('close', () => backend.destroy())
        client.pipe(backend).pipe(client)
      })
    }
    attempt(0)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: server.address().port,
    /** From now on new connections go to these ports; those that are open stay. */
    leadTo: (others) => {
      ports = others
      next = 0
    },
    stop: () =>
      new Promise((done) => {
        for (const client of open) client.destroy()
        server.close(done)
      }),
  }
}
