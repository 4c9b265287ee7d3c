import { createECDH } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CapsuleSettings } from '#config'
import { type CapsulesUnderTest, capsulesUnderTest } from '../../../support/capsule-listeners.js'
import { certificatePem, freshKey, makeCapsulePki, pointOf } from '../../../support/capsule-pki.js'
import type { Identity } from '../../../support/certificate.js'

const pki = makeCapsulePki()
const owner = pki.client()
const body = {
  recipient_id: pointOf(owner.key.privateKey, 48).toString('base64'),
  ephemeral_key_material: createECDH('secp384r1').generateKeys('base64'),
  capsule_type: 'ecc_secp384r1',
}

function proxied(
  settings: CapsuleSettings,
  changes: { addresses?: readonly string[]; encoding?: 'rfc9440' | 'pem'; header?: string },
): CapsuleSettings {
  if (settings.clients.kind !== 'mutual-tls') return settings
  const { addresses = ['127.0.0.1'], encoding = 'rfc9440', header = 'client-cert' } = changes
  return {
    ...settings,
    tls: null,
    clients: { ...settings.clients, kind: 'proxy', peers: { kind: 'addresses', addresses }, encoding, header },
  }
}

const byteSequence = ({ certificate }: Identity) => `:${certificate.der.toString('base64')}:`
const escapedPem = (identity: Identity) => encodeURIComponent(certificatePem(identity))

describe('behind a proxy that passes on the certificate (decisions.md#capsule-reading)', () => {
  let capsules: CapsulesUnderTest
  let location: string
  beforeAll(async () => {
    capsules = await capsulesUnderTest((settings) => proxied(settings, {}), pki)
    location = String((await capsules.post('/key-capsules', body)).headers.location)
  })
  afterAll(() => capsules.close())
  const get = (headers: Record<string, string | string[]>) => capsules.get(location, { headers })

  it('a service behind a proxy that passes on the certificate returns a capsule to the client that the header names (RFC 9440)', async () => {
    expect(await get({ 'client-cert': byteSequence(owner) })).toMatchObject({ status: 200, body: JSON.stringify(body) })
    expect(await get({ 'Client-Cert': byteSequence(pki.client()) })).toMatchObject({ status: 404, body: '' })
  })

  it('a service behind a proxy that passes on the certificate checks issuer and dates itself', async () => {
    for (const as of [
      pki.client({ key: owner.key, issuer: pki.root }),
      pki.client({ key: owner.key, issuer: pki.impostor }),
      pki.client({ key: owner.key, notAfter: '2026-11-01T00:00:00Z' }),
    ])
      expect(await get({ 'client-cert': byteSequence(as) })).toMatchObject({ status: 401, body: '' })
  })

  it('a service behind a proxy that passes on the certificate answers a missing header with 401', async () => {
    expect(await get({})).toMatchObject({ status: 401, body: '' })
    expect(await get({ 'x-client-cert': byteSequence(owner) })).toMatchObject({ status: 401, body: '' })
  })

  it('a service behind a proxy that passes on the certificate leaves the reason of each refusal in the log', async () => {
    const before = capsules.logged().length
    const refused = async (headers: Record<string, string>) => {
      const from = capsules.logged().length
      await get(headers)
      return /"reason":"([a-z-]+)"/.exec(capsules.logged().slice(from))?.[1]
    }
    expect(await refused({})).toBe('no-certificate')
    expect(await refused({ 'client-cert': byteSequence(pki.client({ key: owner.key, issuer: pki.root })) })).toBe('issuer-unknown')
    expect(await refused({ 'client-cert': `:${Buffer.from('nothing').toString('base64')}:` })).toBe('unreadable')
    expect(capsules.logged().slice(before)).not.toMatch(/MAASIKAS|TAMM|4800101/)
  })

  it.each<[string, string | string[]]>([
    ['repeated', [byteSequence(owner), byteSequence(owner)]],
    ['a list in one line', `${byteSequence(owner)}, ${byteSequence(owner)}`],
    ['without colons', owner.certificate.der.toString('base64')],
    ['with parameters', `${byteSequence(owner)};a=1`],
    ['in the URL-safe alphabet', `:${owner.certificate.der.toString('base64url')}:`],
    ['empty', '::'],
    ['blank', ''],
    ['no certificate', `:${Buffer.from('nothing').toString('base64')}:`],
    ['cut off', `:${owner.certificate.der.subarray(0, 300).toString('base64')}:`],
    ['the other encoding', escapedPem(owner)],
  ])('a service behind a proxy that passes on the certificate answers a malformed header with 400: %s', async (_what, value) => {
    expect(await get({ 'client-cert': value })).toMatchObject({ status: 400, body: '' })
  })

  it('a service behind a proxy that passes on the certificate reads every header, however many precede it', async () => {
    const a = Array<string>(1_100).fill('')
    expect(await get({ a, 'client-cert': byteSequence(owner) })).toMatchObject({ status: 200 })
    const stored = await capsules.post('/key-capsules', body, { headers: { a, 'x-expiry-time': '2027-03-01T10:20:30Z' } })
    expect(stored).toMatchObject({ status: 201, headers: { 'x-expiry-time': '2027-03-01T10:20:30Z' } })
  })

  it('a service behind a proxy that passes on the certificate asks for the certificate before it looks for the capsule, and for the id before both', async () => {
    expect((await capsules.get('/key-capsules/KC0123456789abcdef')).status).toBe(401)
    expect((await capsules.get('/key-capsules/short')).status).toBe(400)
  })
})

