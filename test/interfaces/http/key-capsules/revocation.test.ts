import { createECDH } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CapsuleSettings } from '#config'
import { type CapsulesUnderTest, capsulesUnderTest, startOfTests } from '../../../support/capsule-listeners.js'
import { certificatePem, makeCapsulePki, pointOf } from '../../../support/capsule-pki.js'
import { type Identity, issueCertificate } from '../../../support/certificate.js'
import { octetString } from '../../../support/der.js'
import type { OcspOptions } from '../../../support/ocsp.js'
import { type OcspResponder, responderOf, startOcspResponder } from '../../../support/ocsp-responder.js'

const pki = makeCapsulePki('P-256')
const delegated = responderOf(pki.issuing)
let responder: OcspResponder
const open: CapsulesUnderTest[] = []
beforeAll(async () => {
  responder = await startOcspResponder()
})
afterEach(async () => {
  responder.listener = null
  for (const capsules of open.splice(0)) await capsules.close()
})
afterAll(() => responder.close())

type Ocsp = NonNullable<Extract<CapsuleSettings['clients'], { kind: 'mutual-tls' }>['ocsp']>

async function capsulesWith(
  changes: Partial<Ocsp> = {},
  clients: (known: CapsuleSettings['clients']) => CapsuleSettings['clients'] = (known) => known,
) {
  const ocsp: Ocsp = { hosts: [responder.host], maxAge: 600_000, proxy: null, privateAddresses: true, ...changes }
  const capsules = await capsulesUnderTest((settings) => {
    const asked = clients(settings.clients)
    return { ...settings, clients: asked.kind === 'sandbox' ? asked : { ...asked, ocsp } }
  }, pki)
  open.push(capsules)
  return capsules
}

/** A client, the path of a capsule of his, and what he is answered. */
async function reader(capsules: CapsulesUnderTest, changes: Parameters<typeof pki.client>[0] = {}) {
  const client = pki.client({ ocspUrl: responder.url, ...changes })
  const capsule = {
    recipient_id: pointOf(client.key.privateKey, 48).toString('base64'),
    ephemeral_key_material: createECDH('secp384r1').generateKeys('base64'),
    capsule_type: 'ecc_secp384r1',
  }
  const path = String((await capsules.post('/key-capsules', capsule)).headers.location)
  return { client, path, get: () => capsules.get(path, { as: client }) }
}

const about = (client: Identity, changes: Partial<OcspOptions> = {}): OcspOptions => ({
  certificate: client,
  responder: delegated,
  producedAt: startOfTests,
  ...changes,
})

