import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits, readMoment, readSettings, settingsFrom } from '#config'
import { allDefinitions, settingsTable } from '../../src/config/setting-definitions.js'
import { problemsOf } from './problems-of.js'

describe('settings', () => {
  it('settings have a default each, and ignore other names of the environment', () => {
    const settings = readSettings({ PATH: '/bin', HOME: '/home' })
    expect(settings).toMatchObject({ host: '127.0.0.1', port: 8080, trust: null, clock: null, strict: false, logLevel: 'info' })
    expect(settings.limits.request.maxBodyBytes).toBe(28_000_000)
    expect(settings.limits).toEqual(limits)
    expect(settings.workers).toBeGreaterThan(0)
  })

  it('settings are read from the environment; an empty value counts as not set', () => {
    const settings = readSettings({
      ALLKIRI_HOST: '0.0.0.0',
      ALLKIRI_PORT: '9090',
      ALLKIRI_TRUST: '/etc/trust',
      ALLKIRI_CLOCK: '2026-08-20T12:00:00Z',
      ALLKIRI_LOG_LEVEL: 'WARN',
      ALLKIRI_STRICT: 'true',
      ALLKIRI_WORKERS: '3',
      ALLKIRI_MAX_QUEUE: '',
    })
    expect(settings).toMatchObject({
      host: '0.0.0.0',
      port: 9090,
      trust: '/etc/trust',
      strict: true,
      logLevel: 'warn',
      workers: 3,
      limits,
    })
    expect(settings.clock).toBe(Date.UTC(2026, 7, 20, 12))
  })

  it('settings that are bounds have their value in the place of the bound, and change no other', () => {
    const { limits: changed } = readSettings({ ALLKIRI_VALIDATION_TIMEOUT_MS: '5000', ALLKIRI_WORKER_HEAP_MB: '256' })
    expect(changed.request.maxMilliseconds).toBe(5_000)
    expect(changed).toEqual({
      ...limits,
      request: { ...limits.request, maxMilliseconds: 5_000 },
      workers: { ...limits.workers, heapMegabytes: 256 },
    })
  })

  it('settings of a program without an environment are read like those of the environment', () => {
    const given = settingsFrom({ trust: '/etc/trust', workers: 3 }, { XDG_STATE_HOME: '/state' })
    const environment = { ALLKIRI_TRUST: '/etc/trust', ALLKIRI_WORKERS: '3', XDG_STATE_HOME: '/state' }
    expect(given).toEqual(readSettings(environment))
    expect(() => settingsFrom({ workers: 0.5 }, {})).toThrow('workers must be a whole number from 1 to 256; it is "0.5".')
  })

  it('settings stop the start with a sentence for every bad value at once', () => {
    const problems = problemsOf({ ALLKIRI_PORT: '80a', ALLKIRI_CLOCK: '2026-08-20', ALLKIRI_STRICT: 'yes', ALLKIRI_LOG_LEVEL: 'loud' })
    expect(problems).toEqual(
      [
        'ALLKIRI_CLOCK must be a moment with its time zone, such as 2026-08-20T12:00:00Z; it is "2026-08-20".',
        'ALLKIRI_LOG_LEVEL must be one of fatal, error, warn, info, debug, silent; it is "loud".',
        'ALLKIRI_PORT must be a whole number from 0 to 65535; it is "80a".',
        'ALLKIRI_STRICT must be true or false; it is "yes".',
      ].sort((a, b) => problems.indexOf(a) - problems.indexOf(b)),
    )
  })

  it.each(['-1', '65536', '8080.0', ' ', '0x50', '1e3', '٨٠٨٠'])('settings refuse %j as a port or take it as not set', (text) => {
    if (text.trim() === '') expect(readSettings({ ALLKIRI_PORT: text }).port).toBe(8080)
    else expect(problemsOf({ ALLKIRI_PORT: text })).toHaveLength(1)
  })

  it.each([
    ['ALLKIRI_PROT', 'ALLKIRI_PORT'],
    ['allkiri_port', 'ALLKIRI_PORT'],
    ['ALLKIRI_TRUST_LIST', 'ALLKIRI_TRUST_LISTS'],
    ['ALLKIRI_CAPSULES_GET_PROT', 'ALLKIRI_CAPSULES_GET_PORT'],
    ['ALLKIRI_VALIDATION_TIMEOUT', 'ALLKIRI_VALIDATION_TIMEOUT_MS'],
  ])('settings refuse %s in one short sentence with the nearest name', (name, nearest) => {
    expect(problemsOf({ [name]: '1' })).toEqual([`${name} is not a setting; the nearest one is ${nearest}.`])
  })

  it('settings tell a name without any likeness in one short sentence as well', () => {
    expect(problemsOf({ [`ALLKIRI_${'X'.repeat(10_000)}`]: '1' })[0]?.length).toBeLessThan(160)
    expect(problemsOf({ ALLKIRI_: '1' })[0]).toMatch(/^ALLKIRI_ is not a setting; the nearest one is ALLKIRI_[A-Z_]+\.$/)
  })

  describe('beside the variables of Kubernetes', () => {
    /** What Kubernetes puts into every container of the namespace for a Service with named ports. */
    const injected = (service: string, ports: readonly (readonly [name: string, port: number, protocol: string])[]) =>
      Object.fromEntries([
        [`${service}_SERVICE_HOST`, '10.96.0.17'],
        [`${service}_SERVICE_PORT`, String(ports[0]?.[1])],
        [`${service}_PORT`, `${ports[0]?.[2]}://10.96.0.17:${ports[0]?.[1]}`],
        ...ports.flatMap(([name, port, protocol]) => [
          [`${service}_SERVICE_PORT_${name}`, String(port)],
          [`${service}_PORT_${port}_${protocol.toUpperCase()}`, `${protocol}://10.96.0.17:${port}`],
          [`${service}_PORT_${port}_${protocol.toUpperCase()}_PROTO`, protocol],
          [`${service}_PORT_${port}_${protocol.toUpperCase()}_PORT`, String(port)],
          [`${service}_PORT_${port}_${protocol.toUpperCase()}_ADDR`, '10.96.0.17'],
        ]),
      ])

    it.each(['ALLKIRI', 'ALLKIRI_CAPSULES', 'ALLKIRI_CAPSULES_POST', 'ALLKIRI_CAPSULES_GET', 'ALLKIRI_TEST'])(
      'a Service of Kubernetes called %s changes no setting',
      (service) => {
        const ports = [
          ['HTTP', 80, 'tcp'],
          ['CAPSULES_TLS', 8443, 'tcp'],
          ['OTHER', 53, 'udp'],
        ] as const
        expect(readSettings({ HOME: '/home', ...injected(service, ports) })).toEqual(readSettings({ HOME: '/home' }))
        expect(readSettings({ ...injected(service, ports), ALLKIRI_HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
      },
    )

    it('a Service of Kubernetes of version 6 changes no setting either', () => {
      expect(readSettings({ ALLKIRI_PORT: 'tcp://[fd00::17]:8080', ALLKIRI_SERVICE_HOST: 'fd00::17' }).port).toBe(8080)
    })

    it('a wrong value of a setting stays wrong beside the variables of Kubernetes', () => {
      for (const ALLKIRI_PORT of ['tcp://', 'http://10.96.0.17:80', 'tcp://10.96.0.17', 'tcp:80'])
        expect(problemsOf({ ALLKIRI_PORT })).toEqual([expect.stringContaining('ALLKIRI_PORT must be')])
      expect(problemsOf({ ALLKIRI_HOST: 'tcp://10.96.0.17:80' })).toHaveLength(1)
      expect(problemsOf({ ALLKIRI_SERVICE: 'capsules' })).toEqual([
        'ALLKIRI_SERVICE is not a setting; the nearest one is ALLKIRI_SERVICES.',
      ])
    })
  })

  it('settings name the proxies in front, and never all addresses', () => {
    const proxies = (ALLKIRI_TRUSTED_PROXIES: string) => readSettings({ ALLKIRI_TRUSTED_PROXIES }).trustedProxies
    expect(readSettings({}).trustedProxies).toEqual([])
    expect(proxies('10.0.0.5, 10.1.0.0/16,::1,fc00::/7')).toEqual(['10.0.0.5', '10.1.0.0/16', '::1', 'fc00::/7'])
    expect(proxies('::ffff:10.0.0.0/104,::ffff:10.0.0.5,::/97')).toHaveLength(3)
    for (const ALLKIRI_TRUSTED_PROXIES of [
      'true',
      'all',
      '*',
      '0.0.0.0/0',
      '::/0',
      '0.0.0.0/1,128.0.0.0/1',
      // Networks of version 6 that take all addresses of version 4 in.
      '::ffff:0:0/96',
      '::ffff:0.0.0.0/103',
      '::/8',
      '::8/80',
      '::1/129',
      'proxy.example',
      '10.0.0.0/33',
      '10.0.0.5/',
      '1',
    ])
      expect(problemsOf({ ALLKIRI_TRUSTED_PROXIES })).toEqual([
        expect.stringContaining('ALLKIRI_TRUSTED_PROXIES must be addresses and networks'),
      ])
  })

  it('settings refuse bounds that contradict each other', () => {
    expect(problemsOf({ ALLKIRI_MAX_BYTES_IN_FLIGHT: '2000', ALLKIRI_MAX_BODY_BYTES: '3000' })[0]).toContain('must not be less than')
  })

  it('settings are in one table, each with default and meaning', () => {
    const table = settingsTable()
    for (const name of ['ALLKIRI_HOST', 'ALLKIRI_TRUST', 'ALLKIRI_MAX_BODY_BYTES', 'ALLKIRI_WORKERS'])
      expect(table).toContain(`| \`${name}\` |`)
    expect(table.split('\n').every((row) => row.split('|').length === 5)).toBe(true)
  })
})

describe('docs/settings.md', () => {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')
  it('docs/settings.md has exactly one row for each setting, as its definition says', () => {
    expect(page).toContain(`\n\n${settingsTable()}\n`)
    expect(page.match(/^\| `ALLKIRI_/gm)).toHaveLength(settingsTable().split('\n').length - 2)
  })
})

describe('a default', () => {
  // Those without a value, and the number of cores, are told in words.
  const written = allDefinitions.filter(
    ({ name, value }) => value !== null && name !== 'ALLKIRI_WORKERS' && !(Array.isArray(value) && value.length === 0),
  )
  it.each(written)('the default of a setting is shown as it could be set: $name', ({ shown, value, read }) => {
    expect(read(shown.replaceAll('`', ''))).toEqual(value)
  })
})

describe('a moment', () => {
  it('a moment of a setting is read with its offset', () => {
    expect(readMoment('2026-08-20T15:00:00+03:00')).toBe(Date.UTC(2026, 7, 20, 12))
    expect(readMoment('2026-08-20T12:00:00.250Z')).toBe(Date.UTC(2026, 7, 20, 12, 0, 0, 250))
  })

  it.each([
    '',
    'now',
    '2026-08-20',
    '2026-08-20T12:00:00',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T24:00:00Z',
    '20260820T120000Z',
  ])('a moment of a setting is not %j', (text) => expect(readMoment(text)).toBeNull())
})
