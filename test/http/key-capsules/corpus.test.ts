import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CapsulesUnderTest, capsulesUnderTest, day, startOfTests, type TlsClient } from '../../support/capsule-listeners.js'
import { startTestDatabase, type TestDatabase } from '../../support/test-database.js'

const corpus = fileURLToPath(new URL('../../../../shared/corpus/cdoc2/', import.meta.url))
const requestsFile = join(corpus, 'key-capsule-requests.json')

interface Corpus {
  readonly requests: readonly {
    readonly id: string
    readonly body?: Readonly<Record<string, unknown>>
    readonly raw_body?: string
    readonly our_status: number
    readonly client_cert?: string
    readonly client_key?: string
  }[]
  readonly expiry_header: readonly { readonly value: string | null; readonly our_status: number; readonly our_stored_as?: string }[]
  readonly get: readonly { readonly id: string | null; readonly path?: string; readonly our_status: number }[]
}

const present = existsSync(requestsFile)
const cases = (present ? JSON.parse(readFileSync(requestsFile, 'utf8')) : { requests: [], expiry_header: [], get: [] }) as Corpus

const relative: Readonly<Record<string, { expiry: number; adjusted: string }>> = {
  'now + default (P1095D)': { expiry: startOfTests + 1095 * day, adjusted: 'false' },
  'now + maximum (P1825D), adjusted=true': { expiry: startOfTests + 1825 * day, adjusted: 'true' },
}

function clientOf(certificate: string, key = certificate.replace(/\.pem$/, '.key.pem')): TlsClient {
  return { cert: readFileSync(join(corpus, certificate), 'utf8'), key: readFileSync(join(corpus, key), 'utf8') }
}

describe.each(['an embedded store', 'two instances that share PostgreSQL'])('requests of the published corpus, with %s', (form) => {
  describe.skipIf(!present)('answered as ruled', () => corpusOf(form !== 'an embedded store'))
})

function corpusOf(shared: boolean): void {
  /** Capsules are sent to the first, and fetched from the second. */
  let capsules: CapsulesUnderTest
  let second: CapsulesUnderTest
  let database: TestDatabase | null = null
  const valid = cases.requests.find(({ id }) => id === 'ok-p384')?.body
  const start = () =>
    capsulesUnderTest((settings, folder) => {
      const authorities = join(folder, 'corpus')
      mkdirSync(authorities)
      // As in the trust store of the reference server: issuing authorities, and a client certificate that signed itself.
      for (const file of ['generated/pki/issuing-ca.pem', 'derived/cdoc2client.cert.pem'])
        copyFileSync(join(corpus, file), join(authorities, file.replaceAll('/', '-')))
      const store = database === null ? settings.store : ({ kind: 'postgresql', url: database.url, connections: 4 } as const)
      return { ...settings, store, clients: { kind: 'mutual-tls', authorities, revocationLists: null } }
    })
  beforeAll(async () => {
    database = shared ? await startTestDatabase() : null
    capsules = await start()
    second = shared ? await start() : capsules
  })
  afterAll(async () => {
    await capsules.close()
    if (shared) await second.close()
    await database?.stop()
  })

  it.each(cases.requests)('POST $id: $our_status', async (request) => {
    const answer = await capsules.post('/key-capsules', request.raw_body ?? request.body)
    expect(answer.status).toBe(request.our_status)
    if (answer.status !== 201) {
      const { requestErrors } = JSON.parse(answer.body) as { requestErrors: { key: string; message: string }[] }
      expect(requestErrors.length).toBeGreaterThan(0)
      expect(answer.headers.location).toBeUndefined()
      return
    }
    expect(answer.body).toBe('')
    expect(answer.headers.location).toMatch(/^\/key-capsules\/KC[0-9a-f]{32}$/)
    if (request.client_cert === undefined) return
    const fetched = await second.get(String(answer.headers.location), { as: clientOf(request.client_cert, request.client_key) })
    expect(fetched.status).toBe(200)
    const sent = JSON.parse(request.raw_body ?? JSON.stringify(request.body)) as Record<string, string>
    const recipient = sent['recipient_id']?.replace(/\s/g, '')
    const expected = { recipient_id: recipient, ephemeral_key_material: sent['ephemeral_key_material'], capsule_type: sent['capsule_type'] }
    expect(fetched.body).toBe(JSON.stringify(expected))
    const stranger = await second.get(String(answer.headers.location), { as: clientOf('generated/pki/client-p384-stranger.pem') })
    expect([stranger.status, stranger.body]).toEqual([404, ''])
  })

  it.each(cases.expiry_header)('x-expiry-time $value: $our_status $our_stored_as', async ({ value, our_status, our_stored_as = '' }) => {
    const answer = await capsules.post('/key-capsules', valid, { headers: value === null ? {} : { 'x-expiry-time': value } })
    expect(answer.status).toBe(our_status)
    if (answer.status === 201) {
      const { expiry, adjusted } = relative[our_stored_as] ?? { expiry: Date.parse(our_stored_as), adjusted: 'false' }
      const written = new Date(expiry).toISOString().replace('.000Z', 'Z')
      expect(answer.headers).toMatchObject({ 'x-expiry-time': written, 'x-expiry-time-adjusted': adjusted })
      const fetched = await second.get(String(answer.headers.location), { as: clientOf('generated/pki/client-p384-renewed.pem') })
      expect(fetched.headers).toMatchObject({ 'x-expiry-time': written, 'x-expiry-time-adjusted': adjusted })
      return
    }
    const { requestErrors } = JSON.parse(answer.body) as { requestErrors: { key: string }[] }
    expect(requestErrors.map(({ key }) => key)).toEqual(['x-expiry-time'])
  })

  it.each(cases.get)('GET $id $path: $our_status', async ({ id, path, our_status }) => {
    const answer = await second.get(path ?? `/key-capsules/${id ?? ''}`, { as: clientOf('generated/pki/client-p384.pem') })
    expect([answer.status, answer.body]).toEqual([our_status, ''])
  })

  it.each([
    ['client-p384-otherca', 'signed by an authority that is not trusted, with the name of one that is'],
    ['client-p384-expired', 'expired'],
    ['client-p384-serverauth', 'not for client authentication'],
  ])('%s gets nothing: %s', async (name) => {
    const stored = await capsules.post('/key-capsules', valid)
    await expect(second.get(String(stored.headers.location), { as: clientOf(`generated/pki/${name}.pem`) })).rejects.toThrow()
    expect(second.logged()).not.toMatch(/PNOEE|TEST,CLIENT/)
  })
}
