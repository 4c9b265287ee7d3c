import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#config'
import { Abandoned } from '#threads'
import { expectRefusal, serverUnderTest, validRequest } from './server-under-test.js'

const limit = 100_000
const head = '{"document":"'
const tail = '","filename":"a","documentType":"BDOC"}'
const bodyOf = (bytes: number) => head + 'A'.repeat(bytes - head.length - tail.length) + tail

describe('a body after its answer', () => {
  it('a body after its answer may be nearly twice as large as the settings allow, and the connection serves the next request', async () => {
    const { app } = await serverUnderTest({ settings: { maxBodyBytes: 40_000_000, maxBytesInFlight: 40_000_000 } })
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    let text = ''
    socket.on('data', (received: Buffer) => (text += received.toString()))
    // More than the default bound, which is looked at while the last octets are missing.
    socket.write('POST /nothing-here HTTP/1.1\r\nHost: x\r\nContent-Length: 70000000\r\n\r\n')
    socket.write(Buffer.alloc(69_999_999))
    await expect.poll(() => text).toContain('404')
    await new Promise((done) => setTimeout(done, 2 * limits.http.checkMilliseconds + 500))
    socket.write('A')
    socket.write('GET /monitoring/heartbeat HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => text).toContain('200 OK')
    socket.destroy()
    await app.close()
  })

  it('a body after its answer may be larger than the settings allow, and the connection serves the next request', async () => {
    const maxBodyBytes = 28_000_000
    const { app } = await serverUnderTest({ settings: { maxBodyBytes, maxBytesInFlight: maxBodyBytes } })
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    let text = ''
    socket.on('data', (received: Buffer) => (text += received.toString()))
    const bytes = maxBodyBytes + 1_000_000
    socket.write(`POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`)
    await new Promise((done) => socket.write(Buffer.alloc(bytes, 'A'), done))
    await expect.poll(() => text).toContain('413')
    socket.write('GET /monitoring/heartbeat HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => text).toContain('200 OK')
    socket.destroy()
    await app.close()
  })
})

describe('largest body (decisions.md#largest-body)', () => {
  let server: Awaited<ReturnType<typeof serverUnderTest>>
  let base: string
  beforeAll(async () => {
    server = await serverUnderTest({ settings: { maxBodyBytes: limit, maxBytesInFlight: 250_000 } })
    base = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => server.app.close())

  const post = async (body: string | ReadableStream) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' as const }
    const answer = await fetch(`${base}/validate`, init)
    const type = answer.headers.get('content-type')
    return { statusCode: answer.status, headers: { 'content-type': type }, body: await answer.text() }
  }
  const chunked = (bytes: number) =>
    new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < bytes; sent += 50_000) controller.enqueue(new Uint8Array(Math.min(50_000, bytes - sent)).fill(0x41))
        controller.close()
      },
    })

  it('the largest body is taken to the last byte', async () => {
    expect((await post(bodyOf(limit))).statusCode).toBe(200)
  })

  it('a body above the largest is refused with 413 from the next byte on, announced or in chunks', async () => {
    expectRefusal(await post(bodyOf(limit + 1)), 413, ['document'])
    expectRefusal(await post(chunked(limit + 1)), 413, ['document'])
  })

  it('a body above the largest is answered even when the client continues to send', async () => {
    expectRefusal(await post(bodyOf(limit * 2)), 413, ['document'])
  })

  it.each(['POST /validate', 'POST /soap/validationWebService'])(
    'a body above the largest is answered when a client sends far more before it reads the answer: %s',
    async (what) => {
      const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
      await once(socket, 'connect')
      socket.pause()
      const type = what.includes('soap') ? 'text/xml' : 'application/json'
      socket.write(`${what} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${50 * limit}\r\n\r\n`)
      await new Promise((done) => socket.write(Buffer.alloc(50 * limit, 'A'), done))
      socket.write('GET /monitoring/heartbeat HTTP/1.1\r\nHost: x\r\n\r\n')
      let text = ''
      socket.on('data', (received: Buffer) => (text += received.toString())).resume()
      await expect.poll(() => text).toMatch(/^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 /)
      socket.destroy()
    },
  )

  it('a body above the largest leaves the next request untouched', async () => {
    await Promise.all([1, 2, 3].map(() => post(bodyOf(limit + 1))))
    expect((await post(JSON.stringify(validRequest))).statusCode).toBe(200)
  })

  it('a client that disconnects during the body leaves no memory in use', async () => {
    const before = server.received.length
    for (let i = 0; i < 10; i++) {
      const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(
        `POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n${'A'.repeat(60_000)}`,
      )
      await new Promise((done) => setTimeout(done, 20))
      socket.destroy()
    }
    // Ten times 60,000 bytes would not leave room for this one. The server hears of each end a moment later.
    await expect.poll(async () => (await post(bodyOf(limit))).statusCode).toBe(200)
    expect(server.received.length).toBe(before + 1)
    expect(server.logged()).not.toContain('"fault"')
  })

  it('what is no HTTP, and what HTTP itself rules out, gets an answer in JSON (decisions.md#refusals)', async () => {
    for (const [text, status, key] of [
      ['nonsense\r\n\r\n', 400, 'request'],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'request'],
      ['GET /monitoring/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'host'],
      ['GET /monitoring/health HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n', 400, 'host'],
    ] as const) {
      const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
      let received = ''
      socket.on('data', (chunk) => {
        received += String(chunk)
      })
      socket.write(text)
      await once(socket, 'close')
      expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toMatchObject({ requestErrors: [{ key }] })
    }
  })
})

