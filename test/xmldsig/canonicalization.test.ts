import { describe, expect, it } from 'vitest'
import { readCanonicalization } from '#xmldsig'
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
  it('are the prefixes of exclusive canonicalization', () => {
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
  ])('make the method unknown when it does not have them: %s', (_, algorithm, parameters) => {
    expect(read(algorithm, parameters)).toBeNull()
  })
})
