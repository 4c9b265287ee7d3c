import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#config'
import { report, serverUnderTest, validRequest } from '../server-under-test.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const body = JSON.stringify(validRequest)
const validation = `POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const chunked = 'POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n'

/** All that a server whose validations take a moment answers on one connection, which it closes. `later` is sent when the first answer has come. */
async function answersTo(text: string, later = ''): Promise<string> {
  const { app } = await serverUnderTest({
    validate: () => new Promise((done) => setTimeout(done, 100, report)),
  })
  closing.push(() => app.close())
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.write(text)
  let answers = ''
  for await (const piece of socket) {
    if (answers === '') socket.write(later)
    answers += String(piece)
  }
  return answers
}

const statusesOf = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))

describe('what is refused before it reaches the framework', () => {
  it.each([
    ['no HTTP', 'garbage\r\n\r\n', 400],
    ['two statements of its length', `${chunked}Content-Length: 5\r\n\r\n0\r\n\r\n`, 400],
    ['headers above the bound', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(2 * limits.http.maxHeaderBytes)}\r\n\r\n`, 431],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 405],
    ['a body that breaks off into something else', `${chunked}\r\n5\r\n{"doc\r\nzz\r\n`, 400],
    ['an expectation that nobody knows', 'GET /monitoring/health HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n', 417],
  ])('gets its answer after those of the requests before it: %s', async (_name, refused, status) => {
    const answers = await answersTo(`${validation}${validation}${refused}`)
    expect(statusesOf(answers)).toEqual([200, 200, status])
    expect(answers.match(/"signaturesCount":1/g)).toHaveLength(2)
  })

  it('is refused at once when it is the request being served', async () => {
    const began = performance.now()
    expect(statusesOf(await answersTo(`${chunked}\r\n5\r\n{"doc\r\nzz\r\n`))).toEqual([400])
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it('counts among the requests that may wait on a connection', async () => {
    const unmet = 'GET /monitoring/health HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n'
    const answers = await answersTo(`${validation}${unmet.repeat(limits.http.maxWaitingRequests + 1)}`).catch(String)
    expect(statusesOf(answers)).toEqual([])
  })

  it.each([
    ['a path that does not exist', '/nothing', 404],
    ['a route that takes no body', '/monitoring/health', 405],
  ])('has one answer when its body breaks off after an early one: %s', async (_name, path, status) => {
    const began = performance.now()
    const answers = await answersTo(`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"doc\r\n`, 'zz\r\n')
    expect(statusesOf(answers)).toEqual([status])
    expect(performance.now() - began).toBeLessThan(4_000)
  })
})

describe('a request that asks for another protocol', () => {
  const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n'

  it('is answered in HTTP/1.1, and no octet after it is read as a request', async () => {
    const smuggled = 'GET /monitoring/health HTTP/1.1\r\nHost: x\r\n\r\n'
    for (const text of [
      `GET /monitoring/heartbeat HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`,
      validation.replace('Host: x\r\n', `Host: x\r\n${upgrade}`),
      validation.replace('Host: x\r\n', `Host: x\r\n${upgrade.replace('h2c', 'websocket')}`),
    ]) {
      const answers = await answersTo(`${text}POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n`, smuggled)
      expect(statusesOf(answers)).toEqual([200])
      expect(answers).toMatch(/^connection: close\r$/im)
    }
  })

  it('may have a body that arrives after its headers', async () => {
    const [head = '', rest = ''] = validation.replace('Host: x\r\n', `Host: x\r\n${upgrade}Expect: 100-continue\r\n`).split('\r\n\r\n')
    const answers = await answersTo(`${head}\r\n\r\n`, rest)
    expect(statusesOf(answers)).toEqual([100, 200])
    expect(answers).toContain('"signaturesCount":1')
  })
})
