import { execFile } from 'node:child_process'
import { createECDH, type KeyObject } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { connect as connectTcp, createServer } from 'node:net'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CapsuleSettings } from '#config'
import { type CapsulesUnderTest, capsulesUnderTest, day, startOfTests } from '../../../support/capsule-listeners.js'
import {
  certificatePem,
  freshKey,
  keyPem,
  makeCapsulePki,
  pem,
  pointOf,
  rsaPublicKeyOf,
  serverAuthentication,
} from '../../../support/capsule-pki.js'
import { type Identity, issueCertificate } from '../../../support/certificate.js'
import { certificateRevocationList } from '../../../support/crl.js'

const pki = makeCapsulePki()
let capsules: CapsulesUnderTest
beforeAll(async () => {
  capsules = await capsulesUnderTest(undefined, pki)
})
afterAll(() => capsules.close())

const curves = {
  'P-256': ['ecc_secp256r1', 'prime256v1', 32],
  'P-384': ['ecc_secp384r1', 'secp384r1', 48],
  'P-521': ['ecc_secp521r1', 'secp521r1', 66],
} as const

function bodyFor(key: KeyObject, curve: keyof typeof curves = 'P-384') {
  const [type, name, bytes] = curves[curve]
  return {
    recipient_id: pointOf(key, bytes).toString('base64'),
    ephemeral_key_material: createECDH(name).generateKeys('base64'),
    capsule_type: type,
  }
}

function allowTls12(settings: CapsuleSettings): CapsuleSettings {
  return settings.tls === null ? settings : { ...settings, tls: { ...settings.tls, minimum: '1.2' } }
}

async function stored(on: CapsulesUnderTest, body: unknown, headers: Record<string, string> = {}): Promise<string> {
  const answer = await on.post('/key-capsules', body, { headers })
  expect(answer.status).toBe(201)
  return String(answer.headers.location)
}

