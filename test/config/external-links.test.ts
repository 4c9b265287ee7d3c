import { describe, expect, it } from 'vitest'
import { readSettings } from '#config'
import { problemsOf } from './problems-of.js'

describe('ALLKIRI_LINKS', () => {
  it('ALLKIRI_LINKS names external systems with their addresses', () => {
    const { links, limits } = readSettings({
      ALLKIRI_LINKS: 'register=https://register.example/health, x-road service = http://10.0.0.7:8081/monitoring/health?a=b',
    })
    expect(links).toEqual([
      { name: 'register', url: 'https://register.example/health' },
      { name: 'x-road service', url: 'http://10.0.0.7:8081/monitoring/health?a=b' },
    ])
    expect(limits.links.milliseconds).toBe(10_000)
    expect(readSettings({}).links).toEqual([])
  })

  it.each([
    'https://register.example/health',
    '=https://register.example/health',
    'register=',
    'register=ftp://register.example/health',
    'register=file:///etc/passwd',
    'register=http://a.example,register=http://b.example',
    'register=http://a.example,',
    Array.from({ length: 21 }, (_, i) => `l${i}=http://a.example`).join(','),
  ])('ALLKIRI_LINKS is refused as %s', (text) => {
    expect(problemsOf({ ALLKIRI_LINKS: text })).toEqual([expect.stringMatching(/^ALLKIRI_LINKS must be up to 20 different names/)])
  })

  it('a refusal of ALLKIRI_LINKS does not show an address, which may hold a token', () => {
    expect(problemsOf({ ALLKIRI_LINKS: 'register=ftp://a.example/?token=hush' }).join()).not.toContain('hush')
  })
})