describe('bytes in flight', () => {
  it('bytes in flight are bounded over all requests: 503 with Retry-After, and room again after the answers', async () => {
    let finish = () => {}
    const held = new Promise<void>((done) => {
      finish = done
    })
    const { app, received } = await serverUnderTest({
      settings: { maxBodyBytes: limit, maxBytesInFlight: 290_000 },
      validate: async (request) => {
        await held
        return Promise.reject(new Error(request.filename))
      },
    })
    const post = () =>
      app.inject({ method: 'POST', url: '/validate', headers: { 'content-type': 'application/json' }, payload: bodyOf(limit) })
    const first = [post(), post()]
    while (received.length < 2) await new Promise((done) => setTimeout(done, 5))
    const refused = await post()
    expectRefusal(refused, 503, ['service'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    finish()
    expect((await Promise.all(first)).map((answer) => answer.statusCode)).toEqual([500, 500])
    expect((await post()).statusCode).toBe(500)
    expect(received).toHaveLength(3)
    await app.close()
  })

  it('bytes in flight of pipelined requests are given back when the client goes, and the service is told that nobody waits for them', async () => {
    const waiting: (() => boolean)[] = []
    const { app } = await serverUnderTest({
      settings: { maxBodyBytes: limit, maxBytesInFlight: 1_000_000 },
      validate: async (_request, { onDisconnect }) => {
        let isGone = false
        waiting.push(() => isGone)
        await new Promise<void>((done) => onDisconnect?.(done))
        isGone = true
        throw new Abandoned('The client of this validation has gone.')
      },
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const inFlight = async () => /^allkiri_body_bytes_in_flight (\d+)$/m.exec((await app.inject('/monitoring/metrics')).body)?.[1]
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const body = bodyOf(10_000)
    const request = `POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    socket.write(request.repeat(20))
    await expect.poll(() => waiting.length).toBe(20)
    expect(await inFlight()).toBe('200000')
    socket.destroy()
    await expect.poll(() => waiting.filter((isGone) => isGone()).length).toBe(20)
    await expect.poll(inFlight).toBe('0')
    await app.close()
  })

  it('bytes in flight count together with what an answer holds beyond them, until the client has taken it', async () => {
    const { app } = await serverUnderTest({ settings: { maxBodyBytes: 20_000_000, maxBytesInFlight: 100_000_000 } })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const inFlight = async () => Number(/^allkiri_body_bytes_in_flight (\d+)$/m.exec((await app.inject('/monitoring/metrics')).body)?.[1])
    // The name is twice in the answer.
    const body = JSON.stringify({ ...validRequest, filename: 'x'.repeat(15_000_000) })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await once(socket, 'readable')
    expect(await inFlight()).toBeGreaterThan(30_000_000)
    socket.destroy()
    await expect.poll(inFlight).toBe(0)
    await app.close()
  })

  it('bytes in flight leave no room for an answer that is much larger: 503 over REST and over SOAP', async () => {
    const { app } = await serverUnderTest({ settings: { maxBodyBytes: 10_000_000, maxBytesInFlight: 12_000_000 } })
    const filename = 'x'.repeat(6_000_000)
    const post = (payload: string) =>
      app.inject({ method: 'POST', url: '/validate', headers: { 'content-type': 'application/json' }, payload })
    expectRefusal(await post(JSON.stringify({ ...validRequest, filename })), 503, ['service'])
    expect((await post(JSON.stringify(validRequest))).statusCode).toBe(200)
    const request = `<s:ValidateDocument xmlns:s="http://soap.webapp.siva.openeid.ee/"><s:ValidationRequest><Document>UEsDBA==</Document><Filename><![CDATA[${'<'.repeat(2_000_000)}]]></Filename><DocumentType>BDOC</DocumentType></s:ValidationRequest></s:ValidateDocument>`
    const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${request}</e:Body></e:Envelope>`
    const answer = await app.inject({
      method: 'POST',
      url: '/soap/validationWebService',
      headers: { 'content-type': 'text/xml' },
      payload: envelope,
    })
    expect([answer.statusCode, answer.headers['retry-after'], answer.headers['content-type']]).toEqual([
      503,
      '2',
      'text/xml; charset=utf-8',
    ])
    expect(answer.body).toContain('<faultcode>soap:Server</faultcode>')
    await app.close()
  })

  it('bytes in flight of a body whose length is not announced are counted as they arrive: above the bound the connection is closed', async () => {
    const { app, logged } = await serverUnderTest({ settings: { maxBodyBytes: limit, maxBytesInFlight: limit } })
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const inFlight = async () => /^allkiri_body_bytes_in_flight (\d+)$/m.exec((await app.inject('/monitoring/metrics')).body)?.[1]
    const growing = () => {
      const socket = connect({ host: '127.0.0.1', port: Number(port) })
      socket.on('error', () => undefined)
      const chunk = `${(60_000).toString(16)}\r\n${'A'.repeat(60_000)}\r\n`
      socket.write(`POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`)
      return socket
    }
    const first = growing()
    await expect.poll(inFlight).toBe('60000')
    await once(growing(), 'close')
    await expect.poll(inFlight).toBe('60000')
    first.destroy()
    await expect.poll(inFlight).toBe('0')
    expect(logged()).not.toContain('"fault"')
    await app.close()
  })

  it('bytes in flight of a client whose document would only be refused are not kept: 503 by the header, and another client is served', async () => {
    const { app, received } = await serverUnderTest({ hasRoomFor: (client) => client !== '192.0.2.7' })
    const post = (remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: '/validate',
        remoteAddress,
        headers: { 'content-type': 'application/json' },
        payload: bodyOf(limit / 2),
      })
    const refused = await post('192.0.2.7')
    expectRefusal(refused, 503, ['service'])
    expect(refused.json()).toMatchObject({ requestErrors: [{ code: 'SERVICE_OVERLOADED' }] })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(received).toHaveLength(0)
    expect((await post('192.0.2.8')).statusCode).toBe(200)
    expect(received).toHaveLength(1)
    await app.close()
  })
})

describe('a client that hangs up while its document is validated', () => {
  it('a client that hangs up while its document is validated is reported to the service, which may drop tasks that have not begun', async () => {
    let isTold = false
    const { app, received, logged } = await serverUnderTest({
      validate: async (_request, { onDisconnect }) => {
        await new Promise<void>((done) => onDisconnect?.(done))
        isTold = true
        throw new Abandoned('Nobody waits.')
      },
    })
    const base = await app.listen({ host: '127.0.0.1', port: 0 })
    const gone = new AbortController()
    const answer = fetch(`${base}/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(validRequest),
      signal: gone.signal,
    }).catch((error: unknown) => error)
    await expect.poll(() => received.length).toBe(1)
    gone.abort()
    await answer
    await expect.poll(() => isTold).toBe(true)
    await app.close()
    expect(logged()).not.toContain('"fault"')
  })

  it('a client that hangs up is reported for every document of its request, and many documents cause no warning of Node.js', async () => {
    const warnings: string[] = []
    const onWarning = ({ name }: Error) => void warnings.push(name)
    process.on('warning', onWarning)
    let told = 0
    const { app, received } = await serverUnderTest({
      validate: async (_request, { onDisconnect }) => {
        const waitForClient = () => new Promise<void>((done) => onDisconnect?.(done)).then(() => void told++)
        await Promise.all(Array.from({ length: 20 }, waitForClient))
        await waitForClient()
        throw new Abandoned('Nobody waits.')
      },
    })
    const base = await app.listen({ host: '127.0.0.1', port: 0 })
    const gone = new AbortController()
    const answer = fetch(`${base}/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(validRequest),
      signal: gone.signal,
    }).catch((error: unknown) => error)
    await expect.poll(() => received.length).toBe(1)
    gone.abort()
    await answer
    await expect.poll(() => told).toBe(21)
    await app.close()
    process.off('warning', onWarning)
    expect(warnings).not.toContain('MaxListenersExceededWarning')
  })
})
