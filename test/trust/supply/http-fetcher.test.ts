import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { FetchError, type FetchErrorCode } from '../../../src/trust/lists/refresh/access.js'
import { assertPublicHost, isPublicAddress, publicLookup } from '../../../src/trust/supply/address-guard.js'
import { guardedConnector } from '../../../src/trust/supply/connections.js'
import { createHttpFetcher, type HttpFetcherOptions } from '../../../src/trust/supply/http-fetcher.js'
import { issueCertificate } from '../../support/certificate.js'
import { testKey } from '../../support/keys.js'
import { pem } from '../memory-files.js'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

async function serve(listener: RequestListener): Promise<{ base: string; server: Server; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, requests }
}

/** Long enough for a loaded machine; what waits for a bound of time has its own. */
const limits = { maxBytes: 1_000, maxRedirects: 3, milliseconds: 60_000, idleMilliseconds: 30_000 }
const impatient = { limits: { ...limits, milliseconds: 2_000, idleMilliseconds: 1_000 } }
const open = (changes: Partial<HttpFetcherOptions> = {}) =>
  createHttpFetcher({ proxy: null, privateAddresses: true, userAgent: 'allkiri/test', limits, ...changes })
const ask = (location: string, changes: Partial<HttpFetcherOptions> = {}, known: { etag?: string; lastModified?: string } = {}) =>
  open(changes)({ location, etag: known.etag ?? null, lastModified: known.lastModified ?? null })
async function refusal(location: string, changes: Partial<HttpFetcherOptions> = {}): Promise<FetchErrorCode | 'fetched'> {
  try {
    await ask(location, changes)
    return 'fetched'
  } catch (error) {
    if (error instanceof FetchError) return error.code
    throw error
  }
}
const ok =
  (body: string): RequestListener =>
  (_, response) =>
    response.end(body)

