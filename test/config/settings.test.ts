import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits, readMoment, readSettings, settingsTable } from '#config'
import { problemsOf } from './problems-of.js'

describe('settings', () => {
  it('have a default each, and ignore other names of the environment', () => {
    const settings = readSettings({ PATH: '/bin', HOME: '/home' })
    expect(settings).toMatchObject({ host: '127.0.0.1', port: 8080, trust: null, clock: null, strict: false, logLevel: 'info' })
    expect(settings.maxBodyBytes).toBe(28_000_000)
    expect(settings.validationMilliseconds).toBe(limits.request.maxMilliseconds)
    expect(settings.workers).toBeGreaterThan(0)
  })

  it('are read from the environment; an empty value counts as not set', () => {
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
      maxWaiting: 256,
    })
    expect(settings.clock).toBe(Date.UTC(2026, 7, 20, 12))
  })

  it('stop the start with a sentence for every bad value at once', () => {
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

  it.each(['-1', '65536', '8080.0', ' ', '0x50', '1e3', '٨٠٨٠'])('refuse %j as a port or take it as not set', (text) => {
    if (text.trim() === '') expect(readSettings({ ALLKIRI_PORT: text }).port).toBe(8080)
    else expect(problemsOf({ ALLKIRI_PORT: text })).toHaveLength(1)
  })

  it('name the setting that was meant', () => {
    expect(problemsOf({ ALLKIRI_PROT: '1' })).toEqual(['ALLKIRI_PROT is not a setting; write ALLKIRI_PORT instead.'])
    expect(problemsOf({ allkiri_port: '1' })).toEqual(['allkiri_port is not a setting; write ALLKIRI_PORT instead.'])
    // Three slips in a name of three letters make it another name.
    expect(problemsOf({ ALLKIRI_FOO: '1' })[0]).toMatch(/^ALLKIRI_FOO is not a setting; remove it or write one of /)
    expect(problemsOf({ ALLKIRI_SOMETHING_ELSE: '1' })[0]).toMatch(/is not a setting; remove it or write one of ALLKIRI_HOST, /)
  })

  it('refuse bounds that contradict each other', () => {
    expect(problemsOf({ ALLKIRI_MAX_BYTES_IN_FLIGHT: '2000', ALLKIRI_MAX_BODY_BYTES: '3000' })[0]).toContain('must not be less than')
  })

  it('stand in one table, each with default and meaning', () => {
    const table = settingsTable()
    for (const name of ['ALLKIRI_HOST', 'ALLKIRI_TRUST', 'ALLKIRI_MAX_BODY_BYTES', 'ALLKIRI_WORKERS'])
      expect(table).toContain(`| \`${name}\` |`)
    expect(table.split('\n').every((row) => row.split('|').length === 5)).toBe(true)
  })
})

describe('README', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  it.skipIf(!readme.includes('| Setting |'))('shows the table of settings as it is', () => {
    expect(readme).toContain(settingsTable())
  })
})

describe('a moment', () => {
  it('is read with its offset', () => {
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
  ])('is not %j', (text) => expect(readMoment(text)).toBeNull())
})