describe('a proxy', () => {
  it('a proxy counts only from its address: the header of any other peer is ignored', async () => {
    const capsules = await capsulesUnderTest((settings) => proxied(settings, { addresses: ['10.0.0.5', '192.168.0.0/16', '::1'] }), pki)
    try {
      const location = String((await capsules.post('/key-capsules', body)).headers.location)
      const spoofed = { 'client-cert': byteSequence(owner), 'x-forwarded-for': '10.0.0.5', forwarded: 'for=10.0.0.5' }
      expect(await capsules.get(location, { headers: spoofed })).toMatchObject({ status: 401, body: '' })
    } finally {
      await capsules.close()
    }
  })

  it('a proxy may write the certificate as escaped PEM, in another header', async () => {
    const capsules = await capsulesUnderTest(
      (settings) => proxied(settings, { encoding: 'pem', header: 'x-ssl-cert', addresses: ['127.0.0.0/8'] }),
      pki,
    )
    try {
      const location = String((await capsules.post('/key-capsules', body)).headers.location)
      const get = (value: string) => capsules.get(location, { headers: { 'x-ssl-cert': value } })
      expect((await get(escapedPem(owner))).status).toBe(200)
      // nginx escapes less than JavaScript does.
      expect((await get(certificatePem(owner).replaceAll('\n', '%0A').replaceAll(' ', '%20'))).status).toBe(200)
      for (const value of [
        byteSequence(owner),
        `${escapedPem(owner)}${escapedPem(owner)}`,
        escapedPem(owner).replace('%0A', '%0'),
        '%',
        'null',
        '(null)',
      ])
        expect((await get(value)).status).toBe(400)
    } finally {
      await capsules.close()
    }
  })

  it('a proxy may come over a unix socket, which its file protects', async () => {
    const capsules = await capsulesUnderTest((settings, folder) => {
      const settled = proxied(settings, {})
      return settled.clients.kind === 'proxy'
        ? { ...settled, requestsPerMinute: 3, clients: { ...settled.clients, peers: { kind: 'socket', path: join(folder, 'get.sock') } } }
        : settled
    }, pki)
    try {
      const location = String((await capsules.post('/key-capsules', body)).headers.location)
      const get = (headers: Record<string, string>) =>
        new Promise<number>((resolve, reject) => {
          const sent = request({ socketPath: join(capsules.folder, 'get.sock'), path: location, headers }, (answer) => {
            answer.resume()
            resolve(answer.statusCode ?? 0)
          })
          sent.on('error', reject)
          sent.end()
        })
      expect(await get({ 'client-cert': byteSequence(owner) })).toBe(200)
      expect(await get({})).toBe(401)
      // Addresses are those that the proxy writes: each has a limit of its own.
      for (const expected of [401, 401, 401, 429]) expect(await get({ 'x-forwarded-for': 'spoofed, 203.0.113.7' })).toBe(expected)
      expect(await get({ 'x-forwarded-for': '203.0.113.7, 203.0.113.8' })).toBe(401)
    } finally {
      await capsules.close()
    }
  })
})

