import { describe, expect, it } from 'vitest'
import { base64Of, decodeBase64 } from '#readers/xmldsig'
import { parse } from './small-signature.js'

describe('the octets of an element', () => {
  it('the octets of an element in base64 are those of its text, with any comments and instructions in between', () => {
    expect(base64Of(parse('<a>aG<!-- VG -->Vs<?x y?><![CDATA[bG8=]]></a>'))?.toString()).toBe('hello')
    expect(base64Of(parse('<a/>'))?.length).toBe(0)
  })

  it('the octets of an element in base64 are none with an element inside', () => {
    for (const text of ['<a>aGVs<b/>bG8=</a>', '<a><b>aGVsbG8=</b></a>', '<a>aGVsbG8=<b/></a>']) expect(base64Of(parse(text))).toBeNull()
  })
})

describe('base64 of XML values', () => {
  it('base64 of XML values allows white space anywhere, as JDigiDoc writes it', () => {
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
  ])('base64 of XML values refuses %j', (text) => {
    expect(decodeBase64(text)).toBeNull()
  })

  it('base64 of XML values takes time in proportion to the length', () => {
    // Backtracking over four million characters would take hours; a busy machine takes seconds.
    const start = performance.now()
    expect(decodeBase64(`${'A '.repeat(2_000_000)}!`)).toBeNull()
    expect(performance.now() - start).toBeLessThan(60_000)
  })
})
