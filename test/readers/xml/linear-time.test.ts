import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type CanonicalizationMethod, canonicalize, parseXml, XmlError } from '#readers/xml'
import { endOfNcName } from '../../../src/readers/xml/names.js'
import { cpuMilliseconds } from '../../support/cpu-time.js'

/** No bound stops these documents: what is tested is that work grows with their size, not with its square. */
const unbounded = { maxBytes: 1e8, maxDepth: 1e6, maxAttributes: 1e6, maxAttributeLength: 10_000_000, maxNodes: 1e7, maxNamespaces: 1e6 }
const many = 50_000
const numbers = Array.from({ length: many }, (_, i) => i)
/** A square of these sizes would take minutes; the slowest takes a fraction of a second. */
const maxMilliseconds = 30_000

const listed = numbers.map((i) => `p${i}`)
const methods: readonly CanonicalizationMethod[] = (['c14n10', 'c14n11', 'exclusive'] as const).map((algorithm) => ({
  algorithm,
  comments: true,
}))

const documents: Readonly<Record<string, string>> = {
  'attributes of one element': `<r ${numbers.map((i) => `a${i}="1"`).join(' ')}/>`,
  'attributes with prefixes of one namespace': `<r xmlns:p="urn:p" ${numbers.map((i) => `p:a${i}="1"`).join(' ')}/>`,
  'namespaces of one element, and many children': `<r ${numbers.map((i) => `xmlns:p${i}="urn:${i}"`).join(' ')}>${'<p1:b/>'.repeat(many)}</r>`,
  'a long namespace behind a short prefix': `<r xmlns:p="urn:${'a'.repeat(10 * many)}">${'<p:b p:a="" p:c=""/>'.repeat(many)}</r>`,
  'two long namespaces that differ at their ends': `<r xmlns:p="urn:${'a'.repeat(many)}1" xmlns:q="urn:${'a'.repeat(many)}2">${'<b p:a="" q:a="" p:b="" q:b=""/>'.repeat(many / 10)}</r>`,
  'a long base joined at every level': `${'<r xml:base="b">'.repeat(250)}<e xml:base="${'a/../'.repeat(10 * many)}"/>${'</r>'.repeat(250)}`,
  'nested elements': '<a>'.repeat(many) + '</a>'.repeat(many),
  'nested elements, each with a namespace':
    numbers.map((i) => `<p${i}:a xmlns:p${i}="urn:${i}">`).join('') + numbers.map((i) => `</p${many - 1 - i}:a>`).join(''),
  'nested elements, each with another default namespace and base':
    numbers.map((i) => `<a xmlns="urn:${i % 2}" xml:base="b">`).join('') + '</a>'.repeat(many),
  'sections side by side': `<r>${'<![CDATA[x]]>'.repeat(many)}</r>`,
  'references side by side': `<r a="${'&lt;'.repeat(many)}">${'&amp;&#13;'.repeat(many)}</r>`,
  brackets: `<r>${']'.repeat(10 * many)}<![CDATA[${']'.repeat(10 * many)}]]></r>`,
  'line breaks': `<r a="${'\r\n'.repeat(many)}">${'\r\n'.repeat(10 * many)}</r>`,
  'comments and instructions': `${'<!---->'.repeat(many)}<r>${'<?p q?>'.repeat(many)}</r>`,
  'white space in tags': `<?xml version="1.0"${' '.repeat(10 * many)}?><r${' '.repeat(10 * many)}/>`,
  'a long name': `<${'a'.repeat(10 * many)}/>`,
  'a long name beyond ASCII': `<${'\u00f5'.repeat(10 * many)}/>`,
  'a malformed declaration': `<?xml version="1.0"${' '.repeat(10 * many)}x?><r/>`,
  'a reference without end': `<r>${'&a'.repeat(10 * many)}</r>`,
  'markup without end': `<r>${'<!--'.repeat(10 * many)}`,
  'references to characters with many digits': `<r>&#${'0'.repeat(10 * many)}65;</r>`,
}

it('an XML name of fourteen million characters beyond ASCII needs no stack', () => {
  const name = '\u00f5'.repeat(14_000_000)
  expect(endOfNcName(name, 0)).toBe(name.length)
  expect(endOfNcName(`${name}\u{20000} `, 0)).toBe(name.length + 2)
})

function read(text: string, bounds: typeof unbounded) {
  try {
    return parseXml(Buffer.from(text), bounds)
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}

describe('hostile documents', () => {
  it.each(Object.keys(documents))('hostile XML documents cost linear time: %s', (name) => {
    const text = documents[name] ?? ''
    const time = cpuMilliseconds(() => {
      const document = read(text, unbounded)
      if (document === null) return
      for (const method of methods) canonicalize(document, method, { prefixes: listed })
      let deepest = document.root
      for (let child = deepest.children[0]; typeof child === 'object' && child.kind === 'element'; child = child.children[0])
        deepest = child
      for (const method of methods) canonicalize(deepest, method, { prefixes: listed })
    })
    expect(time).toBeLessThan(maxMilliseconds)
  })

  it('hostile XML documents are refused by the bounds of the service where they would be costly all the same', () => {
    const refused = Object.keys(documents).filter((name) => read(documents[name] ?? '', limits.xml) === null)
    expect(refused).toEqual(
      expect.arrayContaining(
        Object.keys(documents).filter((name) => /attributes|namespaces of|nested|a long namespace|without end|malformed/.test(name)),
      ),
    )
  })

  it('a text of many megabytes in XML is read without being copied character by character', () => {
    const line = `${'A'.repeat(64)}\n`
    const text = line.repeat(500_000)
    const time = cpuMilliseconds(() => {
      const { root } = parseXml(Buffer.from(`<r>${text}</r>`), unbounded)
      expect(root.children[0] === text).toBe(true)
      expect(canonicalize(root, { algorithm: 'c14n10', comments: false })).toHaveLength(text.length + 7)
    })
    expect(time).toBeLessThan(maxMilliseconds)
  })
})
