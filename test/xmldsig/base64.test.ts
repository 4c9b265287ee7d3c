import { describe, expect, it } from 'vitest'
import { decodeBase64 } from '#xmldsig'

describe('base64 of XML values', () => {
  it('allows white space anywhere, as JDigiDoc writes it', () => {
    expect(decodeBase64('\n aGVs\r\n\tbG8= \n')?.toString()).toBe('hello')
    expect(decodeBase64('')?.length).toBe(0)
    expect(decodeBase64(' \n')?.length).toBe(0)
    expect(decodeBase64('aGVsbG9=')?.toString()).toBe('hello')
  })

  it.each([
    'aGVsbG8',
    'aGV*bG8=',
    'aGVs=bG8',
    '====',
    'aGVsbG8=!',
    'aGVs_G8=',
    'aGVsbG8=\u00a0',
    'a',
    '=aGV',
    'A===',
    'aGV\u0161',
    'aGVs bG8-',
    'QQ=Q',
    'Q=Q=',
    'QQ==QQ==',
    'aG-sbG8=',
    'aG_sbGxvbw==',
    'aGVs-_==QQ==',
  ])('refuses %j', (text) => {
    expect(decodeBase64(text)).toBeNull()
  })

  it('takes time in proportion to the length', () => {
    const start = performance.now()
    expect(decodeBase64(`${'A '.repeat(2_000_000)}!`)).toBeNull()
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
