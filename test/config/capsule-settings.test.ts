import { describe, expect, it } from 'vitest'
import { limits, networksOf, readSettings } from '#config'
import { settingsTable } from '../../src/config/setting-definitions.js'
import { storeIn } from '../support/settings.js'
import { problemsOf } from './problems-of.js'

const day = 86_400_000
const needed = {
  ALLKIRI_SERVICES: 'validation,capsules',
  ALLKIRI_DATA: '/var/lib/allkiri',
  ALLKIRI_CAPSULES_TLS_CERTIFICATE: '/etc/server.pem',
  ALLKIRI_CAPSULES_TLS_KEY: '/etc/server.key',
  ALLKIRI_CAPSULES_CLIENT_AUTHORITIES: '/etc/authorities',
}

describe('settings of key capsules', () => {
  it('settings of key capsules are not asked for where capsules are not', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({ services: ['validation'], capsules: null, capsuleStore: null })
    // Commands that move capsules need the store alone.
    expect(readSettings({ ALLKIRI_DATA: '/srv' }).capsuleStore).toMatchObject({ kind: 'embedded', folder: '/srv' })
  })

  it('settings of key capsules have the defaults of the reference server, and mutual TLS', () => {
    expect(readSettings(needed).capsules).toEqual({
      limits,
      store: storeIn('/var/lib/allkiri'),
      host: '127.0.0.1',
      postPort: 8443,
      getPort: null,
      onServerPort: false,
      tls: { certificate: '/etc/server.pem', key: '/etc/server.key', minimum: '1.3', handshakeMilliseconds: 10_000 },
      clients: { kind: 'mutual-tls', authorities: '/etc/authorities', revocationLists: null },
      standardExpiry: 1095 * day,
      maximumExpiry: 1825 * day,
      grace: 30 * day,
      requestsPerMinute: 1200,
    })
  })

  it('settings of key capsules have one port for both, unless another one is named', () => {
    const ports = (environment: Record<string, string>) => {
      const { postPort, getPort, onServerPort } = readSettings({ ...needed, ...environment }).capsules ?? {}
      return [postPort, getPort, onServerPort]
    }
    expect(ports({ ALLKIRI_CAPSULES_GET_PORT: '8444' })).toEqual([8443, 8444, false])
    expect(ports({ ALLKIRI_CAPSULES_GET_PORT: '8443' })).toEqual([8443, null, false])
    expect(ports({ ALLKIRI_CAPSULES_POST_PORT: '0', ALLKIRI_CAPSULES_GET_PORT: '0' })).toEqual([0, 0, false])
  })

  it('settings of key capsules may have the port of the other interfaces when no TLS certificate is set', () => {
    const { ALLKIRI_CAPSULES_TLS_CERTIFICATE: _, ALLKIRI_CAPSULES_TLS_KEY: __, ...plain } = needed
    const behindProxy = { ...plain, ALLKIRI_CAPSULES_PROXY: '10.0.0.5', ALLKIRI_CAPSULES_POST_PORT: '8080' }
    expect(readSettings(behindProxy).capsules).toMatchObject({ postPort: 8080, getPort: null, onServerPort: true, tls: null })
    expect(readSettings({ ...behindProxy, ALLKIRI_CAPSULES_HOST: '10.0.0.1' }).capsules?.onServerPort).toBe(false)
    expect(problemsOf({ ...needed, ALLKIRI_CAPSULES_POST_PORT: '8080' })).toEqual([expect.stringContaining('must be another port')])
  })

  it('settings of key capsules name the responders of client certificates, and reach them as trusted lists are reached', () => {
    const ocsp = (environment: Record<string, string>) => {
      const clients = readSettings({ ...needed, ...environment }).capsules?.clients
      return clients?.kind === 'mutual-tls' ? clients.ocsp : null
    }
    expect(ocsp({})).toBeUndefined()
    expect(ocsp({ ALLKIRI_CAPSULES_CLIENT_OCSP: 'AIA.example, ocsp.example:8080,[::1]:9' })).toEqual({
      hosts: ['aia.example', 'ocsp.example:8080', '[::1]:9'],
      maxAge: 600_000,
      proxy: null,
      privateAddresses: false,
    })
    const changed = {
      ALLKIRI_CAPSULES_CLIENT_OCSP_MAX_AGE: 'P1D',
      ALLKIRI_TRUST_PRIVATE_ADDRESSES: 'true',
      ALLKIRI_TRUST_PROXY: 'http://proxy:1',
    }
    expect(ocsp({ ...changed, ALLKIRI_CAPSULES_CLIENT_OCSP: 'a:80' })).toEqual({
      hosts: ['a'],
      maxAge: day,
      proxy: 'http://proxy:1',
      privateAddresses: true,
    })
    for (const wrong of ['http://aia.example', 'aia.example/', 'a@b', 'a,,b', 'a b', 'a:99999'])
      expect(problemsOf({ ...needed, ALLKIRI_CAPSULES_CLIENT_OCSP: wrong })).toEqual([expect.stringContaining('names of hosts')])
  })

  it('settings of key capsules choose TLS 1.3, and the time of a handshake', () => {
    const tls = (environment: Record<string, string>) => readSettings({ ...needed, ...environment }).capsules?.tls
    expect(tls({ ALLKIRI_CAPSULES_TLS_MIN_VERSION: '1.2', ALLKIRI_CAPSULES_HANDSHAKE_TIMEOUT_MS: '60000' })).toMatchObject({
      minimum: '1.2',
      handshakeMilliseconds: 60_000,
    })
    for (const text of ['1.1', '1', 'TLSv1.2', '1.30'])
      expect(problemsOf({ ...needed, ALLKIRI_CAPSULES_TLS_MIN_VERSION: text })).toHaveLength(1)
  })

  it('settings of key capsules choose the services that run', () => {
    expect(readSettings({ ...needed, ALLKIRI_SERVICES: 'Capsules' }).services).toEqual(['capsules'])
    expect(readSettings({ ...needed, ALLKIRI_SERVICES: 'capsules, validation' }).services).toEqual(['validation', 'capsules'])
    for (const text of ['capsule', 'validation;capsules', ',', 'all']) expect(problemsOf({ ALLKIRI_SERVICES: text })).toHaveLength(1)
  })

  it('settings do not start capsules without a place where they are kept', () => {
    const { ALLKIRI_DATA: _, ...rest } = needed
    expect(problemsOf(rest)).toEqual([expect.stringMatching(/ALLKIRI_DATA .* ALLKIRI_CAPSULES_DATABASE/)])
    const database = 'postgres://allkiri@db.example:5432/capsules'
    expect(readSettings({ ...needed, ALLKIRI_CAPSULES_DATABASE: database }).capsules?.store).toMatchObject({
      kind: 'postgresql',
      url: database,
      connections: 10,
    })
  })

  it('settings do not start capsules without knowing who reads (decisions.md#capsule-reading)', () => {
    const { ALLKIRI_CAPSULES_CLIENT_AUTHORITIES: _, ...rest } = needed
    expect(problemsOf(rest)).toEqual([
      expect.stringMatching(/ALLKIRI_CAPSULES_CLIENT_AUTHORITIES.*ALLKIRI_CAPSULES_PROXY.*ALLKIRI_CAPSULES_SANDBOX/),
    ])
    expect(problemsOf({ ...rest, ALLKIRI_CAPSULES_PROXY: '10.0.0.5' })).toEqual([
      expect.stringContaining('ALLKIRI_CAPSULES_CLIENT_AUTHORITIES'),
    ])
  })

  it('settings do not start capsules with a fixed clock (decisions.md#capsule-durability)', () => {
    expect(problemsOf({ ...needed, ALLKIRI_CLOCK: '2026-08-20T12:00:00Z' })).toEqual([expect.stringContaining('ALLKIRI_CLOCK')])
  })

  it('settings of key capsules require certificate and key together, and both for mutual TLS', () => {
    const { ALLKIRI_CAPSULES_TLS_KEY: _, ...rest } = needed
    expect(problemsOf(rest).join(' ')).toContain('belong together')
    const { ALLKIRI_CAPSULES_TLS_CERTIFICATE: __, ...neither } = rest
    expect(problemsOf(neither)).toEqual([expect.stringContaining('Mutual TLS needs')])
    expect(problemsOf({ ...neither, ALLKIRI_CAPSULES_PROXY: '10.0.0.5' })).toEqual([])
  })

  it('settings of key capsules describe a proxy by its addresses or its socket', () => {
    const clients = (environment: Record<string, string>) => readSettings({ ...needed, ...environment }).capsules?.clients
    expect(clients({ ALLKIRI_CAPSULES_PROXY: '10.0.0.5, 10.1.0.0/16,::1' })).toEqual({
      kind: 'proxy',
      authorities: '/etc/authorities',
      revocationLists: null,
      peers: { kind: 'addresses', addresses: ['10.0.0.5', '10.1.0.0/16', '::1'] },
      header: 'client-cert',
      encoding: 'rfc9440',
    })
    expect(
      clients({
        ALLKIRI_CAPSULES_PROXY: 'unix:/run/capsules.sock',
        ALLKIRI_CAPSULES_PROXY_HEADER: 'X-SSL-Cert',
        ALLKIRI_CAPSULES_PROXY_ENCODING: 'PEM',
      }),
    ).toMatchObject({
      peers: { kind: 'socket', path: '/run/capsules.sock' },
      header: 'x-ssl-cert',
      encoding: 'pem',
    })
    expect(problemsOf({ ...needed, ALLKIRI_CAPSULES_PROXY: `unix:/run/${'õ'.repeat(51)}` })).toEqual([])
    for (const text of [
      'localhost',
      '10.0.0.5/33',
      '10.0.0.0/8;10.1.0.0/16',
      'unix:run/x',
      `unix:/run/${'õ'.repeat(52)}`,
      '*',
      '300.0.0.1',
      '::/129',
    ])
      expect(problemsOf({ ...needed, ALLKIRI_CAPSULES_PROXY: text })).toHaveLength(1)
    const listed = networksOf(['10.0.0.5', '192.168.0.0/16', '2001:db8::/32'])
    expect(['10.0.0.5', '::ffff:10.0.0.5', '192.168.7.7', '2001:db8::1'].map(listed)).toEqual([true, true, true, true])
    expect(['10.0.0.6', '193.168.7.7', '2001:db9::1'].map(listed)).toEqual([false, false, false])
  })

  it('settings of key capsules open the sandbox on loopback addresses only', () => {
    const sandbox = { ALLKIRI_SERVICES: 'capsules', ALLKIRI_DATA: '/srv', ALLKIRI_CAPSULES_SANDBOX: 'true' }
    expect(readSettings(sandbox).capsules?.clients).toEqual({ kind: 'sandbox' })
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
      expect(problemsOf({ ...sandbox, ALLKIRI_CAPSULES_HOST: host })).toEqual([])
    for (const host of ['0.0.0.0', '::', '10.0.0.5', 'example.org', '127.example.org'])
      expect(problemsOf({ ...sandbox, ALLKIRI_CAPSULES_HOST: host })).toHaveLength(1)
    expect(problemsOf({ ...sandbox, ALLKIRI_HOST: '0.0.0.0' })).toHaveLength(1)
    expect(problemsOf({ ...needed, ALLKIRI_CAPSULES_SANDBOX: 'true' })).toHaveLength(1)
  })

  it('settings of key capsules read durations as the settings of earlier servers had them', () => {
    const standard = (text: string) => readSettings({ ...needed, ALLKIRI_CAPSULES_DEFAULT_EXPIRY: text }).capsules?.standardExpiry
    expect(standard('P90D')).toBe(90 * day)
    expect(standard('PT36H')).toBe(1.5 * day)
    expect(standard('P1DT2H3M4S')).toBe(day + 7_384_000)
    for (const text of ['P3Y', 'P36M', '90', 'P', 'PT', 'P0D', 'P-1D', '-P1D', 'P1.5D', 'P99999D'])
      expect(problemsOf({ ...needed, ALLKIRI_CAPSULES_DEFAULT_EXPIRY: text })).toHaveLength(1)
    expect(problemsOf({ ...needed, ALLKIRI_CAPSULES_DEFAULT_EXPIRY: 'P2000D' })).toEqual([expect.stringContaining('must not be longer')])
  })

  it('settings of key capsules limit requests, or not', () => {
    expect(readSettings({ ...needed, ALLKIRI_CAPSULES_RATE_LIMIT: 'off' }).capsules?.requestsPerMinute).toBeNull()
    expect(readSettings({ ...needed, ALLKIRI_CAPSULES_RATE_LIMIT: '60' }).capsules?.requestsPerMinute).toBe(60)
    for (const text of ['0', '-1', 'none', '1e3']) expect(problemsOf({ ...needed, ALLKIRI_CAPSULES_RATE_LIMIT: text })).toHaveLength(1)
  })

  it('settings of key capsules never show a database address: it may hold a password', () => {
    const problems = problemsOf({ ...needed, ALLKIRI_CAPSULES_DATABASE: 'postgre://allkiri:topsecret@db/capsules' })
    expect(problems).toHaveLength(1)
    expect(problems.join()).not.toContain('topsecret')
  })

  it('settings of key capsules are in the table, each with a meaning', () => {
    for (const name of ['ALLKIRI_SERVICES', 'ALLKIRI_DATA', ...Object.keys(needed), 'ALLKIRI_CAPSULES_RATE_LIMIT'])
      expect(settingsTable()).toContain(`\`${name}\``)
  })
})