describe('fetching a list', () => {
  it('fetching a list returns its bytes and the headers of the server', async () => {
    const { base, requests } = await serve((_, response) => {
      response.setHeader('etag', '"1"').setHeader('last-modified', 'Mon, 01 Jun 2026 00:00:00 GMT').end('list')
    })
    const answer = await ask(`${base}/list.xml?a=b`)
    expect(answer).toEqual({ kind: 'fetched', bytes: Buffer.from('list'), etag: '"1"', lastModified: 'Mon, 01 Jun 2026 00:00:00 GMT' })
    expect(requests[0]?.url).toBe('/list.xml?a=b')
    expect(requests[0]?.headers).toMatchObject({ 'user-agent': 'allkiri/test', 'accept-encoding': 'identity' })
    expect(requests[0]?.headers['if-none-match']).toBeUndefined()
  })

  it('fetching a list asks for changes with ETag and Last-Modified', async () => {
    const { base, requests } = await serve((_, response) => response.writeHead(304).end())
    expect(await ask(base, {}, { etag: '"1"', lastModified: 'Mon, 01 Jun 2026 00:00:00 GMT' })).toEqual({ kind: 'not-modified' })
    expect(requests[0]?.headers).toMatchObject({ 'if-none-match': '"1"', 'if-modified-since': 'Mon, 01 Jun 2026 00:00:00 GMT' })
    expect(await refusal(base)).toBe('FETCH_STATUS')
  })

  it('fetching a list follows redirects, relative ones as well, up to a bound', async () => {
    const { base } = await serve((request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === 0) response.end('here')
      else response.writeHead(302, { location: `/${step - 1}` }).end()
    })
    expect(await ask(`${base}/3`)).toMatchObject({ kind: 'fetched', bytes: Buffer.from('here') })
    expect(await refusal(`${base}/4`)).toBe('FETCH_REDIRECTS')
  })

  it.each<[string, RequestListener, FetchErrorCode]>([
    ['404', (_, response) => response.writeHead(404).end('<html>not found</html>'), 'FETCH_STATUS'],
    ['200 with more than the bound', ok('x'.repeat(1_001)), 'FETCH_TOO_LARGE'],
    ['more than the bound without saying how much', (_, response) => endless(response), 'FETCH_TOO_LARGE'],
    [
      'a length that it does not send',
      (_, response) => void response.writeHead(200, { 'content-length': '500' }).write('x', () => response.destroy()),
      'FETCH_CONNECTION',
    ],
    [
      'a redirect to another kind of address',
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'FETCH_REDIRECTS',
    ],
    ['a redirect to nowhere', (_, response) => response.writeHead(302, { location: 'http://' }).end(), 'FETCH_REDIRECTS'],
    ['a redirect to itself', (request, response) => response.writeHead(302, { location: request.url }).end(), 'FETCH_REDIRECTS'],
    ['a redirect without an address', (_, response) => response.writeHead(302, { location: '' }).end(), 'FETCH_STATUS'],
    ['a status that redirects nobody, with an address', (_, response) => response.writeHead(305, { location: '/' }).end(), 'FETCH_STATUS'],
    ['that nothing changed, unasked, with an address', (_, response) => response.writeHead(304, { location: '/' }).end(), 'FETCH_STATUS'],
    ['nothing', (_request, _response) => undefined, 'FETCH_TIMEOUT'],
    ['the beginning, and then nothing', (_, response) => void response.writeHead(200).write('x'), 'FETCH_TIMEOUT'],
    ['an end of the connection', (request) => request.socket.destroy(), 'FETCH_CONNECTION'],
    [
      'a length beyond the bound, and not one octet of it',
      (_, response) => response.writeHead(200, { 'content-length': '1001' }).flushHeaders(),
      'FETCH_TOO_LARGE',
    ],
    ['half of a chunk', (_, response) => void response.writeHead(200).write('xx', () => response.socket?.end()), 'FETCH_CONNECTION'],
    [
      'informational answers without end',
      (request) => {
        const endlessly = () => {
          while (!request.socket.destroyed && request.socket.write('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'.repeat(100)));
        }
        request.socket.on('drain', endlessly)
        endlessly()
      },
      'FETCH_CONNECTION',
    ],
    ['what is no HTTP', (request) => request.socket.end('nonsense\r\n\r\n'), 'FETCH_CONNECTION'],
    ['headers without end', (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end(), 'FETCH_CONNECTION'],
  ])('fetching a list from a server that answers with %s fails with a code', async (_, listener, code) => {
    const { base } = await serve(listener)
    expect(await refusal(base, code === 'FETCH_TIMEOUT' ? impatient : {})).toBe(code)
  })

  it('fetching a list returns its bytes after a few informational answers', async () => {
    const { base } = await serve((_, response) => {
      for (let i = 0; i < 16; i++) response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      response.end('list')
    })
    expect(await ask(base)).toMatchObject({ kind: 'fetched', bytes: Buffer.from('list') })
  })

  it('fetching a list a drop at a time ends at the deadline of the whole', async () => {
    const { base } = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'), 50)
      response.once('close', () => clearInterval(timer))
    })
    expect(await refusal(base, { limits: { ...limits, milliseconds: 400 } })).toBe('FETCH_TIMEOUT')
  })

  it.each(['ftp://example.org/list.xml', 'list.xml', '', 'javascript:alert(1)', 'data:text/xml,<a/>'])(
    'fetching a list from %j is refused',
    async (location) => {
      expect(await refusal(location)).toBe('FETCH_ADDRESS')
    },
  )

  it('fetching a list from a closed port, or over TLS from a server without TLS, fails with a code', async () => {
    expect(await refusal('http://127.0.0.1:9')).toBe('FETCH_CONNECTION')
    const { base } = await serve(ok('x'))
    expect(await refusal(base.replace('http:', 'https:'))).toBe('FETCH_CONNECTION')
  })
})

function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(100)));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

