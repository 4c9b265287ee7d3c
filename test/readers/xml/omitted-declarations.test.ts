import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { canonicalize, leavesOutDeclarations, parseXml } from '#readers/xml'

/** Whether a declaration of the document is left out, and its exclusive canonical form. */
function exclusive(xml: string, prefixes: readonly string[] = []) {
  const document = parseXml(Buffer.from(xml), limits.xml)
  const form = canonicalize(document, { algorithm: 'exclusive', comments: false }, { prefixes }).toString()
  return { leavesOut: leavesOutDeclarations(document.root, prefixes), form }
}

describe('an exclusive canonicalization', () => {
  it.each([
    ['no declaration', '<a b="p:x"></a>'],
    ['one that an element is in', '<p:a xmlns:p="urn:p"></p:a>'],
    ['one that an attribute is in', '<a xmlns:p="urn:p" p:b=""></a>'],
    ['one that only an element far below is in', '<a xmlns:p="urn:p"><b><c/><d><p:e/></d></b></a>'],
    ['a default namespace', '<a xmlns="urn:a"><b/></a>'],
    ['a default namespace that is taken back', '<a xmlns="urn:a"><b xmlns=""/></a>'],
    ['the same prefix for two namespaces', '<p:a xmlns:p="urn:p"><p:b xmlns:p="urn:q"/><p:c/></p:a>'],
  ])('leaves out nothing of a document with %s', (_, xml) => {
    expect(exclusive(xml).leavesOut).toBe(false)
  })

  it.each([
    ['only a value uses', '<a xmlns:p="urn:p" b="p:x"></a>', 'urn:p'],
    ['only a text uses', '<a xmlns:p="urn:p">p:x</a>', 'urn:p'],
    ['stands where its prefix has another meaning inside', '<a xmlns:p="urn:p"><p:b xmlns:p="urn:q"/></a>', 'urn:p'],
    ['stands behind the elements in it', '<a><p:b xmlns:p="urn:p"/><c xmlns:p="urn:q" d="p:x"/></a>', 'urn:q'],
    ['changes a prefix for a value', '<p:a xmlns:p="urn:p"><c xmlns:p="urn:q" d="p:x"/></p:a>', 'urn:q'],
    ['is a default namespace for attributes alone', '<q:a xmlns:q="urn:q" xmlns="urn:p" b=""/>', 'urn:p'],
  ])('leaves out a declaration that %s', (_, xml, uri) => {
    const { leavesOut, form } = exclusive(xml)
    expect(leavesOut).toBe(true)
    expect(form).not.toContain(uri)
  })

  it('leaves out no declaration that its PrefixList names', () => {
    expect(exclusive('<a xmlns:p="urn:p" b="p:x"></a>', ['p']).leavesOut).toBe(false)
    expect(exclusive('<q:a xmlns:q="urn:q" xmlns="urn:p"/>', ['#default']).leavesOut).toBe(false)
    expect(exclusive('<a xmlns:p="urn:p" b="p:x"></a>', ['q', '#default']).leavesOut).toBe(true)
  })
})
