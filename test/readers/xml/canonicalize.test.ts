import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { canonicalizationOfUri, canonicalize, childElement, childElements, parseXml, type XmlElement } from '#readers/xml'
import type { CanonicalizationOptions } from '../../../src/readers/xml/canonicalize.js'

const parse = (text: string) => parseXml(Buffer.from(text), limits.xml)
const c14n10 = { algorithm: 'c14n10', comments: false } as const
const c14n11 = { algorithm: 'c14n11', comments: false } as const
const exclusive = { algorithm: 'exclusive', comments: false } as const

function only(element: XmlElement): XmlElement {
  const [child, ...others] = childElements(element)
  if (child === undefined || others.length > 0) throw new Error('not exactly one child')
  return child
}
const whole = (text: string, comments = false) => canonicalize(parse(text), { algorithm: 'c14n10', comments }).toString()
const exclusiveForm = (element: XmlElement, options: CanonicalizationOptions = {}) => canonicalize(element, exclusive, options).toString()

describe('method names', () => {
  it.each([
    ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', 'c14n10', false],
    ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments', 'c14n10', true],
    ['http://www.w3.org/2006/12/xml-c14n11', 'c14n11', false],
    ['http://www.w3.org/2006/12/xml-c14n11#WithComments', 'c14n11', true],
    ['http://www.w3.org/2001/10/xml-exc-c14n#', 'exclusive', false],
    ['http://www.w3.org/2001/10/xml-exc-c14n#WithComments', 'exclusive', true],
  ])('knows the canonicalization method %s', (uri, algorithm, comments) => {
    expect(canonicalizationOfUri(uri)).toEqual({ algorithm, comments })
  })

  it('knows no other canonicalization method', () => {
    for (const uri of ['', 'http://www.w3.org/2001/10/xml-exc-c14n', 'http://www.w3.org/2010/xml-c14n2', 'constructor'])
      expect(canonicalizationOfUri(uri)).toBeNull()
  })
})

describe('whole documents', () => {
  it('canonicalization of a whole document puts comments and instructions around the root on lines of their own (C14N 1.0 section 3.1)', () => {
    const text =
      '<?xml version="1.0"?>\n\n<?xml-stylesheet   href="doc.xsl"\n   type="text/xsl"   ?>\n\n<doc>Hello<!-- 1 --></doc>\n\n<?pi?>\n\n<!-- 2 -->\n\n<!-- 3 -->'
    expect(whole(text)).toBe('<?xml-stylesheet href="doc.xsl"\n   type="text/xsl"   ?>\n<doc>Hello</doc>\n<?pi?>')
    expect(whole(text, true)).toBe(
      '<?xml-stylesheet href="doc.xsl"\n   type="text/xsl"   ?>\n<doc>Hello<!-- 1 --></doc>\n<?pi?>\n<!-- 2 -->\n<!-- 3 -->',
    )
  })

  it('canonicalization of a whole document sorts declarations and attributes and drops repeated declarations (C14N 1.0 section 3.3)', () => {
    expect(
      whole(
        '<e5 xmlns:b="http://b" xmlns:a="http://a" xmlns="http://e" a:attr="out" b:attr="sorted" attr2="all" attr="I\'m"><e xmlns:a="http://a" xmlns=""/></e5>',
      ),
    ).toBe(
      '<e5 xmlns="http://e" xmlns:a="http://a" xmlns:b="http://b" attr="I\'m" attr2="all" a:attr="out" b:attr="sorted"><e xmlns=""></e></e5>',
    )
  })

  it('canonicalization of a whole document sorts by code point, where code points above U+FFFF come last', () => {
    expect(whole('<r \u{10000}="1" \uff22="2" a="3"/>')).toBe('<r a="3" \uff22="2" \u{10000}="1"></r>')
  })

  it('canonicalization of a whole document escapes text, attributes and namespaces each in its way (C14N 1.0 section 2.3)', () => {
    expect(whole('<r xmlns:p="urn:&amp;&lt;&quot;&#9;" a="&lt;&gt;&amp;&quot;\'&#9;&#10;&#13;">&lt;&gt;&amp;"\'&#9;&#10;&#13;</r>')).toBe(
      '<r xmlns:p="urn:&amp;&lt;&quot;&#x9;" a="&lt;>&amp;&quot;\'&#x9;&#xA;&#xD;">&lt;&gt;&amp;"\'\t\n&#xD;</r>',
    )
  })
})