describe('private addresses', () => {
  const guarded = { privateAddresses: false }

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.5',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    'localhost',
    '',
  ])('the address %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.1', '192.167.1.1', '223.255.255.255', '2606:4700::1111', '2a00:1450::1'])(
    'the address %s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://localhost:1/',
    'http://LOCALHOST./',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:7f00:1]/',
    'http://a.localhost/',
  ])('private addresses are not fetched from: %s', async (location) => {
    expect(await refusal(location, guarded)).toBe('FETCH_PRIVATE_ADDRESS')
  })

  it('private addresses are not reached by a redirect either', async () => {
    const { base, requests } = await serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end())
    const resolve = fakeResolver({ 'lists.example': ['127.0.0.1'] })
    expect(await refusal(base.replace('127.0.0.1', 'lists.example'), { ...guarded, resolve })).toBe('FETCH_PRIVATE_ADDRESS')
    expect(requests).toHaveLength(0)
  })

  it('private addresses are not reached by a name that resolves to one, nor to one among public ones', async () => {
    const resolve = fakeResolver({ 'inside.example': ['10.0.0.1', '127.0.0.1'], 'mixed.example': ['127.0.0.1', '1.1.1.1'] })
    expect(await refusal('http://inside.example/', { ...guarded, resolve })).toBe('FETCH_PRIVATE_ADDRESS')
    const found = await new Promise((done) => publicLookup(resolve)('mixed.example', { all: true }, (_, addresses) => done(addresses)))
    expect(found).toEqual([{ address: '1.1.1.1', family: 4 }])
    const single = await new Promise((done) => publicLookup(resolve)('mixed.example', {}, (_, address, family) => done([address, family])))
    expect(single).toEqual(['1.1.1.1', 4])
  })

  it('private addresses are not connected to even where no name was resolved', async () => {
    const { base, requests } = await serve(ok('list'))
    const { hostname, port, protocol } = new URL(base)
    const connecting = guardedConnector({ privateAddresses: false }, { timeout: 2_000 })
    const [error, socket] = await new Promise<unknown[]>((done) => connecting({ hostname, port, protocol }, (...result) => done(result)))
    expect(error).toMatchObject({ code: 'FETCH_PRIVATE_ADDRESS' })
    expect(socket).toBeNull()
    expect(requests).toHaveLength(0)
  })

  it('private addresses pass when a setting allows them', async () => {
    const { base } = await serve(ok('list'))
    expect(await refusal(base)).toBe('fetched')
    expect(() => assertPublicHost('example.org')).not.toThrow()
  })

  it('private addresses leave the fault of a name that does not exist as what it is', async () => {
    expect(await refusal('http://nowhere.example/', { ...guarded, resolve: fakeResolver({}) })).toBe('FETCH_CONNECTION')
  })
})

function fakeResolver(names: Readonly<Record<string, readonly string[]>>): NonNullable<HttpFetcherOptions['resolve']> {
  const resolve = (
    hostname: string,
    _options: unknown,
    callback: (error: Error | null, addresses: { address: string; family: number }[]) => void,
  ) => {
    const found = names[hostname]
    if (found === undefined) callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), [])
    else
      callback(
        null,
        found.map((address) => ({ address, family: 4 })),
      )
  }
  return resolve as unknown as NonNullable<HttpFetcherOptions['resolve']>
}

describe('TLS', () => {
  const identity = issueCertificate({
    subject: [['CN', 'lists.example']],
    key: testKey('signer-p256'),
    notBefore: '2024-01-01T00:00:00Z',
    notAfter: '2040-01-01T00:00:00Z',
    basicConstraints: { ca: true },
  })
  const openTls = async () => {
    const server = createTlsServer(
      { key: identity.key.privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: pem(identity.certificate.der) },
      (request, response) => response.end(`list for ${request.headers.host ?? ''}`),
    )
    servers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return (server.address() as AddressInfo).port
  }
  /** The roots of the platform do not know the test authority; here they are asked to look away, as no setting can. */
  const trusting = async <T>(action: () => Promise<T>): Promise<T> => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      return await action()
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    }
  }

  it('TLS to a server of lists is verified: an unknown issuer is refused, although lists are signed', async () => {
    expect(await refusal(`https://127.0.0.1:${await openTls()}/`)).toBe('FETCH_CONNECTION')
  })

  it('TLS returns a list directly, and through the tunnel of a proxy', async () => {
    const port = await openTls()
    expect(await trusting(() => ask(`https://127.0.0.1:${port}/`))).toMatchObject({ bytes: Buffer.from(`list for 127.0.0.1:${port}`) })
    const { base, server } = await serve(ok(''))
    const tunnels: string[] = []
    server.on('connect', (request: IncomingMessage, client: Socket) => {
      tunnels.push(request.url ?? '')
      const target = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        client.pipe(target).pipe(client)
      })
      target.once('close', () => client.destroy())
    })
    const answer = await trusting(() => ask('https://lists.example/list.xml', { proxy: new URL(base), privateAddresses: false }))
    expect(answer).toMatchObject({ kind: 'fetched', bytes: Buffer.from('list for lists.example') })
    expect(tunnels).toEqual(['lists.example:443'])
  })
})

