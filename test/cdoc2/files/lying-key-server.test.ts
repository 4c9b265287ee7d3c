import { createECDH, createPublicKey } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { recipientKeyOf } from '#cdoc2/container'
import { capsuleSinkOf, capsuleSourceOf, type KeyServer } from '#cdoc2/files'
import { limits } from '#config'
import { certificatePem, keyPem, makeCapsulePki } from '../../support/capsule-pki.js'

const pki = makeCapsulePki('P-256')
const id = `KC${'0'.repeat(32)}`
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener, identity = pki.server): Promise<KeyServer & { readonly asked: string[] }> {
  const asked: string[] = []
  const server = createServer({ key: keyPem(identity), cert: certificatePem(identity, pki.issuing) }, (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { id: 'srv', url, authorities: certificatePem(pki.root), asked }
}

const never = new AbortController().signal
const fetched = (server: KeyServer, signal = never) =>
  capsuleSourceOf([server], null, signal, limits.cdoc2.keyServer).fetchMaterial('srv', id)
const recipient = recipientKeyOf(createPublicKey(pki.client().key.privateKey))
const now = Date.UTC(2026, 7, 20, 12)

/** Stores a capsule, and gathers what is remarked. */
async function stored(server: KeyServer, expiry: number | null = null) {
  const remarks: string[] = []
  const sink = capsuleSinkOf(
    server,
    { expiry, now: () => now, remark: (sentence) => remarks.push(sentence), signal: never },
    limits.cdoc2.keyServer,
  )
  return { ...(await sink.storeMaterial(recipient, createECDH('secp384r1').generateKeys())), remarks }
}

describe('a key server that lies', () => {
  it.each<[string, RequestListener, RegExp]>([
    ['redirects', (_, response) => response.writeHead(302, { location: 'https://evil.example/' }).end(), /answered 302/],
    ['answers without end', (_, response) => response.end(Buffer.alloc(10_000_000, 0x20)), /cannot be reached/],
    ['answers something else', (_, response) => response.end('<html>'), /not JSON/],
    ['answers another shape', (_, response) => response.end('{"ephemeral_key_material":[1]}'), /without key material/],
    ['answers no base64', (_, response) => response.end('{"ephemeral_key_material":"***"}'), /without key material/],
    ['refuses', (_, response) => response.writeHead(401).end(), /requires a certificate/],
    ['has none', (_, response) => response.writeHead(404).end(), /has no capsule/],
    ['hangs up', (_, response) => response.destroy(), /cannot be reached/],
  ])('a key server that lies is reported in one sentence when it %s', async (_what, listener, sentence) => {
    const server = await serve(listener)
    const refusal = expect(fetched(server)).rejects
    await refusal.toMatchObject({ name: 'Cdoc2Error', code: 'capsule', message: expect.stringMatching(sentence) as string })
    expect(server.asked).toEqual([`GET /key-capsules/${id}`])
  })

  it('a key server that lies cannot hold a command up that is ended', async () => {
    // An octet now and then: no time without one passes.
    const slow = await serve((_, response) => {
      response.writeHead(200)
      const dripping = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(dripping))
    })
    const ended = new AbortController()
    const asking = fetched(slow, ended.signal)
    while (slow.asked.length === 0) await new Promise((next) => setTimeout(next, 10))
    ended.abort()
    await expect(asking).rejects.toMatchObject({ code: 'capsule' })
  })

  it('a key server that lies may answer with as many octets as the bound allows, and not with one more', async () => {
    const { maxAnswerBytes } = limits.cdoc2.keyServer
    const answer = (length: number) => JSON.stringify({ ephemeral_key_material: 'AAAA' }).padEnd(length)
    const largest = await serve((_, response) => response.end(answer(maxAnswerBytes)))
    expect(await fetched(largest)).toHaveLength(3)
    const larger = await serve((_, response) => response.end(answer(maxAnswerBytes + 1)))
    await expect(fetched(larger)).rejects.toMatchObject({
      code: 'capsule',
      message: expect.stringContaining('cannot be reached') as string,
    })
  })

  it.each<[string, keyof typeof limits.cdoc2.keyServer, RequestListener]>([
    ['that is silent', 'idleMilliseconds', (_, response) => response.writeHead(200).flushHeaders()],
    [
      'whose answer has no end',
      'milliseconds',
      (_, response) => {
        response.writeHead(200)
        const dripping = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(dripping))
      },
    ],
  ])('a key server that lies is waited for within the bounds: one %s', async (_what, bound, listener) => {
    const server = await serve(listener)
    const bounds = { ...limits.cdoc2.keyServer, [bound]: 200 }
    const asked = capsuleSourceOf([server], null, never, bounds).fetchMaterial('srv', id)
    await expect(asked).rejects.toMatchObject({ code: 'capsule', message: expect.stringContaining('cannot be reached') as string })
  })

  it('a key server is refused when its certificate is for another host', async () => {
    const impostor = await serve((_, response) => response.end('{}'), pki.client())
    await expect(fetched(impostor)).rejects.toMatchObject({ code: 'capsule' })
    expect(impostor.asked).toEqual([])
  })

  it.each([
    ['no id', {}],
    ['an id that climbs', { location: '/key-capsules/../../x' }],
    ['an id with a line feed', { location: '/key-capsules/KC0%0a' }],
  ])('a key server that gives a new capsule %s is refused', async (_what, headers) => {
    const server = await serve((_, response) => response.writeHead(201, headers).end())
    await expect(stored(server)).rejects.toMatchObject({
      code: 'capsule',
      message: expect.stringContaining('did not return the id') as string,
    })
  })

  const keepsUntil = (expiry: string | null) =>
    serve((_, response) =>
      response.writeHead(201, { location: `/key-capsules/${id}`, ...(expiry === null ? {} : { 'x-expiry-time': expiry }) }).end(),
    )

  it.each(['2026-08-20T11:59:59Z', '2026-08-20T12:00:00Z', '1969-01-01T00:00:00.000Z', '2026-08-20T14:00:00+02:00'])(
    'a key server that lies is refused when it keeps a new capsule until a moment that has passed: %s',
    async (expiry) => {
      const server = await keepsUntil(expiry)
      await expect(stored(server)).rejects.toMatchObject({
        code: 'capsule',
        message: `The key server ${server.url.origin} stores the key only until ${new Date(expiry).toISOString().replace('.000', '')}, which is in the past by the clock of this machine`,
      })
    },
  )

  it.each(['2026-08-20', 'never', 'Thu, 20 Aug 2036 12:00:00 GMT', '2036-02-30T00:00:00Z', ''])(
    'a key server that lies is reported when it states an expiry that is not a time: %j',
    async (expiry) => {
      const server = await keepsUntil(expiry)
      expect(await stored(server)).toEqual({
        transactionId: id,
        expiry: null,
        remarks: [
          `The key server ${server.url.origin} does not state when the key expires: its x-expiry-time ${JSON.stringify(expiry)} is not a time`,
        ],
      })
    },
  )

  it('a key server that lies is reported when it keeps a new capsule for less time than requested, and not otherwise', async () => {
    const asked = Date.UTC(2040, 0, 1)
    const earlier = await keepsUntil('2031-08-19T12:00:00.123456789Z')
    expect(await stored(earlier, asked)).toMatchObject({
      remarks: [`The key server ${earlier.url.origin} stores the key until 2031-08-19T12:00:00Z, not until 2040-01-01T00:00:00Z`],
    })
    expect(await stored(earlier)).toMatchObject({ expiry: Date.parse('2031-08-19T12:00:00.123Z'), remarks: [] })
    expect(await stored(await keepsUntil('2040-01-01T02:00:00+02:00'), asked)).toMatchObject({ expiry: asked, remarks: [] })
    // Servers before version 1.5 do not say it.
    expect(await stored(await keepsUntil(null), asked)).toMatchObject({ expiry: null, remarks: [] })
  })

  it('a key server that lies is asked for no id that a path could climb with', async () => {
    const server = await serve((_, response) => response.end('{}'))
    for (const climbing of ['../../etc/passwd', 'KC/../x', '', 'KC?x', '%2e%2e%2f'.repeat(3)])
      await expect(capsuleSourceOf([server], null, never, limits.cdoc2.keyServer).fetchMaterial('srv', climbing)).rejects.toMatchObject({
        code: 'capsule',
      })
    expect(server.asked).toEqual([])
  })
})