describe('GET /key-capsules/{transactionId} over mutual TLS', () => {
  it.each(['P-256', 'P-384', 'P-521'] as const)(
    'GET /key-capsules over mutual TLS returns a capsule to the holder of its %s key, any number of times',
    async (curve) => {
      const client = pki.client({ key: freshKey('recipient', curve) })
      const body = bodyFor(client.key.privateKey, curve)
      const location = await stored(capsules, body)
      for (let i = 0; i < 2; i++) {
        const answer = await capsules.get(location, { as: client })
        expect(answer).toMatchObject({ status: 200, body: JSON.stringify(body) })
        expect(answer.headers).toMatchObject({
          'content-type': 'application/json',
          'x-expiry-time': new Date(startOfTests + 1095 * day).toISOString().replace('.000Z', 'Z'),
          'x-expiry-time-adjusted': 'false',
          'cache-control': 'no-store',
        })
      }
    },
  )

  it('GET /key-capsules over mutual TLS returns an RSA capsule to the holder of its key', async () => {
    const client = pki.client({ key: freshKey('rsa', 'RSA') })
    const body = { recipient_id: rsaPublicKeyOf(client.key).toString('base64'), ephemeral_key_material: '', capsule_type: 'rsa' }
    expect(await capsules.get(await stored(capsules, body), { as: client })).toMatchObject({ status: 200, body: JSON.stringify(body) })
  })

  it('GET /key-capsules over mutual TLS says whether the expiry was adjusted', async () => {
    const client = pki.client()
    const location = await stored(capsules, bodyFor(client.key.privateKey), { 'x-expiry-time': '2999-01-01T00:00:00Z' })
    const answer = await capsules.get(location, { as: client })
    expect(answer.headers['x-expiry-time-adjusted']).toBe('true')
  })

  it('GET /key-capsules over mutual TLS depends on the key only: another certificate for the key is accepted, another key of the same person is not', async () => {
    const client = pki.client({ name: 'TAMM,MARI,48001010000' })
    const location = await stored(capsules, bodyFor(client.key.privateKey))
    expect((await capsules.get(location, { as: pki.client({ key: client.key, name: 'TAMM,MARI,48001010000 (2)' }) })).status).toBe(200)
    expect((await capsules.get(location, { as: pki.client({ name: 'TAMM,MARI,48001010000' }) })).status).toBe(404)
  })

  it('GET /key-capsules over mutual TLS answers unknown, foreign, expired and deleted capsules alike: 404 without a body', async () => {
    const [owner, stranger] = [pki.client(), pki.client({ key: freshKey('other', 'RSA') })]
    const location = await stored(capsules, bodyFor(owner.key.privateKey), { 'x-expiry-time': new Date(startOfTests + day).toISOString() })
    const answers = [
      await capsules.get(location, { as: stranger }),
      await capsules.get('/key-capsules/KC00000000000000000000000000000000', { as: owner }),
      await capsules.get(location.toLowerCase().replace('kc', 'kC'), { as: owner }),
      await capsules.get(`/key-capsules/${"'".repeat(20)}`, { as: owner }),
      await capsules.get(`/key-capsules/${'%00'.repeat(20)}`, { as: owner }),
    ]
    capsules.setClock(startOfTests + day)
    answers.push(await capsules.get(location, { as: owner }))
    capsules.setClock(startOfTests + day - 1)
    expect((await capsules.get(location, { as: owner })).status).toBe(200)
    capsules.setClock(startOfTests)
    for (const answer of answers) {
      const { date, 'x-request-id': id, ...headers } = answer.headers
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
      expect(Date.parse(date ?? '')).not.toBeNaN()
      expect({ ...answer, headers }).toEqual({
        status: 404,
        body: '',
        headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'content-length': '0', connection: 'close' },
      })
    }
  })

  it.each([
    ['GET', '/key-capsules/short', 400],
    ['GET', `/key-capsules/${'x'.repeat(35)}`, 400],
    ['GET', '/key-capsules/', 404],
    ['GET', '/key-capsules/short/', 404],
    ['GET', '/key-capsules', 405],
    ['GET', '/', 404],
    ['GET', '/monitoring/health', 404],
    ['HEAD', '/key-capsules/KC0123456789abcdef', 404],
    ['DELETE', '/key-capsules/KC0123456789abcdef', 405],
    ['PUT', '/key-capsules', 405],
  ])('GET /key-capsules over mutual TLS answers %s %s with %i', async (method, path, status) => {
    const answer = await capsules.get(path, { as: pki.client(), method })
    expect(answer.status).toBe(status)
    if (method === 'GET' || method === 'HEAD') expect(answer.body).toBe('')
    if (status === 405) expect(answer.headers.allow).toBe(path === '/key-capsules' ? 'POST' : 'GET, HEAD, POST')
  })

  it('GET /key-capsules over mutual TLS answers HEAD as GET without the body, and an announced body that does not come', async () => {
    const client = pki.client()
    const location = await stored(capsules, bodyFor(client.key.privateKey))
    const head = await capsules.get(location, { as: client, method: 'HEAD' })
    expect([head.status, head.body, head.headers['x-expiry-time-adjusted']]).toEqual([200, '', 'false'])
    const announced = await capsules.get(location, { as: client, headers: { 'content-type': 'application/json' } })
    expect(announced.status).toBe(200)
  })

  it('GET /key-capsules over mutual TLS refuses an Accept header that rules JSON out, whether the capsule exists or not', async () => {
    const client = pki.client()
    const location = await stored(capsules, bodyFor(client.key.privateKey))
    for (const path of [location, '/key-capsules/KC0123456789abcdef']) {
      const answer = await capsules.get(path, { as: client, headers: { accept: 'application/xml' } })
      expect([answer.status, answer.body]).toEqual([406, ''])
    }
    for (const accept of ['*/*', 'application/json', 'text/html, */*;q=0.1'])
      expect((await capsules.get(location, { as: client, headers: { accept } })).status).toBe(200)
  })
})

