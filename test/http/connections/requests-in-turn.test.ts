import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { refuseInTurn, requestsInTurn } from '../../../src/http/connections/requests-in-turn.js'

const open: (Server | Socket)[] = []
afterEach(() => {
  for (const one of open.splice(0)) 'destroy' in one ? one.destroy() : one.close()
})

/** A server whose requests are answered by the test, and one connection to it. */
async function connected(maxWaiting: number) {
  const served: { url: string; answer: (text: string) => void; request: IncomingMessage; response: ServerResponse }[] = []
  const told = { tooMany: 0 }
  const server = createServer(
    requestsInTurn(
      (request, response) => {
        served.push({ url: request.url ?? '', answer: (text) => void response.end(text), request, response })
      },
      maxWaiting,
      () => {
        told.tooMany += 1
      },
    ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  open.push(server, socket)
  const received = { text: '', ended: false }
  socket.on('data', (chunk) => (received.text += String(chunk)))
  socket.on('close', () => (received.ended = true))
  await once(socket, 'connect')
  return { served, socket, received, told }
}

const get = (...names: string[]) => names.map((name) => `GET /${name} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')
const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i))

describe('pipelined requests', () => {
  it('are served one after the other, in their order, the next one after the answer', async () => {
    const { served, socket, received } = await connected(10)
    socket.write(get('a', 'b', 'c'))
    for (const [i, url] of ['/a', '/b', '/c'].entries()) {
      await expect.poll(() => served.length).toBe(i + 1)
      await new Promise((done) => setTimeout(done, 30))
      expect(served.map((one) => one.url).at(-1)).toBe(url)
      served[i]?.answer(url)
    }
    await expect.poll(() => received.text).toMatch(/\/a[\s\S]*\/b[\s\S]*\/c/)
    expect(served).toHaveLength(3)
    socket.write(get('d'))
    await expect.poll(() => served.length).toBe(4)
    expect(received.ended).toBe(false)
  })

  it('wait in bounds, above which the connection is closed and nothing more is served', async () => {
    const { served, socket, received, told } = await connected(3)
    socket.write(get(...numbers(4)))
    await expect.poll(() => served.length).toBe(1)
    await new Promise((done) => setTimeout(done, 30))
    expect([received.ended, told.tooMany]).toEqual([false, 0])
    socket.write(get(...numbers(500)))
    await expect.poll(() => received.ended).toBe(true)
    expect(served).toHaveLength(1)
    expect(told.tooMany).toBe(1)
  })

  it('leave time for other connections between them', async () => {
    let turns = 0
    const count = () => {
      turns += 1
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    const seen: number[] = []
    const server = createServer(
      requestsInTurn((_request, response) => {
        seen.push(turns)
        response.end('x')
      }, 100),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    open.push(server, socket)
    socket.write(get(...numbers(10)))
    socket.resume()
    await expect.poll(() => seen.length).toBe(10)
    clearImmediate(counting)
    expect(new Set(seen).size).toBe(10)
  })

  it('do not wait for a client that has gone', async () => {
    const { served, socket } = await connected(100)
    socket.write(get(...numbers(50)))
    await expect.poll(() => served.length).toBe(1)
    socket.destroy()
    await expect.poll(() => served[0]?.response.closed).toBe(true)
    await new Promise((done) => setTimeout(done, 50))
    expect(served).toHaveLength(1)
  })

  it('are not served after a refused one, because their answers would be read as its answer', async () => {
    const { served, socket, received } = await connected(10)
    socket.write(get('a', 'b'))
    await expect.poll(() => served.length).toBe(1)
    const ofServer = served[0]?.request.socket as Socket
    const end = (lastAnswer: string) => () => ofServer.end(lastAnswer)
    refuseInTurn(ofServer, end('HTTP/1.1 408 Request Timeout\r\n\r\n'), end(''))
    socket.write(get('c'))
    await new Promise((done) => setTimeout(done, 50))
    served[0]?.answer('the first')
    await expect.poll(() => served.length).toBe(2)
    served[1]?.answer('the second')
    await expect.poll(() => received.ended).toBe(true)
    expect(served.map(({ url }) => url)).toEqual(['/a', '/b'])
    expect(received.text).toMatch(/the first[\s\S]*the second[\s\S]*HTTP\/1\.1 408/)
  })

  it('are not served after an answer that closes the connection', async () => {
    const { served, socket, received } = await connected(10)
    socket.write(`GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n${get('b')}`)
    await expect.poll(() => served.length).toBe(1)
    served[0]?.answer('a')
    await expect.poll(() => received.ended).toBe(true)
    expect(served).toHaveLength(1)
  })

  it('have bodies that wait as well, larger than what is read at once', async () => {
    const { served, socket, received } = await connected(10)
    const body = 'B'.repeat(1_000_000)
    socket.write(`${get('a')}POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}${get('c')}`)
    await expect.poll(() => served.length).toBe(1)
    served[0]?.answer('a')
    await expect.poll(() => served.length).toBe(2)
    let arrived = 0
    for await (const piece of served[1]?.request ?? []) arrived += (piece as Buffer).length
    expect(arrived).toBe(body.length)
    served[1]?.answer('b')
    await expect.poll(() => served.length).toBe(3)
    served[2]?.answer('the end')
    await expect.poll(() => received.text).toContain('the end')
  })
})