describe('elements in their document', () => {
  it('canonicalization of an element shows all namespaces in scope with an inclusive method, the used ones with the exclusive', () => {
    const element = only(parse('<a:r xmlns:a="urn:a" xmlns:b="urn:b"><b:e><a:f/></b:e></a:r>').root)
    expect(canonicalize(element, c14n10).toString()).toBe('<b:e xmlns:a="urn:a" xmlns:b="urn:b"><a:f></a:f></b:e>')
    expect(canonicalize(element, c14n11).toString()).toBe('<b:e xmlns:a="urn:a" xmlns:b="urn:b"><a:f></a:f></b:e>')
    expect(exclusiveForm(element)).toBe('<b:e xmlns:b="urn:b"><a:f xmlns:a="urn:a"></a:f></b:e>')
  })

  it('canonicalization of an element treats the prefixes of the list as the inclusive methods do (exclusive section 3)', () => {
    const element = only(
      parse('<r xmlns="urn:d" xmlns:p="urn:p" xmlns:q="urn:q"><q:e><q:f xmlns:p="urn:p2" xmlns=""/><q:g/></q:e></r>').root,
    )
    expect(exclusiveForm(element, { prefixes: ['p'] })).toBe(
      '<q:e xmlns:p="urn:p" xmlns:q="urn:q"><q:f xmlns:p="urn:p2"></q:f><q:g></q:g></q:e>',
    )
    expect(exclusiveForm(element, { prefixes: ['#default', 'none'] })).toBe(
      '<q:e xmlns="urn:d" xmlns:q="urn:q"><q:f xmlns=""></q:f><q:g></q:g></q:e>',
    )
    expect(canonicalize(element, c14n10, { prefixes: ['p'] })).toEqual(canonicalize(element, c14n10))
  })

  it('canonicalization of an element leaves out what `omit` names, with its content but not the text around it (enveloped signature)', () => {
    const document = parse('<r>a<s><t>b</t></s>c</r>')
    const signature = childElement(document.root, '', 's')
    if (signature === null) throw new Error('no s')
    for (const method of [c14n10, c14n11, exclusive]) {
      expect(canonicalize(document, method, { omit: signature }).toString()).toBe('<r>ac</r>')
      expect(canonicalize(document.root, method, { omit: signature }).toString()).toBe('<r>ac</r>')
      expect(canonicalize(signature, method, { omit: signature }).toString()).toBe('')
      expect(canonicalize(document, method, { omit: document.root }).toString()).toBe('')
    }
  })

  it('canonicalization of an element fails on a relative namespace that it would write (C14N 1.0 section 1.3)', () => {
    const { root } = parse('<r xmlns:p="../p"><a><p:b/></a><c/></r>')
    const [a, c] = childElements(root)
    if (a === undefined || c === undefined) throw new Error('no children')
    expect(() => canonicalize(c, c14n10)).toThrow(expect.objectContaining({ code: 'XML_RELATIVE_NAMESPACE', limit: false }))
    expect(() => exclusiveForm(a)).toThrow(expect.objectContaining({ code: 'XML_RELATIVE_NAMESPACE' }))
    expect(exclusiveForm(c)).toBe('<c></c>')
  })

  it('canonicalization of an element does not depend on the stack for depth', () => {
    const depth = 100_000
    const text = '<a>'.repeat(depth) + '</a>'.repeat(depth)
    const document = parseXml(Buffer.from(text), { ...limits.xml, maxDepth: depth })
    expect(canonicalize(document, exclusive).toString() === text).toBe(true)
  })

  it('canonicalization of an element writes large texts completely, with any characters', () => {
    const text = `<r>${'\u{1F600}\u00f5'.repeat(100_000)}<a>${'x'.repeat(70_000)}</a>${'y'.repeat(65_530)}<b></b>${'z'.repeat(10)}</r>`
    expect(canonicalize(parse(text).root, c14n10).equals(Buffer.from(text))).toBe(true)
  })
})

