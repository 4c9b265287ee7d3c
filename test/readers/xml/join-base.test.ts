import { describe, expect, it } from 'vitest'
import { joinBases } from '../../../src/readers/xml/join-base.js'

describe('join-URI-References (C14N 1.1 section 2.4)', () => {
  it.each([
    ['abc/', '../', ''],
    ['../', '../', '../../'],
    ['..', '..', '../../'],
    ['something/else', 'bar/', 'something/bar/'],
    ['http://a/b/c/d;p?q', 'g?y#s', 'http://a/b/c/g?y'],
    ['http://a/b/c/d;p?q', '?y', 'http://a/b/c/d;p?y'],
    ['http://a/b/c/d;p?q', '', 'http://a/b/c/d;p?q'],
    ['http://a/b/c/d;p?q', '//g/h', 'http://g/h'],
    ['http://a/b/c/d;p?q', '/../g', 'http://a/g'],
    ['http://a', 'g', 'http://a/g'],
    ['http://a/b', 'urn:x:y', 'urn:x:y'],
  ])('joining xml:base: %j and %j are %j', (base, reference, joined) => {
    expect(joinBases([reference, base])).toBe(joined)
  })

  it('joining xml:base joins from the inside out: an inner pair that comes to nothing takes the outer base as it is', () => {
    expect(joinBases(['x', '..', '..'])).toBe('../../x')
    expect(joinBases(['foo', 'bar/', 'something/else'])).toBe('something/bar/foo')
    expect(joinBases(['../', 'abc/', 'q/./w?z'])).toBe('q/./w?z')
    expect(joinBases(['../../..', 'a/b/', 'http://h/c/d/e'])).toBe('http://h/c/')
  })

  it('joining xml:base leaves a single value as it is', () => {
    expect(joinBases(['a/../b//c#d'])).toBe('a/../b//c#d')
  })

  it('joining xml:base costs the sum of the lengths', () => {
    const joined = joinBases(['../'.repeat(1_000_000), ...Array.from({ length: 1_000 }, () => 'a/b/c/'.repeat(100))])
    expect(joined).toBe('../'.repeat(700_000))
  })

  it.each([
    ['no/..//.///seg/file.ext', 'seg/file.ext'],
    ['no/../yes/no/..', 'yes/'],
    ['../../no/../..', '../../../'],
    ['no/../..', '../'],
    ['no/..', ''],
    ['/a/b/c/./../../g', '/a/g'],
    ['..yes/..no/..no/..no/../../../..yes', '..yes/..yes'],
    ['./.', ''],
    ['/no//..', '/'],
    ['/../../..', '/'],
    ['..', '../'],
  ])('joining xml:base removes dot segments: %j becomes %j (appendix A)', (path, result) => {
    expect(joinBases([path, ''])).toBe(result)
  })
})
