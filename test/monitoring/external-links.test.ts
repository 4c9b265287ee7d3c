import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type ExternalLinks, openExternalLinks } from '#monitoring'

const servers: Server[] = []
const opened: ExternalLinks[] = []

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/health`
}

afterEach(async () => {
  for (const links of opened.splice(0)) await links.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

const changes: string[] = []
function linksTo(urls: readonly string[], milliseconds = 20_000): ExternalLinks {
  changes.length = 0
  const links = openExternalLinks({
    links: urls.map((url, i) => ({ name: `link ${i}`, url })),
    bounds: { ...limits.links, milliseconds },
    onChange: ({ name, status }, reason) => changes.push(`${name} ${status} ${reason}`.trim()),
  })
  opened.push(links)
  return links
}

const answering =
  (body: string, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
const up = '{"status":"UP","health":{"status":"UP"}}'

describe('an external system', () => {
  it('an external system is UP when it answers with HTTP 200 and a JSON object whose status is UP', async () => {
    expect(await linksTo([await listening(answering(up))]).check()).toEqual([{ name: 'link 0', status: 'UP' }])
    expect(changes).toEqual([])
  })

  it.each<[string, RequestListener]>([
    ['another status', answering('{"status":"DOWN"}')],
    ['the status in other letters', answering('{"status":"up"}')],
    ['no status', answering('{}')],
    ['a list', answering('[{"status":"UP"}]')],
    ['null', answering('null')],
    ['text', answering('UP')],
    ['nothing', answering('')],
    ['HTTP 503', answering(up, 503)],
    ['HTTP 204', answering('', 204)],
    ['a redirect', (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(up)],
    ['more than is read', answering(`{"status":"UP","x":"${'x'.repeat(limits.links.maxAnswerBytes)}"}`)],
    ['a broken connection', (request) => request.socket.destroy()],
  ])('an external system is DOWN when it answers with %s', async (_, answer) => {
    expect(await linksTo([await listening(answer)]).check()).toEqual([{ name: 'link 0', status: 'DOWN' }])
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatch(/^link 0 DOWN ./)
  })

  it('an external system is DOWN when the connection is refused', async () => {
    const url = await listening(answering(up))
    const [server] = servers.splice(0)
    await new Promise((done) => server?.close(done))
    expect(await linksTo([url]).check()).toEqual([{ name: 'link 0', status: 'DOWN' }])
  })

  it.each<[string, RequestListener]>([
    ['at all', () => undefined],
    ['to the end', (_request, response) => void response.writeHead(200).write('{"status":')],
  ])('an external system is DOWN when it does not answer %s within the time-out', async (_, answer) => {
    expect(await linksTo([await listening(answer)], 50).check()).toEqual([{ name: 'link 0', status: 'DOWN' }])
  })
})

describe('external systems', () => {
  it('external systems are asked at once', async () => {
    // Nobody answers before both have been asked.
    const waiting: (() => void)[] = []
    const both: RequestListener = (_request, response) => {
      waiting.push(() => response.end(up))
      if (waiting.length === 2) for (const answer of waiting) answer()
    }
    const links = linksTo([await listening(both), await listening(both)])
    expect((await links.check()).map(({ status }) => status)).toEqual(['UP', 'UP'])
  })

  it('external systems are asked once for all who ask meanwhile, and again for the next', async () => {
    let asked = 0
    const url = await listening((request, response) => {
      asked += 1
      answering(up)(request, response)
    })
    const links = linksTo([url])
    await Promise.all([links.check(), links.check(), links.check()])
    expect(asked).toBe(1)
    await links.check()
    expect(asked).toBe(2)
  })

  it('external systems are logged when their state changes', async () => {
    let body = up
    const links = linksTo([await listening((request, response) => answering(body)(request, response))])
    for (const next of [up, '{}', '{}', up, up]) {
      body = next
      await links.check()
    }
    expect(changes).toEqual(['link 0 DOWN its answer is not a JSON object with the status UP', 'link 0 UP'])
  })
})