describe('the sandbox', () => {
  it('the sandbox returns a capsule to any client, over plain HTTP when no TLS certificate is set', async () => {
    const capsules = await capsulesUnderTest((settings) => ({ ...settings, tls: null, clients: { kind: 'sandbox' } }), pki)
    try {
      const location = String((await capsules.post('/key-capsules', body)).headers.location)
      expect(await capsules.get(location)).toMatchObject({ status: 200, body: JSON.stringify(body) })
      expect((await capsules.get('/key-capsules/KC0123456789abcdef')).status).toBe(404)
    } finally {
      await capsules.close()
    }
  })
})

describe('limits of requests', () => {
  it('limits of capsule requests apply to each address and each certificate, with Retry-After', async () => {
    const capsules = await capsulesUnderTest((settings) => ({ ...settings, getPort: 0, requestsPerMinute: 4 }), pki)
    try {
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => capsules.post('/key-capsules', body)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 429])
      const refused = answers.find(({ status }) => status === 429)
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
      expect(JSON.parse(refused?.body ?? '')).toMatchObject({ requestErrors: [{ key: 'service', code: 'TOO_MANY_REQUESTS' }] })
      // The other listener counts for itself.
      const location = String(answers.find(({ status }) => status === 201)?.headers.location)
      for (const expected of [200, 200, 200, 200, 429]) expect((await capsules.get(location, { as: owner })).status).toBe(expected)
      expect(await capsules.get(location, { as: pki.client({ key: freshKey('another', 'P-256') }) })).toMatchObject({
        status: 429,
        body: '',
      })
    } finally {
      await capsules.close()
    }
  })

  it('limits of capsule requests apply to a certificate from any address', async () => {
    const capsules = await capsulesUnderTest((settings) => ({ ...proxied(settings, {}), requestsPerMinute: 3 }), pki)
    try {
      const location = String((await capsules.post('/key-capsules', body)).headers.location)
      const get = (address: string) =>
        capsules.get(location, { headers: { 'client-cert': byteSequence(owner), 'x-forwarded-for': address } })
      for (const [address, expected] of [
        ['192.0.2.1', 200],
        ['192.0.2.2', 200],
        ['192.0.2.3', 200],
        ['192.0.2.4', 429],
      ] as const)
        expect((await get(address)).status).toBe(expected)
    } finally {
      await capsules.close()
    }
  })
})

describe('the store', () => {
  it('a capsule store that cannot serve is answered with 503, and everything works again when it can', async () => {
    const capsules = await capsulesUnderTest(undefined, pki)
    try {
      const location = String((await capsules.post('/key-capsules', body)).headers.location)
      const { default: Database } = await import('libsql')
      const other = new Database(join(capsules.folder, 'key-capsules.db'))
      // Another process holds the file for longer than anybody waits.
      other.exec('BEGIN EXCLUSIVE')
      const refused = await capsules.post('/key-capsules', body)
      expect(refused.status).toBe(503)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(JSON.parse(refused.body)).toMatchObject({ requestErrors: [{ key: 'service', code: 'STORE_UNAVAILABLE' }] })
      expect(await capsules.service.state()).toMatchObject({ usable: false, latencyMilliseconds: null })
      // Reading goes on meanwhile.
      expect((await capsules.get(location, { as: owner })).status).toBe(200)
      other.exec('ROLLBACK')
      other.close()
      expect((await capsules.post('/key-capsules', body)).status).toBe(201)
    } finally {
      await capsules.close()
    }
  })
})
