import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { xmlAttribute, xmlText } from '#readers/xml'
import { isBuilt, needs } from '../../support/needs.js'

const compiled = new URL('../../../dist/readers/xml/index.js', import.meta.url)

/** What a program prints that imports the compiled module as `xml`, with this much memory: in a thread as well, one call that needs more ends the whole process. */
function printed(megabytes: number, program: string): string {
  const code = `import * as xml from ${JSON.stringify(compiled.href)}\n${program}`
  return String(execFileSync(process.execPath, [`--max-old-space-size=${megabytes}`, '--input-type=module', '-e', code], { stdio: 'pipe' }))
}

describe('texts written into XML', () => {
  const special = 'a & b < c > d " e \' \t\n\r õ 一 😀 \u0000 \uFFFF '

  it('texts written into XML hold references in place of markup, and U+FFFD in place of what XML cannot hold', () => {
    expect(xmlText(special)).toBe('a &#x26; b &#x3c; c &#x3e; d " e \' \t\n&#xd; õ 一 😀 \uFFFD \uFFFD ')
    expect(xmlAttribute(special)).toBe("a &#x26; b &#x3c; c &#x3e; d &#x22; e ' &#x9;&#xa;&#xd; õ 一 😀 \uFFFD \uFFFD ")
  })

  it('texts written into XML are the same however long they are', () => {
    const many = 10_000
    expect(xmlText(special.repeat(many)) === xmlText(special).repeat(many)).toBe(true)
    expect(xmlAttribute(special.repeat(many)) === xmlAttribute(special).repeat(many)).toBe(true)
  })

  it('texts written into XML of the largest request need no more memory than their length', needs({ 'a build': isBuilt }), () => {
    const lengths = printed(400, "for (const write of [xml.xmlText, xml.xmlAttribute]) console.log(write('<'.repeat(27_000_000)).length)")
    expect(lengths).toBe('162000000\n162000000\n')
  })
})

describe('a document of markup characters (build first)', needs({ 'a build': isBuilt }), () => {
  it.each([
    ['canonicalized: a text', '<a><![CDATA[', '<', 20_000_000, ']]></a>'],
    ['read: the line breaks of an attribute', '<a b="', '\n', 19_000_000, '"/>'],
    ['canonicalized: an attribute', "<a b='", '"', 20_000_000, "'/>"],
  ])('an XML document of markup characters needs no more memory than its length when it is %s', (_name, before, repeated, count, after) => {
    const document = `${JSON.stringify(before)} + ${JSON.stringify(repeated)}.repeat(${count}) + ${JSON.stringify(after)}`
    const program = [
      'const limits = { maxBytes: 1e9, maxDepth: 9, maxAttributes: 9, maxAttributeLength: 1e9, maxNodes: 99, maxNamespaces: 9 }',
      `const { root } = xml.parseXml(Buffer.from(${document}), limits)`,
      "console.log(xml.canonicalize(root, { algorithm: 'exclusive', comments: false }).length > 10_000_000)",
    ]
    expect(printed(512, program.join('\n'))).toBe('true\n')
  })
})