describe('attributes of the namespace xml that an apex inherits', () => {
  const element = only(
    only(
      parse(
        '<r xml:lang="en" xml:space="preserve" xml:id="i" xml:foo="f" xml:base="http://x/a/"><m xml:lang="et" xml:base="b/"><e xml:base="c"/></m></r>',
      ).root,
    ),
  )

  it('the apex inherits attributes of xml by 1.0: the nearest of each name, its own first (section 2.4)', () => {
    expect(canonicalize(element, c14n10).toString()).toBe('<e xml:base="c" xml:foo="f" xml:id="i" xml:lang="et" xml:space="preserve"></e>')
  })

  it('the apex inherits attributes of xml by 1.1: lang and space so, base joined, no others (section 2.4)', () => {
    expect(canonicalize(element, c14n11).toString()).toBe('<e xml:base="http://x/a/b/c" xml:lang="et" xml:space="preserve"></e>')
  })

  it('the apex inherits no attributes of xml by the exclusive method', () => {
    expect(exclusiveForm(element)).toBe('<e xml:base="c"></e>')
  })

  it('the apex by 1.1 joins xml:base from the inside out and writes no empty one', () => {
    expect(canonicalize(only(only(parse('<b xml:base=".."><c xml:base=".."><d xml:base="x"/></c></b>').root)), c14n11).toString()).toBe(
      '<d xml:base="../../x"></d>',
    )
    expect(canonicalize(only(parse('<r xml:base="abc/"><e xml:base="../"/></r>').root), c14n11).toString()).toBe('<e></e>')
    expect(canonicalize(only(parse('<r xml:base="a/b"><e/></r>').root), c14n11).toString()).toBe('<e xml:base="a/b"></e>')
  })
})

describe('an element as a fragment', () => {
  const document = parse('<r xmlns="urn:r" xmlns:a="urn:a" xmlns:b="urn:b" xml:lang="et"><e c="1"><a:f b:g="2"/></e></r>')
  const fragment = (entries: readonly (readonly [string, string])[]) =>
    canonicalize(only(document.root), c14n10, { fragmentNamespaces: new Map(entries) }).toString()

  it('an element as a fragment has the declarations that it is given, and no attribute of its ancestors', () => {
    expect(fragment([])).toBe('<e c="1"><a:f b:g="2"></a:f></e>')
    expect(fragment([['', 'urn:r']])).toBe('<e xmlns="urn:r" c="1"><a:f b:g="2"></a:f></e>')
    const all = [
      ['b', 'urn:b'],
      ['', 'urn:r'],
      ['a', 'urn:a'],
    ] as const
    expect(fragment(all)).toBe('<e xmlns="urn:r" xmlns:a="urn:a" xmlns:b="urn:b" c="1"><a:f b:g="2"></a:f></e>')
  })

  it('an element as a fragment keeps what is declared in it', () => {
    const own = parse('<r xmlns="urn:r"><e xmlns="urn:e"><f xmlns=""><g xmlns="urn:r"/></f></e></r>')
    const options = { fragmentNamespaces: new Map([['', 'urn:r']]) }
    expect(canonicalize(only(own.root), c14n10, options).toString()).toBe('<e xmlns="urn:e"><f xmlns=""><g xmlns="urn:r"></g></f></e>')
    expect(canonicalize(own.root, c14n10, options).toString()).toBe(
      '<r xmlns="urn:r"><e xmlns="urn:e"><f xmlns=""><g xmlns="urn:r"></g></f></e></r>',
    )
  })
})
