import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { CapsuleStoreSettings } from '#config'
import {
  type Answer,
  type AskOptions,
  type CapsulesUnderTest,
  capsulesUnderTest,
  day,
  type TlsClient,
} from '../../../support/capsule-listeners.js'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/cdoc2/', import.meta.url))
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

export const corpusPresent = existsSync(requestsFile)
const cases = (corpusPresent ? JSON.parse(readFileSync(requestsFile, 'utf8')) : { requests: [], expiry_header: [], get: [] }) as Corpus

/** As in the trust store of the reference server: issuing authorities, and a client certificate that signed itself. PEM, by file name. */
export function corpusAuthorities(): ReadonlyMap<string, string> {
  const files = ['generated/pki/issuing-ca.pem', 'derived/cdoc2client.cert.pem']
  return new Map(files.map((file) => [file.replaceAll('/', '-'), readFileSync(join(corpus, file), 'utf8')]))
}

/** A service that accepts the clients of the corpus. @param store where it keeps capsules, its own folder where none is named */
export function capsulesOfCorpus(store?: CapsuleStoreSettings): Promise<CapsulesUnderTest> {
  return capsulesUnderTest((settings, folder) => {
    const authorities = join(folder, 'corpus')
    mkdirSync(authorities)
    for (const [name, pem] of corpusAuthorities()) writeFileSync(join(authorities, name), pem)
    return { ...settings, store: store ?? settings.store, clients: { kind: 'mutual-tls', authorities, revocationLists: null } }
  })
}

/** Where capsules are sent to, and where they are fetched; two services with one store, or one. */
export interface CorpusTarget {
  readonly post: (path: string, body: unknown, options?: AskOptions) => Promise<Answer>
  readonly get: (path: string, options?: AskOptions) => Promise<Answer>
  /** By which expiry is counted. */
  readonly clock: () => number
  /** How long after that moment the service may have looked at its own clock. */
  readonly tolerance: number
  readonly logged: () => string
}

const durations: Readonly<Record<string, { readonly milliseconds: number; readonly adjusted: string }>> = {
  'now + default (P1095D)': { milliseconds: 1095 * day, adjusted: 'false' },
  'now + maximum (P1825D), adjusted=true': { milliseconds: 1825 * day, adjusted: 'true' },
}

function clientOf(certificate: string, key = certificate.replace(/\.pem$/, '.key.pem')): TlsClient {
  return { cert: readFileSync(join(corpus, certificate), 'utf8'), key: readFileSync(join(corpus, key), 'utf8') }
}

/** Every request of the published corpus, answered as ruled. */
export function corpusSuite(target: () => CorpusTarget): void {
  const valid = cases.requests.find(({ id }) => id === 'ok-p384')?.body

  it.each(cases.requests)('a request of the corpus is answered as ruled: POST $id: $our_status', async (request) => {
    const { post, get } = target()
    const answer = await post('/key-capsules', request.raw_body ?? request.body)
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
    const fetched = await get(String(answer.headers.location), { as: clientOf(request.client_cert, request.client_key) })
    expect(fetched.status).toBe(200)
    const sent = JSON.parse(request.raw_body ?? JSON.stringify(request.body)) as Record<string, string>
    const recipient = sent['recipient_id']?.replace(/\s/g, '')
    const expected = { recipient_id: recipient, ephemeral_key_material: sent['ephemeral_key_material'], capsule_type: sent['capsule_type'] }
    expect(fetched.body).toBe(JSON.stringify(expected))
    const stranger = await get(String(answer.headers.location), { as: clientOf('generated/pki/client-p384-stranger.pem') })
    expect([stranger.status, stranger.body]).toEqual([404, ''])
  })

  it.each(cases.expiry_header)(
    'a request of the corpus is answered as ruled: x-expiry-time $value: $our_status $our_stored_as',
    async ({ value, our_status, our_stored_as = '' }) => {
      const { post, get, clock, tolerance } = target()
      const duration = durations[our_stored_as]
      const before = clock()
      const answer = await post('/key-capsules', valid, { headers: value === null ? {} : { 'x-expiry-time': value } })
      const passed = our_status === 201 && duration === undefined && Date.parse(our_stored_as) <= before
      expect(answer.status).toBe(passed ? 400 : our_status)
      if (answer.status === 201) {
        const written = String(answer.headers['x-expiry-time'])
        const earliest = duration === undefined ? Date.parse(our_stored_as) : before + duration.milliseconds
        expect(written).toBe(new Date(Date.parse(written)).toISOString().replace('.000Z', 'Z'))
        expect(Date.parse(written)).toBeGreaterThanOrEqual(earliest)
        expect(Date.parse(written)).toBeLessThanOrEqual(earliest + (duration === undefined ? 0 : tolerance))
        const adjusted = duration?.adjusted ?? 'false'
        expect(answer.headers['x-expiry-time-adjusted']).toBe(adjusted)
        const fetched = await get(String(answer.headers.location), { as: clientOf('generated/pki/client-p384-renewed.pem') })
        expect(fetched.headers).toMatchObject({ 'x-expiry-time': written, 'x-expiry-time-adjusted': adjusted })
        return
      }
      const { requestErrors } = JSON.parse(answer.body) as { requestErrors: { key: string }[] }
      expect(requestErrors.map(({ key }) => key)).toEqual(['x-expiry-time'])
    },
  )

  it.each(cases.get)('a request of the corpus is answered as ruled: GET $id $path: $our_status', async ({ id, path, our_status }) => {
    const answer = await target().get(path ?? `/key-capsules/${id ?? ''}`, { as: clientOf('generated/pki/client-p384.pem') })
    expect([answer.status, answer.body]).toEqual([our_status, ''])
  })

  it.each([
    ['client-p384-otherca', 'signed by an authority that is not trusted, with the name of one that is'],
    ['client-p384-expired', 'expired'],
    ['client-p384-serverauth', 'not for client authentication'],
  ])('the client %s of the corpus gets nothing: %s', async (name) => {
    const { post, get, logged } = target()
    const stored = await post('/key-capsules', valid)
    const answer = await get(String(stored.headers.location), { as: clientOf(`generated/pki/${name}.pem`) })
    expect([answer.status, answer.body]).toEqual([401, ''])
    expect(logged()).not.toMatch(/PNOEE|TEST,CLIENT/)
  })

  it('a client with a key of another curve gets nothing: neither a capsule nor a fault', async () => {
    const { post, get } = target()
    const stored = await post('/key-capsules', valid)
    // The handshake may fail, or go on without a certificate; where it goes on with it, no capsule is for this key.
    const asked = await get(String(stored.headers.location), { as: clientOf('generated/pki/client-brainpool384.pem') }).catch(
      (error: unknown) => error,
    )
    if (asked instanceof Error) expect(asked.message).toMatch(/alert|ECONNRESET|socket|EPIPE|disconnected/i)
    else expect([401, 404]).toContain((asked as Answer).status)
    expect((await get(String(stored.headers.location), { as: clientOf('generated/pki/client-p384.pem') })).status).toBe(200)
  })
}