describe('clients that get no capsule', () => {
  const owner = pki.client()
  const refused: readonly (readonly [string, Identity | undefined])[] = [
    ['without a certificate', undefined],
    ['of an unknown authority', pki.client({ key: owner.key, issuer: pki.root })],
    ['of an impostor of the authority', pki.client({ key: owner.key, issuer: pki.impostor })],
    ['expired', pki.client({ key: owner.key, notAfter: '2026-11-21T11:00:00Z' })],
    ['not valid yet', pki.client({ key: owner.key, notBefore: '2026-11-21T13:00:00Z' })],
    ['for servers', pki.client({ key: owner.key, extendedKeyUsage: { purposes: [serverAuthentication] } })],
  ]
  it.each(refused)('a client gets no capsule: %s: 401 without a body, and POST does not mind', async (_what, as) => {
    const options = as === undefined ? {} : { as }
    const location = await stored(capsules, bodyFor(owner.key.privateKey))
    for (const method of ['GET', 'HEAD'])
      expect(await capsules.get(location, { ...options, method })).toMatchObject({
        status: 401,
        body: '',
        headers: { 'content-length': '0' },
      })
    // Whether there is a capsule does not matter.
    expect((await capsules.get('/key-capsules/KC0123456789abcdef', options)).status).toBe(401)
    expect((await capsules.post('/key-capsules', bodyFor(owner.key.privateKey), options)).status).toBe(201)
    expect((await capsules.get(location, { as: owner })).status).toBe(200)
  })

  it('clients that get no capsule leave a reason in the log, and neither name nor personal code', () => {
    const log = capsules.logged()
    for (const reason of ['no-certificate', 'issuer-unknown', 'expired', 'not-yet-valid', 'not-for-client-authentication'])
      expect(log).toContain(`"reason":"${reason}"`)
    expect(log).not.toMatch(/MAASIKAS|TAMM|4800101/)
  })

  it('a connection to fetch capsules loses its standing when its certificate expires', async () => {
    const client = pki.client({ notAfter: '2026-11-22T00:00:00Z' })
    const location = await stored(capsules, bodyFor(client.key.privateKey))
    const agent = new Agent({
      keepAlive: true,
      maxSockets: 1,
      ca: certificatePem(pki.root),
      cert: certificatePem(client),
      key: keyPem(client),
    })
    expect((await capsules.get(location, { agent })).status).toBe(200)
    capsules.setClock(startOfTests + day)
    expect(await capsules.get(location, { agent })).toMatchObject({ status: 401, body: '' })
    capsules.setClock(startOfTests)
    agent.destroy()
  })

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'a resumed %s session to fetch capsules keeps its certificate and cannot get another one',
    async (version) => {
      const own = await capsulesUnderTest(allowTls12, pki)
      const client = pki.client()
      const location = await stored(own, bodyFor(client.key.privateKey))
      const sessions: Buffer[] = []
      const open = (session?: Buffer) =>
        new Promise<TLSSocket>((resolve, reject) => {
          const socket = connect({
            host: '127.0.0.1',
            port: own.getPort,
            ca: certificatePem(pki.root),
            minVersion: version,
            maxVersion: version,
            ...(session === undefined ? { cert: certificatePem(client), key: keyPem(client) } : { session }),
          })
          socket.on('session', (ticket: Buffer) => sessions.push(ticket))
          socket.once('secureConnect', () => resolve(socket))
          socket.once('error', reject)
        })
      const ask = (socket: TLSSocket) =>
        new Promise<string>((resolve) => {
          let text = ''
          socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
          socket.on('close', () => resolve(text))
          socket.on('error', () => undefined)
          socket.write(`GET ${location} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
        })
      expect(await ask(await open())).toMatch(/^HTTP\/1.1 200 /)
      const resumed = await open(sessions.at(-1))
      expect(resumed.isSessionReused()).toBe(true)
      expect(await ask(resumed)).toMatch(/^HTTP\/1.1 200 /)
      await own.close()
    },
  )
})

describe('the listener for fetching capsules', () => {
  it('the listener for fetching capsules is that for storing them, with TLS 1.3 only: in 1.2 client certificates are not encrypted', async () => {
    expect(capsules.getPort).toBe(capsules.postPort)
    const client = pki.client()
    const location = await stored(capsules, bodyFor(client.key.privateKey))
    await expect(capsules.get(location, { as: client, tls: 'TLSv1.2' })).rejects.toThrow(/version/)
    expect((await capsules.get(location, { as: client, tls: 'TLSv1.3' })).status).toBe(200)
  })

  it('the listener for fetching capsules speaks TLS 1.2 where a setting allows it, with the same refusals', async () => {
    const own = await capsulesUnderTest(allowTls12, pki)
    try {
      const client = pki.client()
      const location = await stored(own, bodyFor(client.key.privateKey))
      for (const tls of ['TLSv1.2', 'TLSv1.3'] as const) {
        expect((await own.get(location, { as: client, tls })).status).toBe(200)
        expect((await own.get(location, { as: pki.client({ key: client.key, issuer: pki.impostor }), tls })).status).toBe(401)
        expect((await own.get(location, { tls })).status).toBe(401)
        expect((await own.post('/key-capsules', bodyFor(client.key.privateKey), { tls })).status).toBe(201)
      }
      await expect(own.get(location, { as: client, tls: 'TLSv1.1' })).rejects.toThrow()
    } finally {
      await own.close()
    }
  })

  describe.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'refuses a certificate with a broken signature like one of an unknown authority, over %s',
    (tls) => {
      const client = pki.client()
      const nameless = pki.client({ key: client.key, authorityKeyIdentifier: null })
      const broken = ({ certificate }: Identity) =>
        pem('CERTIFICATE', Buffer.concat([certificate.der.subarray(0, -1), Buffer.of((certificate.der.at(-1) ?? 0) ^ 1)]))
      let own: CapsulesUnderTest
      beforeAll(async () => {
        own = await capsulesUnderTest(allowTls12, pki)
      })
      afterAll(() => own.close())

      it.each([
        ['with the key identifier of its issuer', client],
        ['without', nameless],
      ])('a certificate with a broken signature is refused like one of an unknown authority: %s', async (_what, shown) => {
        const as = { cert: broken(shown), key: keyPem(client) }
        const location = await stored(own, bodyFor(client.key.privateKey))
        const before = own.logged().length
        expect(await own.get(location, { as, tls })).toMatchObject({ status: 401, body: '' })
        expect((await own.post('/key-capsules', bodyFor(client.key.privateKey), { as, tls })).status).toBe(201)
        const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificatePem(pki.root), maxVersion: tls, minVersion: tls, ...as })
        for (let i = 0; i < 3; i++) expect((await own.get(location, { agent })).status).toBe(401)
        agent.destroy()
        expect(
          own
            .logged()
            .slice(before)
            .match(/"reason":"issuer-unknown","msg":"client refused"/g),
        ).toHaveLength(4)
      })

      // OpenSSL takes issuers from what the client sends as well.
      it.each([
        ['with its authority beside it', broken(client) + certificatePem(pki.issuing)],
        ['with an impostor of its authority beside it', broken(nameless) + certificatePem(pki.impostor)],
      ])('a certificate with a broken signature is refused also %s', async (_what, cert) => {
        const before = own.logged().length
        const refused = own.service.counts().refused
        const agent = new Agent({
          keepAlive: true,
          maxSockets: 1,
          ca: certificatePem(pki.root),
          maxVersion: tls,
          minVersion: tls,
          cert,
          key: keyPem(client),
        })
        for (let i = 0; i < 2; i++)
          expect(await own.get('/key-capsules/KC0123456789abcdef', { agent })).toMatchObject({
            status: 401,
            body: '',
            headers: { 'content-length': '0' },
          })
        agent.destroy()
        expect(own.service.counts().refused).toBeGreaterThanOrEqual(refused + 2)
        const told = /"reason":"issuer-unknown","msg":"client refused"|"code":"ERR_SSL_EVP_LIB","msg":"a connection failed"/g
        expect((own.logged().slice(before).match(told) ?? []).length).toBeGreaterThanOrEqual(2)
      })
    },
  )

  it('the listener for fetching capsules may have a separate port; the other port then requests no certificate', async () => {
    const own = await capsulesUnderTest((settings) => ({ ...settings, getPort: 0 }), pki)
    try {
      expect(own.getPort).not.toBe(own.postPort)
      const client = pki.client()
      const location = await stored(own, bodyFor(client.key.privateKey))
      expect((await own.get(location, { as: client })).status).toBe(200)
      expect((await own.get(location)).status).toBe(401)
      const asked = (port: number) =>
        new Promise<string>((resolve) => {
          const client = execFile('openssl', ['s_client', '-connect', `127.0.0.1:${port}`], (_error, stdout) => resolve(stdout))
          client.stdin?.end()
        })
      expect(await asked(own.getPort)).toMatch(/Acceptable client certificate CA names\n.*Capsule Issuing Authority/)
      expect(await asked(own.postPort)).toContain('No client certificate CA names sent')
      const elsewhere = [
        await own.get('/key-capsules', { as: client, method: 'POST' }),
        await own.get(location, { as: client, method: 'POST' }),
        await own.get('/key-capsules', { as: client }),
        await own.post(location, '', { method: 'GET' }),
      ]
      expect(elsewhere.map(({ status, headers }) => [status, headers.allow])).toEqual([
        [405, ''],
        [405, 'GET, HEAD'],
        [405, ''],
        [405, 'POST'],
      ])
    } finally {
      await own.close()
    }
  })

  it('the listener for fetching capsules names the configured authorities in the handshake: card software chooses a certificate by them', async () => {
    const named = issueCertificate({
      subject: [['CN', 'Authority of the Handshake']],
      key: freshKey('named', 'P-521'),
      notBefore: '2020-01-01T00:00:00Z',
      notAfter: '2040-01-01T00:00:00Z',
      basicConstraints: { ca: true },
      keyUsage: ['keyCertSign'],
    })
    const own = await capsulesUnderTest((settings, folder) => {
      writeFileSync(join(folder, 'authorities', 'named.pem'), certificatePem(named))
      return allowTls12(settings)
    }, pki)
    // The names are sent in the clear by TLS 1.2, so somebody between client and server sees them.
    const seen: Buffer[] = []
    const between = createServer((client) => {
      const server = connectTcp(own.getPort, '127.0.0.1')
      server.on('data', (chunk: Buffer) => seen.push(chunk))
      for (const end of [client, server]) end.on('error', () => undefined)
      client.pipe(server).pipe(client)
    })
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
    const { port } = between.address() as { port: number }
    try {
      const client = pki.client({ issuer: named })
      const socket = connect({
        host: '127.0.0.1',
        port,
        rejectUnauthorized: false,
        maxVersion: 'TLSv1.2',
        cert: certificatePem(client),
        key: keyPem(client),
      })
      await new Promise((resolve) => socket.once('secureConnect', resolve))
      expect(Buffer.concat(seen).includes('Authority of the Handshake')).toBe(true)
      socket.destroy()
      // It is more than a name: its clients are let in.
      expect((await own.get('/key-capsules/KC0123456789abcdef', { as: client })).status).toBe(404)
    } finally {
      between.close()
      await own.close()
    }
  })

  it('the listener for fetching capsules reads certificate files again, for new connections only: open ones stay', async () => {
    const own = await capsulesUnderTest(undefined, pki)
    try {
      const client = pki.client()
      const newcomer = pki.client({ issuer: pki.root })
      const location = await stored(own, bodyFor(client.key.privateKey))
      const agent = new Agent({
        keepAlive: true,
        maxSockets: 1,
        ca: certificatePem(pki.root),
        cert: certificatePem(client),
        key: keyPem(client),
      })
      expect((await own.get(location, { agent })).status).toBe(200)
      expect((await own.get(location, { as: newcomer })).status).toBe(401)

      const renewed = makeCapsulePki()
      writeFileSync(join(own.folder, 'server.pem'), certificatePem(renewed.server, renewed.issuing))
      // The key is still the old one: nothing is taken, and the log says why.
      own.listeners.reload()
      expect(own.logged()).toContain('is not the key of the certificate')
      expect((await own.get(location, { as: client })).status).toBe(200)

      writeFileSync(join(own.folder, 'server.key'), keyPem(renewed.server))
      writeFileSync(join(own.folder, 'authorities', 'root.pem'), certificatePem(pki.root))
      own.listeners.reload()
      expect(readdirSync(join(own.folder, 'authorities'))).toHaveLength(2)
      // The old connection goes on, with the certificate of its beginning.
      expect((await own.get(location, { agent })).status).toBe(200)
      await expect(own.get(location, { as: client })).rejects.toThrow(/certificate|issuer/)
      const trusting = (identity: Identity) =>
        new Promise<number>((resolve, reject) => {
          const sent = request(
            {
              host: '127.0.0.1',
              port: own.getPort,
              path: location,
              agent: false,
              ca: certificatePem(renewed.root),
              cert: certificatePem(identity),
              key: keyPem(identity),
            },
            (answer) => {
              answer.resume()
              resolve(answer.statusCode ?? 0)
            },
          )
          sent.on('error', reject)
          sent.end()
        })
      expect(await trusting(client)).toBe(200)
      // The authority that was added counts; the key is not that of the capsule.
      expect(await trusting(newcomer)).toBe(404)
      agent.destroy()
    } finally {
      await own.close()
    }
  })

  it('the listener for fetching capsules refuses clients of open connections when a revocation list names them', async () => {
    const own = await capsulesUnderTest((settings, folder) => {
      writeFileSync(join(folder, 'authorities', '.hidden'), 'not looked at')
      return settings.clients.kind === 'mutual-tls'
        ? { ...settings, clients: { ...settings.clients, revocationLists: join(folder, 'lists') } }
        : settings
    }, pki).catch((error: unknown) => error)
    // The folder of lists is missing: the start says so.
    expect(String(own)).toContain('ALLKIRI_CAPSULES_CLIENT_CRLS')
    const list = (revoked: readonly Identity[]) =>
      pem(
        'X509 CRL',
        certificateRevocationList({
          issuer: pki.issuing,
          thisUpdate: startOfTests - day,
          nextUpdate: startOfTests + day,
          revoked: revoked.map(({ certificate }) => ({ serialNumber: certificate.serialNumber, revokedAt: startOfTests - day })),
        }),
      )
    const listed = await capsulesUnderTest((settings, folder) => {
      mkdirSync(join(folder, 'lists'))
      writeFileSync(join(folder, 'lists', 'issuing.crl.pem'), list([]))
      return settings.clients.kind === 'mutual-tls'
        ? { ...settings, clients: { ...settings.clients, revocationLists: join(folder, 'lists') } }
        : settings
    }, pki)
    try {
      const [client, other] = [pki.client(), pki.client()]
      const location = await stored(listed, bodyFor(client.key.privateKey))
      const agent = new Agent({
        keepAlive: true,
        maxSockets: 1,
        ca: certificatePem(pki.root),
        cert: certificatePem(client),
        key: keyPem(client),
      })
      expect((await listed.get(location, { agent })).status).toBe(200)
      writeFileSync(join(listed.folder, 'lists', 'issuing.crl.pem'), list([client]))
      listed.listeners.reload()
      expect((await listed.get(location, { agent })).status).toBe(401)
      expect(listed.logged()).toContain('"reason":"revoked"')
      expect((await listed.get(location, { as: other })).status).toBe(404)
      agent.destroy()
    } finally {
      await listed.close()
    }
  })
})