describe('a proxy', () => {
  it('a proxy for lists is asked for the whole address of http, with its credentials', async () => {
    const { base, requests } = await serve(ok('through the proxy'))
    const proxy = new URL(base.replace('http://', 'http://user:p%40ss@'))
    expect(await ask('http://lists.example/list.xml', { proxy, privateAddresses: false })).toMatchObject({
      bytes: Buffer.from('through the proxy'),
    })
    expect(requests[0]?.url).toBe('http://lists.example/list.xml')
    expect(requests[0]?.headers).toMatchObject({
      host: 'lists.example',
      'proxy-authorization': `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
    })
  })

  it('a proxy for lists is asked for a tunnel for https', async () => {
    const { base, server } = await serve(ok(''))
    const asked: string[] = []
    server.on('connect', (request: IncomingMessage, socket: Socket) => {
      asked.push(`${request.method} ${request.url}`)
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    })
    const refused = ask('https://lists.example/list.xml', { proxy: new URL(base), privateAddresses: false })
    await expect(refused).rejects.toMatchObject({ code: 'FETCH_CONNECTION', message: expect.stringContaining('403') })
    expect(asked).toEqual(['CONNECT lists.example:443'])
  })

  it('a proxy for lists that never answers is given up, whether it was asked for a tunnel or for the address', async () => {
    const { base, server } = await serve(() => undefined)
    const closed: Promise<unknown>[] = []
    server.on('connect', (_request: IncomingMessage, socket: Socket) => {
      closed.push(once(socket, 'close'))
      // Read on, or the end of the connection would never be seen; a server leaves its own half open.
      socket.on('end', () => socket.end()).resume()
    })
    const proxy = new URL(base)
    for (const location of ['https://lists.example/', 'http://lists.example/'])
      expect(await refusal(location, { proxy, ...impatient })).toBe('FETCH_TIMEOUT')
    expect(await refusal('https://lists.example/', { proxy, limits: { ...limits, milliseconds: 200 } })).toBe('FETCH_TIMEOUT')
    expect(closed).toHaveLength(2)
    await Promise.all(closed)
  })

  it('a proxy for lists gets only the credentials of its own address, and the target does not get them', async () => {
    const { base, requests } = await serve(ok('x'))
    await ask('http://someone:secret@lists.example/list.xml#part', { proxy: new URL(base) })
    expect(requests[0]?.url).toBe('http://lists.example/list.xml')
    await ask(base.replace('http://', 'http://someone:secret@'))
    for (const { headers } of requests) expect(headers.authorization ?? headers['proxy-authorization']).toBeUndefined()
  })

  it('a proxy for lists opens a tunnel that leads to no TLS: it fails with a code', async () => {
    const { base, server } = await serve(ok(''))
    server.on('connect', (_request: IncomingMessage, socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.once('data', () => socket.end('this is no TLS'))
    })
    expect(await refusal('https://lists.example/', { proxy: new URL(base) })).toBe('FETCH_CONNECTION')
  })

  it('a proxy for lists does not lead to addresses that are written as private ones', async () => {
    const { base, requests } = await serve(ok('x'))
    expect(await refusal('http://169.254.169.254/latest/meta-data', { proxy: new URL(base), privateAddresses: false })).toBe(
      'FETCH_PRIVATE_ADDRESS',
    )
    expect(requests).toHaveLength(0)
  })

  it('a proxy for lists does not lead there by a redirect either, and follows others', async () => {
    const { base, requests } = await serve((request, response) => {
      const target = { '/inside': 'http://169.254.169.254/secret', '/next': 'http://other.example/list.xml' }[
        new URL(request.url ?? '').pathname
      ]
      if (target === undefined) response.end(request.headers.host)
      else response.writeHead(302, { location: target }).end()
    })
    const options = { proxy: new URL(base), privateAddresses: false }
    expect(await refusal('http://lists.example/inside', options)).toBe('FETCH_PRIVATE_ADDRESS')
    expect(await ask('http://lists.example/next', options)).toMatchObject({ bytes: Buffer.from('other.example') })
    expect(requests.map(({ url }) => url)).toEqual([
      'http://lists.example/inside',
      'http://lists.example/next',
      'http://other.example/list.xml',
    ])
  })
})