describe('a client certificate about which a responder is asked', () => {
  it('a client certificate about which a responder is asked fetches capsules while it is good, and none from when it is known that it was revoked', async () => {
    const capsules = await capsulesWith()
    const { client, get } = await reader(capsules)
    const before = responder.requests.length
    responder.answer = () => about(client)
    for (let i = 0; i < 5; i++) expect((await get()).status).toBe(200)
    expect(responder.requests.length - before).toBe(1)
    responder.answer = () => about(client, { status: { revokedAt: startOfTests } })
    capsules.setClock(startOfTests + 300_000)
    responder.answer = () => about(client, { status: { revokedAt: startOfTests }, producedAt: startOfTests + 300_000 })
    const refused = await get()
    expect([refused.status, refused.body]).toEqual([401, ''])
    expect(capsules.logged()).toContain('"reason":"revoked"')
  })

  it('a client certificate about which a responder is asked makes one question of many requests at the same moment', async () => {
    const capsules = await capsulesWith()
    const { client, get } = await reader(capsules)
    const before = responder.requests.length
    responder.answer = async () => {
      await new Promise((done) => setTimeout(done, 50))
      return about(client)
    }
    const answers = await Promise.all(Array.from({ length: 30 }, get))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
    expect(responder.requests.length - before).toBe(1)
  })

  const foreign = makeCapsulePki('P-256')
  it.each<[string, string, (client: Identity) => OcspOptions | Buffer]>([
    ['unknown to the responder', 'status-unknown', (client) => about(client, { status: 'unknown' })],
    ['answered about by somebody else', 'responder-not-authorised', (client) => about(client, { responder: responderOf(foreign.issuing) })],
    ['answered about by another client', 'responder-not-authorised', (client) => about(client, { responder: pki.client() })],
    ['answered about with the status of another one', 'answer-about-another-certificate', (client) => about(client, { serialNumber: 5n })],
    [
      'answered about with a stale answer',
      'answer-not-current',
      (client) => about(client, { producedAt: startOfTests - 86_400_000, nonce: null }),
    ],
    [
      'answered about with a nonce that is not ours',
      'answer-for-another-request',
      (client) => about(client, { nonce: octetString(Buffer.alloc(32)) }),
    ],
    ['answered about with something else', 'answer-unreadable', () => Buffer.from('<html>busy</html>')],
  ])('a client certificate that is %s is served nothing: 503 without a body', async (_what, reason, answer) => {
    const capsules = await capsulesWith()
    const { client, get } = await reader(capsules)
    responder.answer = () => answer(client)
    const refused = await get()
    expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([503, '', '2'])
    expect(capsules.logged()).toContain(`"reason":"${reason}"`)
  })

  it.each<[string, OcspResponder['listener']]>([
    ['fails', (_, response) => response.writeHead(500).end()],
    ['hangs up', (_, response) => response.destroy()],
    ['answers without end', (_, response) => response.end(Buffer.alloc(1_000_000))],
    ['sends the question elsewhere', (_, response) => response.writeHead(307, { location: `${responder.url}/elsewhere` }).end()],
    ['sends the question elsewhere by another method', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ])('a client certificate about which a responder is asked is served nothing while the responder %s', async (_what, listener) => {
    const capsules = await capsulesWith()
    const { get } = await reader(capsules)
    const before = responder.requests.length
    responder.listener = listener
    expect((await get()).status).toBe(503)
    expect(responder.requests.length - before).toBe(1)
    expect(capsules.logged()).toContain('"reason":"no-answer"')
  })

  it('a client certificate about which a responder is asked is not asked about unless an authority that is configured has signed it, it is valid, and for clients', async () => {
    const capsules = await capsulesWith()
    const before = responder.requests.length
    responder.answer = () => octetString(Buffer.alloc(0))
    const impostor = await reader(capsules, { issuer: pki.impostor })
    const stranger = await reader(capsules, { issuer: foreign.issuing })
    const expired = await reader(capsules, { notAfter: '2026-01-01T00:00:00Z' })
    for (const { get } of [impostor, stranger, expired]) expect((await get()).status).toBe(401)
    expect((await capsules.get(impostor.path)).status).toBe(401)
    expect(responder.requests.length - before).toBe(0)
  })

  it('a client certificate about which a responder is asked is queried at listed hosts only, and in a private network only if a setting allows it', async () => {
    const before = responder.requests.length
    const elsewhere = await capsulesWith({ hosts: ['ocsp.example'] })
    expect((await (await reader(elsewhere)).get()).status).toBe(503)
    expect(elsewhere.logged()).toContain('"reason":"no-listed-responder"')
    const guarded = await capsulesWith({ privateAddresses: false })
    expect((await (await reader(guarded)).get()).status).toBe(503)
    expect(guarded.logged()).toContain('ALLKIRI_TRUST_PRIVATE_ADDRESSES')
    expect(responder.requests.length - before).toBe(0)
  })

  it('a client certificate about which a responder is asked is queried when a proxy passes it on', async () => {
    const capsules = await capsulesWith({}, (clients) =>
      clients.kind === 'sandbox'
        ? clients
        : {
            kind: 'proxy',
            authorities: clients.authorities,
            revocationLists: null,
            peers: { kind: 'addresses', addresses: ['127.0.0.1'] },
            header: 'client-cert',
            encoding: 'rfc9440',
          },
    )
    const { client, path } = await reader(capsules)
    const headers = { 'client-cert': `:${client.certificate.der.toString('base64')}:` }
    responder.answer = () => about(client, { status: { revokedAt: startOfTests } })
    expect((await capsules.get(path, { headers })).status).toBe(401)
    const other = await reader(capsules)
    responder.answer = () => about(other.client)
    const good = { 'client-cert': `:${other.client.certificate.der.toString('base64')}:` }
    expect((await capsules.get(other.path, { headers: good })).status).toBe(200)
  })

  it('a client certificate about which a responder is asked is not queried when the certificate is trusted directly, without an authority', async () => {
    const own = issueCertificate({
      subject: [['CN', 'own']],
      key: pki.client().key,
      notBefore: '2020-01-01T00:00:00Z',
      notAfter: '2040-01-01T00:00:00Z',
      ocspUrl: responder.url,
    })
    const capsules = await capsulesUnderTest((settings, folder) => {
      mkdirSync(`${folder}/own`)
      writeFileSync(`${folder}/own/own.pem`, certificatePem(own))
      const ocsp = { hosts: [responder.host], maxAge: 600_000, proxy: null, privateAddresses: true }
      return { ...settings, clients: { kind: 'mutual-tls', authorities: `${folder}/own`, revocationLists: null, ocsp } }
    }, pki)
    open.push(capsules)
    const before = responder.requests.length
    expect((await capsules.get('/key-capsules/KC0123456789abcdef', { as: own })).status).toBe(404)
    expect(responder.requests.length - before).toBe(0)
  })
})
