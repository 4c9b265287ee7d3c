import { describe, expect, it } from 'vitest'
import { type CanonicalizationMethod, canonicalize, childElements } from '#readers/xml'
import { CanonicalForms, DigestBudget, readCanonicalization, XmldsigError } from '#readers/xmldsig'
import { algorithms, element, parse } from './small-signature.js'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const read = (algorithm: string, parameters = '') =>
  readCanonicalization(
    element(
      parse(
        `<ds:CanonicalizationMethod xmlns:ds="${DSIG}" xmlns:ec="${EXCLUSIVE}" Algorithm="${algorithm}">${parameters}</ds:CanonicalizationMethod>`,
      ),
      'CanonicalizationMethod',
    ),
  )
const list = '<ec:InclusiveNamespaces PrefixList="a  b&#9;c"/>'

describe('parameters of a canonicalization', () => {
  it('parameters of a canonicalization are the prefixes of exclusive canonicalization', () => {
    expect(read(algorithms.exclusive)?.prefixes).toEqual([])
    expect(read(algorithms.exclusive, list)?.prefixes).toEqual(['a', 'b', 'c'])
    expect(read(algorithms.c14n)?.prefixes).toEqual([])
  })

  it.each([
    ['prefixes for another method', algorithms.c14n, list],
    ['another parameter', algorithms.exclusive, '<ec:Other PrefixList="a"/>'],
    ['a parameter of another namespace', algorithms.exclusive, '<ds:InclusiveNamespaces PrefixList="a"/>'],
    ['two lists', algorithms.exclusive, `${list}${list}`],
    ['a list and another parameter', algorithms.exclusive, `${list}<ds:Other/>`],
  ])('parameters of a canonicalization make the method unknown when it does not have them: %s', (_, algorithm, parameters) => {
    expect(read(algorithm, parameters)).toBeNull()
  })
})

describe('canonical forms', () => {
  const root = parse('<a:r xmlns:a="urn:a" xmlns:b="urn:b"><a:x>text<!-- 1 --></a:x></a:r>')
  const [x = root] = childElements(root)
  const exclusive: CanonicalizationMethod = { algorithm: 'exclusive', comments: false }
  const length = x.end - x.offset
  const formLength = canonicalize(x, exclusive, { prefixes: ['b'] }).length

  it('canonical forms are made once, with a list of prefixes too, and digested once for each algorithm', () => {
    // Enough for the way through the element, one form and two digests.
    const forms = new CanonicalForms(new DigestBudget(length + 3 * formLength))
    const octets = forms.of(x, { method: exclusive, prefixes: ['b'] })
    for (let i = 0; i < 100; i++) {
      expect(forms.of(x, { method: exclusive, prefixes: ['b', 'b'] })).toBe(octets)
      expect(forms.digest(x, { method: exclusive, prefixes: ['b'] }, 'SHA256')?.length).toBe(32)
      expect(forms.digest(x, { method: exclusive, prefixes: ['b'] }, 'SHA512')?.length).toBe(64)
    }
    expect(() => forms.digest(x, { method: exclusive, prefixes: ['b'] }, 'SHA1')).toThrow(XmldsigError)
  })

  it('canonical forms differ by method, comments and prefixes', () => {
    const forms = new CanonicalForms()
    const texts = [
      { method: exclusive, prefixes: [] },
      { method: exclusive, prefixes: ['b'] },
      { method: { ...exclusive, comments: true }, prefixes: [] },
      { method: { algorithm: 'c14n10', comments: true }, prefixes: [] },
    ] as const
    for (const each of texts) expect(forms.of(x, each)).toEqual(canonicalize(x, each.method, each))
    expect(new Set(texts.map((each) => forms.of(x, each).toString())).size).toBe(4)
  })

  it('canonical forms cost the way through an element of which nothing is written', () => {
    const comments = parse(`<r>${'<!---->'.repeat(100)}</r>`)
    const forms = new CanonicalForms(new DigestBudget(699))
    expect(() => forms.of(comments, { method: exclusive, prefixes: [] })).toThrow(XmldsigError)
  })
})
