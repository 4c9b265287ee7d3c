import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { TrustedProxies } from '../../../../src/interfaces/http/connections/trusted-proxies.js'
import { report, serverUnderTest, validRequest } from '../server-under-test.js'

/** The client that a request counts for, as a server with these proxies sees it. */
async function clientOf(addresses: readonly string[], headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  const proxies = new TrustedProxies(addresses)
  const app = fastify({ trustProxy: proxies.isProxy })
  proxies.install(app)
  app.get('/', (request) => ({ client: proxies.clientOf(request) }))
  const answer = await app.inject({ url: '/', headers, remoteAddress })
  await app.close()
  return answer.json<{ client: string }>().client
}

const proxies = ['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48']
const forwardedFor = (value: string) => ({ 'x-forwarded-for': value })
const forwarded = (value: string) => ({ forwarded: value })

describe('the client of a request', () => {
  it('the client of a request is the peer, where no proxy is trusted', async () => {
    for (const headers of [{}, forwardedFor('192.0.2.1'), forwarded('for=192.0.2.1')])
      expect(await clientOf([], headers, '198.51.100.7')).toBe('198.51.100.7')
  })

  it('the client of a request is the peer when the peer is not a trusted proxy', async () => {
    for (const headers of [
      forwardedFor('192.0.2.1'),
      forwarded('for=192.0.2.1'),
      { ...forwardedFor('10.0.0.1'), ...forwarded('for=10.0.0.1') },
    ])
      expect(await clientOf(proxies, headers, '198.51.100.7')).toBe('198.51.100.7')
  })

  it.each<[string, Record<string, string>, string]>([
    ['the address that the proxy tells', forwardedFor('192.0.2.1'), '192.0.2.1'],
    ['the last address that is none of a proxy', forwardedFor('203.0.113.9, 192.0.2.1, 10.1.2.3, 10.0.0.9'), '192.0.2.1'],
    ['not what the client made up', forwardedFor('10.0.0.1, 203.0.113.9, 192.0.2.1'), '192.0.2.1'],
    ['without a port', forwardedFor('192.0.2.1:5432'), '192.0.2.1'],
    ['the network of an address of version 6', forwardedFor('2001:db8:2:3:4::5, 2001:db8:1::9'), '2001:db8:2:3::/64'],
    ['without brackets and port', forwardedFor('[2001:db8:2:3:4::5]:80'), '2001:db8:2:3::/64'],
    ['the first, where all of them are proxies', forwardedFor('10.0.0.5, 10.0.0.6'), '10.0.0.5'],
    ['by Forwarded', forwarded('for=192.0.2.1;proto=https'), '192.0.2.1'],
    [
      'by Forwarded, the last one that is none of a proxy',
      forwarded('for=203.0.113.9, for="192.0.2.1:99", for=10.0.0.3;by=x'),
      '192.0.2.1',
    ],
    ['by Forwarded, of version 6', forwarded('for="[2001:db8:2:3:4::5]:80"'), '2001:db8:2:3::/64'],
    ['the same by both', { ...forwardedFor('9.9.9.9, 192.0.2.1'), ...forwarded('for=192.0.2.1') }, '192.0.2.1'],
    ['the proxy, where the headers contradict each other', { ...forwardedFor('192.0.2.1'), ...forwarded('for=203.0.113.9') }, '127.0.0.1'],
    ['the proxy, where Forwarded cannot be read', { ...forwardedFor('192.0.2.1'), ...forwarded('for="') }, '127.0.0.1'],
    ['the proxy, where it hides the client', forwarded('for=_hidden'), '127.0.0.1'],
    ['the proxy, where it does not know it', forwardedFor('192.0.2.1, unknown'), '127.0.0.1'],
    ['the proxy, where it tells nothing', {}, '127.0.0.1'],
  ])('the client of a request is %s', async (_what, headers, client) => expect(await clientOf(proxies, headers)).toBe(client))

  it('the client of a request is stated by a proxy whose IPv4 address is written as IPv6', async () => {
    expect(await clientOf(proxies, forwardedFor('192.0.2.1'), '::ffff:10.0.0.7')).toBe('192.0.2.1')
  })
})

describe('the client whose turn it is', () => {
  /** Whom the service is told as the client of a validation. */
  async function clientToldBy(trustedProxies: readonly string[], headers: Record<string, string>, remoteAddress: string) {
    const told: unknown[] = []
    const { app } = await serverUnderTest({
      settings: { trustedProxies },
      validate: (_request, { client }) => {
        told.push(client)
        return Promise.resolve(report)
      },
    })
    await app.inject({ method: 'POST', url: '/validate', payload: validRequest, headers, remoteAddress })
    await app.close()
    return told
  }

  it('the client whose turn it is is stated by the trusted proxies of the server only', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9, 192.0.2.1' }
    expect(await clientToldBy([], headers, '198.51.100.7')).toEqual(['198.51.100.7'])
    expect(await clientToldBy(['10.0.0.5'], headers, '198.51.100.7')).toEqual(['198.51.100.7'])
    expect(await clientToldBy(['10.0.0.5'], headers, '10.0.0.5')).toEqual(['192.0.2.1'])
    expect(await clientToldBy(['10.0.0.5'], { forwarded: 'for=203.0.113.9, for=192.0.2.1' }, '10.0.0.5')).toEqual(['192.0.2.1'])
  })
})
