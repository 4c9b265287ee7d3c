import { describe, expect, it } from 'vitest'
import { createDataFileResolver } from '../../../src/validation/signature/xades/data-file-resolver.js'
import { cpuMilliseconds } from '../../support/cpu-time.js'
import { dataFile } from './reading.js'

const resolver = (names: readonly string[], maxLookAlikeCharacters = 20) =>
  createDataFileResolver(
    names.map((name) => dataFile(name, '')),
    { maxLookAlikeCharacters },
  )
const resolve = (uri: string, ...names: string[]) => resolver(names)(uri)?.name ?? null

describe('which file a reference designates (BDOC 2.1, EN 319 162-1)', () => {
  it('a reference designates a file in both styles of percent-encoding', () => {
    expect(resolve('Proov%20%282%29.txt', 'Proov (2).txt')).toBe('Proov (2).txt')
    expect(resolve('Proov%20(2).txt', 'Proov (2).txt')).toBe('Proov (2).txt')
    expect(resolve('%21~%23%C2%A4%25%25%26%28%29%3D%2B-_.txt', '!~#¤%%&()=+-_.txt')).toBe('!~#¤%%&()=+-_.txt')
    expect(resolve('%c5%a0.txt', 'Š.txt')).toBe('Š.txt')
    expect(resolve('Šu%C5%BElikud.txt', 'Šužlikud.txt')).toBe('Šužlikud.txt')
  })

  it('a reference finds a file by the longest name, and decodes nothing that is longer than any name', () => {
    const longest = 'é'.repeat(65_535)
    expect(resolve(encodeURIComponent(longest), longest) === longest).toBe(true)
    expect(cpuMilliseconds(() => resolve('+a'.repeat(9_500_000), 'a'))).toBeLessThan(3_000)
  })

  it('a reference leaves % that begins no escape', () => {
    expect(resolve('100%.txt', '100%.txt')).toBe('100%.txt')
    expect(resolve('100%2.txt', '100%2.txt')).toBe('100%2.txt')
    expect(resolve('%zz%20.txt', '%zz .txt')).toBe('%zz .txt')
  })

  it('a reference prefers what the URI means over what it looks like', () => {
    expect(resolve('a%20b', 'a%20b', 'a b')).toBe('a b')
    expect(resolve('a%2520b', 'a%20b', 'a b')).toBe('a%20b')
  })

  it('a reference takes + for plus, and for a space only where no file has the plus', () => {
    expect(resolve('a+b', 'a b', 'a+b')).toBe('a+b')
    expect(resolve('a+b', 'a b')).toBe('a b')
    expect(resolve('M1n1+Test%C3%A4.txt', 'M1n1 Testä.txt')).toBe('M1n1 Testä.txt')
    expect(resolve('a%2Bb', 'a b')).toBeNull()
  })

  it.each([
    ['/a.txt', 'a.txt'],
    ['./a.txt', 'a.txt'],
    ['A.TXT', 'a.txt'],
    ['a.txt#x', 'a.txt'],
    ['a.txt?x', 'a.txt'],
    ['file:a.txt', 'a.txt'],
    ['a%20b.txt', 'a%20b.txt'],
    ['%C3%A4.txt', '%C3%A4.txt'],
    ['a+b.txt', 'a%20b.txt'],
    ['http://a.txt', 'a.txt'],
    ['o\u0308.txt', '\u00f6.txt'],
    ['%FF.txt', '\ufffd.txt'],
    ['%C5.txt', 'Å.txt'],
    ['', 'a.txt'],
    ['__proto__', 'a.txt'],
  ])('a reference does not take %j for %j', (uri, name) => {
    expect(resolve(uri, name)).toBeNull()
  })
})

describe('a file whose name looks like a missing one', () => {
  const [composed, decomposed] = ['õ'.repeat(5).normalize('NFC'), 'õ'.repeat(5).normalize('NFD')]

  it('is named with the difference, and is never taken for it', () => {
    const { lookAlike } = resolver([composed, 'a\u200bb'])
    expect(resolver([composed])(decomposed)).toBe(null)
    expect(lookAlike?.(decomposed)).toEqual({ name: composed, difference: 'form' })
    expect(lookAlike?.('ab')).toEqual({ name: 'a\u200bb', difference: 'invisible' })
    expect(lookAlike?.('ac')).toBe(null)
  })

  it('is looked for among names and URIs up to the bound', () => {
    expect(resolver([composed], decomposed.length).lookAlike?.(decomposed)).toEqual({ name: composed, difference: 'form' })
    expect(resolver([composed], decomposed.length - 1).lookAlike?.(decomposed)).toBe(null)
    expect(resolver([decomposed], decomposed.length - 1).lookAlike?.(composed)).toBe(null)
  })
})
