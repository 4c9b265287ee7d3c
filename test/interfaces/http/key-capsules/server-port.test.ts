import { createECDH } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CapsuleService, openCapsuleService, openCapsuleStore } from '#capsules/service'
import type { CapsuleClients, CapsuleSettings } from '#config'
import { createCapsuleListeners, createServer } from '#interfaces/http'
import { type Answer, mutualTlsSettings, portOf, send, startOfTests } from '../../../support/capsule-listeners.js'
import { makeCapsulePki } from '../../../support/capsule-pki.js'
import { settingsWith } from '../../../support/settings.js'

const body = {
  recipient_id: createECDH('secp384r1').generateKeys('base64'),
  ephemeral_key_material: createECDH('secp384r1').generateKeys('base64'),
  capsule_type: 'ecc_secp384r1',
}
const pki = makeCapsulePki('P-256')
const strict = false
const logger = pino({ level: 'silent' })

let folder: string
let settings: CapsuleSettings
let service: CapsuleService
const apps: FastifyInstance[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'capsules-'))
  settings = { ...mutualTlsSettings(folder), tls: null, clients: { kind: 'sandbox' }, postPort: 8080, onServerPort: true }
  service = await openCapsuleService({
    settings,
    openStore: () => openCapsuleStore(settings.store, { role: 'command', onFault: () => undefined }),
    now: () => startOfTests,
    onCleanUp: () => undefined,
    onStoreState: () => undefined,
  })
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

type Ask = (method: string, path: string, payload?: unknown) => Promise<Answer>

/** Over the network, because the stand-in of the framework knows no repeated headers. */
async function serverWith(changes: Partial<CapsuleSettings> = {}): Promise<Ask> {
  const app = await createServer({
    settings: settingsWith({ strict, capsules: { ...settings, ...changes } }),
    service: null,
    capsules: service,
    logger,
  })
  apps.push(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (method, path, payload) => {
    const content = payload === undefined ? {} : { body: typeof payload === 'string' ? payload : JSON.stringify(payload) }
    return send(portOf(app), path, { method, headers: { 'content-type': 'application/json' }, ...content }, false, pki)
  }
}

describe('capsules on the port of the other interfaces', () => {
  it('capsules on the port of the other interfaces are stored and fetched there, next to monitoring, without a separate listener', async () => {
    const ask = await serverWith()
    const answer = await ask('POST', '/key-capsules', body)
    expect([answer.status, answer.body]).toEqual([201, ''])
    const fetched = await ask('GET', String(answer.headers.location))
    expect([fetched.status, fetched.body, fetched.headers['cache-control']]).toEqual([200, JSON.stringify(body), 'no-store'])
    expect((await ask('GET', '/monitoring/health')).status).toBe(200)
    const listeners = await createCapsuleListeners({
      settings,
      strict,
      trustedProxies: [],
      logPseudonymKey: null,
      service,
      logger,
      metrics: null,
    })
    expect([listeners.post, listeners.get]).toEqual([null, null])
    await listeners.listen()
    listeners.closeAllConnections()
  })

  it.each([
    ['POST', '/key-capsules', { ...body, x: 'x'.repeat(20_000) }, 413],
    ['POST', '/key-capsules', {}, 400],
    ['GET', '/key-capsules/short', undefined, 400],
    ['GET', '/key-capsules/KC0123456789abcdef', undefined, 404],
    ['DELETE', '/key-capsules/KC0123456789abcdef', undefined, 405],
    ['GET', '/key-capsules', undefined, 405],
    ['PUT', '/key-capsules', {}, 405],
    ['POST', '/key-capsules/', body, 404],
    ['POST', '/key-capsules/?x=/', body, 404],
    ['POST', '/key-capsules/KC0123456789abcdef/', body, 404],
    ['GET', '/key-capsules/', undefined, 404],
    ['GET', '/key-capsules/short/', undefined, 404],
  ])('capsules on the port of the other interfaces are refused as elsewhere: %s %s', async (method, path, payload, status) => {
    const answer = await (await serverWith())(method, path, payload)
    expect(answer.status).toBe(status)
    if (method === 'GET') expect(answer.body).toBe('')
    else expect((JSON.parse(answer.body) as { requestErrors: unknown[] }).requestErrors.length).toBeGreaterThan(0)
  })

  it('capsules on the port of the other interfaces are fetched elsewhere when a proxy uses a socket, or another port is set', async () => {
    const clients: CapsuleClients = {
      kind: 'proxy',
      authorities: folder,
      revocationLists: null,
      peers: { kind: 'socket', path: join(folder, 'get.sock') },
      header: 'client-cert',
      encoding: 'rfc9440',
    }
    for (const changes of [{ clients }, { getPort: 8444 }]) {
      const ask = await serverWith(changes)
      expect((await ask('POST', '/key-capsules', body)).status).toBe(201)
      expect((await ask('GET', '/key-capsules/KC0123456789abcdef')).status).toBe(405)
    }
  })

  it('capsules on the port of the other interfaces are named in the refusal of unknown paths', async () => {
    const refusal = async (changes: Partial<CapsuleSettings>) => (await (await serverWith(changes))('POST', '/validate', {})).body
    expect(await refusal({})).toContain('key capsules are at /key-capsules')
    expect(await refusal({ getPort: 8444 })).toContain('key capsules are at /key-capsules')
    expect(await refusal({ onServerPort: false })).toContain('key capsules have ports of their own')
  })

  it('capsules on the port of the other interfaces are in /openapi.json of the server when it serves them', async () => {
    const operationsOf = async (changes: Partial<CapsuleSettings>) => {
      const ask = await serverWith(changes)
      const { paths } = JSON.parse((await ask('GET', '/openapi.json')).body) as { paths: Record<string, object> }
      return ['/key-capsules', '/key-capsules/{transactionId}'].map((path) => Object.keys(paths[path] ?? {}).sort())
    }
    expect(await operationsOf({})).toEqual([['post'], ['get', 'post']])
    expect(await operationsOf({ getPort: 8444 })).toEqual([['post'], ['post']])
    expect(await operationsOf({ onServerPort: false, postPort: 8443 })).toEqual([[], []])
  })

  it('capsules on the port of the other interfaces do not exist when the settings define separate listeners', async () => {
    const ask = await serverWith({ onServerPort: false })
    expect((await ask('POST', '/key-capsules', body)).status).toBe(404)
  })
})
