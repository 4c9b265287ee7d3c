import { describe, expect, it } from 'vitest'
import { parseXml, XmlError, type XmlLimits } from '#readers/xml'

const limits: XmlLimits = {
  maxBytes: 10_000,
  maxDepth: 10,
  maxAttributes: 10,
  maxAttributeLength: 10_000_000,
  maxNodes: 100,
  maxNamespaces: 10,
}
const parse = (text: string, changed: Partial<XmlLimits> = {}) => parseXml(Buffer.from(text), { ...limits, ...changed })

function refusal(bytes: string | Uint8Array, changed: Partial<XmlLimits> = {}): XmlError {
  try {
    parseXml(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { ...limits, ...changed })
  } catch (error) {
    if (error instanceof XmlError) return error
    throw error
  }
  throw new Error(`accepted: ${bytes.toString()}`)
}

describe('the tree', () => {
  it('the tree of an XML document holds names with their namespaces, declarations apart from attributes, and parents', () => {
    const { root } = parse('<a:r xmlns:a="urn:a" xmlns="urn:d" x="1" a:x="2"><b/></a:r>')
    expect(root).toMatchObject({ kind: 'element', name: 'a:r', prefix: 'a', localName: 'r', namespace: 'urn:a', parent: null, offset: 0 })
    expect([...(root.declarations ?? [])]).toEqual([
      ['a', 'urn:a'],
      ['', 'urn:d'],
    ])
    expect(root.attributes).toEqual([
      { name: 'x', prefix: '', localName: 'x', namespace: '', value: '1' },
      { name: 'a:x', prefix: 'a', localName: 'x', namespace: 'urn:a', value: '2' },
    ])
    const [child] = root.children
    expect(child).toMatchObject({ name: 'b', namespace: 'urn:d', declarations: null, attributes: [], children: [], offset: 49 })
    expect(typeof child === 'object' && child.kind === 'element' && child.parent).toBe(root)
  })

  it('the tree of an XML document knows where each element was written', () => {
    const { root, text } = parse('\uFEFF<r>õ<a x=">"/><b ><!--</b>-->&lt;</b\t></r>')
    const written = root.children.flatMap((child) =>
      typeof child === 'object' && child.kind === 'element' ? [text.slice(child.offset, child.end)] : [],
    )
    expect(written).toEqual(['<a x=">"/>', '<b ><!--</b>-->&lt;</b\t>'])
    expect(text.slice(root.offset, root.end)).toBe(text)
  })

  it('the tree of an XML document ends the scope of a declaration with its element', () => {
    const { root } = parse('<r xmlns="urn:1"><a xmlns="urn:2"><b xmlns=""/></a><c/></r>')
    const [a, c] = root.children
    expect(a).toMatchObject({ namespace: 'urn:2', children: [{ name: 'b', namespace: '' }] })
    expect(c).toMatchObject({ namespace: 'urn:1' })
    expect(refusal('<r><a xmlns:p="urn:p"/><p:b/></r>').code).toBe('XML_PREFIX')
    expect(refusal('<r><a xmlns:p="urn:p"></a><p:b/></r>').code).toBe('XML_PREFIX')
  })

  it('the tree of an XML document does not keep a declaration of xml, which is always bound', () => {
    const { root } = parse('<r xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:lang="et"/>')
    expect(root.declarations).toBeNull()
    expect(root.attributes[0]?.namespace).toBe('http://www.w3.org/XML/1998/namespace')
  })

  it('the tree of an XML document joins text, sections and references into one string', () => {
    expect(parse('<r>a<![CDATA[<b>&]]>&lt;&#x0041;&#66;&amp;&gt;&quot;&apos;<![CDATA[]]></r>').root.children).toEqual(['a<b>&<AB&>"\''])
  })

  it('the tree of an XML document makes line breaks LF but leaves referenced ones (XML 1.0 section 2.11)', () => {
    expect(parse('<r>a\r\nb\rc&#13;\r\r\n</r>').root.children).toEqual(['a\nb\nc\r\n\n'])
    expect(parse('<r><!--a\r\nb--><?p c\rd?><![CDATA[\r\n]]></r>').root.children).toEqual([
      { kind: 'comment', data: 'a\nb' },
      { kind: 'instruction', target: 'p', data: 'c\nd' },
      '\n',
    ])
  })

  it('the tree of an XML document normalises attribute values as CDATA (XML 1.0 section 3.3.3)', () => {
    expect(parse('<r a="  x\r\ny\tz\n&#9;&#10;&#13;&#32; "/>').root.attributes[0]?.value).toBe('  x y z \t\n\r  ')
  })

  it('the tree of an XML document keeps comments and instructions around the root, and no white space there', () => {
    const { children, root } = parse('<?xml version="1.0"?>\n<!-- a -->\n<?b  c ?><r/>\n<!---->\n')
    expect(children).toEqual([
      { kind: 'comment', data: ' a ' },
      { kind: 'instruction', target: 'b', data: 'c ' },
      root,
      { kind: 'comment', data: '' },
    ])
  })

  it('reads names of XML beyond ASCII, beyond the basic plane too (fifth edition)', () => {
    const { root } = parse('<\u00f5\u00e4-1.\u{10000} \u{10400}="1"/>')
    expect(root.localName).toBe('\u00f5\u00e4-1.\u{10000}')
    expect(root.attributes[0]?.localName).toBe('\u{10400}')
  })
})

describe('encodings', () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

  it('reads XML in UTF-8 with and without byte order mark, UTF-16 in both orders, and declared US-ASCII and ISO-8859-1', () => {
    const read = (bytes: Uint8Array) => parseXml(bytes, limits).root.children
    expect(read(Buffer.from('<r>\u00f5\u20ac\u{1F600}</r>'))).toEqual(['\u00f5\u20ac\u{1F600}'])
    expect(read(Buffer.from('\ufeff<?xml version="1.0" encoding="utf-8"?><r>\u00f5</r>'))).toEqual(['\u00f5'])
    expect(read(utf16('<r>\u00f5\u{1F600}</r>'))).toEqual(['\u00f5\u{1F600}'])
    expect(read(utf16('<?xml version="1.0" encoding="UTF-16"?><r>\u00f5</r>').swap16())).toEqual(['\u00f5'])
    expect(read(Buffer.from('<?xml version="1.0" encoding="US-ASCII"?><r>&#245;</r>'))).toEqual(['\u00f5'])
    expect(read(Buffer.from(`<?xml version='1.0' encoding='iso-8859-1'?><r>\u00f5</r>`, 'latin1'))).toEqual(['\u00f5'])
  })

  it('the reader of XML leaves the bytes of the caller as they are', () => {
    const bytes = utf16('<r/>').swap16()
    const before = Buffer.from(bytes)
    parseXml(bytes, limits)
    expect(bytes.equals(before)).toBe(true)
  })

  it('the reader of XML reads a view into a larger buffer', () => {
    const bytes = Buffer.from('xx<r>\u00f5</r>xx')
    expect(parseXml(new Uint8Array(bytes.buffer, bytes.byteOffset + 2, bytes.length - 4), limits).root.children).toEqual(['\u00f5'])
  })

  it.each([
    ['another encoding', Buffer.from('<?xml version="1.0" encoding="windows-1253"?><r/>')],
    ['UTF-16 without a byte order mark', Buffer.from('<r/>', 'utf16le')],
    ['UTF-16 without a byte order mark, big-endian', Buffer.from('<r/>', 'utf16le').swap16()],
    ['UTF-16 that says UTF-8', utf16('<?xml version="1.0" encoding="UTF-8"?><r/>')],
    ['little-endian that says big-endian', utf16('<?xml version="1.0" encoding="UTF-16BE"?><r/>')],
    ['UTF-8 with mark that says ISO-8859-1', Buffer.from('\ufeff<?xml version="1.0" encoding="ISO-8859-1"?><r/>')],
    ['bytes without mark that say UTF-16', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><r/>')],
    [
      'an encoding named behind more white space than is looked at',
      Buffer.from(`<?xml version="1.0"${' '.repeat(2000)}encoding="ISO-8859-1"?><r/>`),
    ],
  ])('refuses XML in %s', (_, bytes) => {
    expect(refusal(bytes).code).toBe('XML_ENCODING')
  })

  it.each([
    ['a cut UTF-8 sequence', Buffer.from([0x3c, 0x72, 0x3e, 0xc3])],
    ['an overlong form', Buffer.from([0x3c, 0x72, 0x3e, 0xc0, 0xbc])],
    ['a surrogate in UTF-8', Buffer.from([0x3c, 0x72, 0x3e, 0xed, 0xa0, 0x80])],
    ['more than US-ASCII where that is declared', Buffer.from('<?xml version="1.0" encoding="US-ASCII"?><r>\u00f5</r>')],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x3c])],
  ])('refuses XML with %s', (_, bytes) => {
    expect(refusal(bytes).code).toBe('XML_BYTES')
  })

  it('refuses an unpaired surrogate of XML in UTF-16', () => {
    expect(refusal(utf16('<r>\ud83d</r>'))).toMatchObject({ code: 'XML_CHARACTER', offset: 3 })
  })
})

describe('refusals name what is wrong and where', () => {
  it.each([
    ['XML_CHARACTER', 4, '<r>a\u0001</r>'],
    ['XML_CHARACTER', 3, '<r>\0</r>'],
    ['XML_CHARACTER', 3, '<r>\uffff</r>'],
    ['XML_CHARACTER', 4, '<r>a&#0;</r>'],
    ['XML_CHARACTER', 3, '<r>&#xD800;</r>'],
    ['XML_CHARACTER', 3, `<r>&#x${'F'.repeat(400)};</r>`],
    ['XML_CHARACTER', 6, '<r a="&#xFFFE;"/>'],
    ['XML_DECLARATION', 0, '<?xml version="2.0"?><r/>'],
    ['XML_DECLARATION', 0, '<?xml encoding="UTF-8"?><r/>'],
    ['XML_DECLARATION', 0, '<?xml version="1.0" encoding="UTF-8\'?><r/>'],
    ['XML_DECLARATION', 0, '<?xml version="1.0" standalone="maybe"?><r/>'],
    ['XML_DECLARATION', 0, '<?xml version="1.0"'],
    ['XML_DOCTYPE', 0, '<!DOCTYPE r><r/>'],
    ['XML_DOCTYPE', 3, '<r><!DOCTYPE r></r>'],
    ['XML_ENTITY', 3, '<r>&nbsp;</r>'],
    ['XML_ENTITY', 6, '<r a="&constructor;"/>'],
    ['XML_REFERENCE', 5, '<r>a & b</r>'],
    ['XML_REFERENCE', 3, '<r>& b;</r>'],
    ['XML_REFERENCE', 3, '<r>&;</r>'],
    ['XML_REFERENCE', 3, '<r>&#;</r>'],
    ['XML_REFERENCE', 3, '<r>&#xZ;</r>'],
    ['XML_REFERENCE', 3, '<r>&#x;</r>'],
    ['XML_REFERENCE', 3, '<r>&#X41;</r>'],
    ['XML_REFERENCE', 3, '<r>&#1A;</r>'],
    ['XML_REFERENCE', 3, '<r>&#65 ;</r>'],
    ['XML_REFERENCE', 3, '<r>&#x4\u0161;</r>'],
    ['XML_REFERENCE', 10, '<r>\r\n\r\na\r\n&#-1;</r>'],
    ['XML_MARKUP', 3, '<r><!ELEMENT r></r>'],
    ['XML_MARKUP', 0, '<!doctype r><r/>'],
    ['XML_NAME', 1, '< r/>'],
    ['XML_NAME', 1, '<1/>'],
    ['XML_NAME', 1, '<a:b:c xmlns:a="urn:a"/>'],
    ['XML_NAME', 1, '<a:/>'],
    ['XML_NAME', 1, '<:a/>'],
    ['XML_NAME', 3, '<r =""/>'],
    ['XML_NAME', 3, '<r xmlns:=""/>'],
    ['XML_NAME', 1, '<\u00d7/>'],
    ['XML_NAME', 4, '<r><'],
    ['XML_TAG', 8, '<r a="1"b="2"/>'],
    ['XML_TAG', 2, '<r/ >'],
    ['XML_TAG', 2, '<r\u00d7/>'],
    ['XML_ATTRIBUTE', 4, '<r a/>'],
    ['XML_ATTRIBUTE', 5, '<r a=1/>'],
    ['XML_ATTRIBUTE', 7, '<r a="x<"/>'],
    ['XML_DUPLICATE_ATTRIBUTE', 9, '<r a="1" a="2"/>'],
    ['XML_DUPLICATE_ATTRIBUTE', 45, '<r xmlns:p="urn:a" xmlns:q="urn:a" p:a="1"   q:a="2"/>'],
    ['XML_DUPLICATE_ATTRIBUTE', 17, '<r xmlns="urn:a" xmlns="urn:a"/>'],
    [
      'XML_DUPLICATE_ATTRIBUTE',
      52,
      '<r xmlns:xml="http://www.w3.org/XML/1998/namespace" xmlns:xml="http://www.w3.org/XML/1998/namespace"/>',
    ],
    ['XML_TAG_MISMATCH', 6, '<r><a></r></a>'],
    ['XML_TAG_MISMATCH', 3, '<r></rr>'],
    ['XML_TAG_MISMATCH', 3, '<r></r a="1">'],
    ['XML_TAG_MISMATCH', 0, '</r>'],
    ['XML_UNCLOSED', 7, '<r><a/>'],
    ['XML_UNCLOSED', 0, '<r'],
    ['XML_UNCLOSED', 0, '<r a="1"'],
    ['XML_UNCLOSED', 3, '<r a="1>'],
    ['XML_UNCLOSED', 3, '<r></r'],
    ['XML_UNCLOSED', 3, '<r><!-- </r>'],
    ['XML_UNCLOSED', 3, '<r><![CDATA[ ]] >'],
    ['XML_UNCLOSED', 3, '<r><?p </r>'],
    ['XML_COMMENT', 8, '<r><!-- -- --></r>'],
    ['XML_COMMENT', 7, '<r><!-----></r>'],
    ['XML_INSTRUCTION', 3, '<r><? p?></r>'],
    ['XML_INSTRUCTION', 3, '<r><?XmL p?></r>'],
    ['XML_INSTRUCTION', 1, ' <?xml version="1.0"?><r/>'],
    ['XML_INSTRUCTION', 6, '<r><?p:q r?></r>'],
    ['XML_SECTION_END', 4, '<r>a]]></r>'],
    ['XML_ROOT', 0, ''],
    ['XML_ROOT', 8, '<!-- -->'],
    ['XML_ROOT', 4, '<r/><r/>'],
    ['XML_ROOT', 4, '<r/>x'],
    ['XML_ROOT', 0, 'x<r/>'],
    ['XML_ROOT', 4, '<r/>&#32;'],
    ['XML_ROOT', 4, '<r/><![CDATA[]]>'],
    ['XML_ROOT', 0, '\ufeff\ufeff<r/>'],
    ['XML_PREFIX', 0, '<p:r/>'],
    ['XML_PREFIX', 3, '<r p:a="1"/>'],
    ['XML_PREFIX', 0, '<xmlns:r/>'],
    ['XML_NAMESPACE', 3, '<r xmlns:xmlns="urn:a"/>'],
    ['XML_NAMESPACE', 3, '<r xmlns:p="http://www.w3.org/2000/xmlns/"/>'],
    ['XML_NAMESPACE', 3, '<r xmlns:xml="urn:a"/>'],
    ['XML_NAMESPACE', 3, '<r xmlns="http://www.w3.org/XML/1998/namespace"/>'],
    ['XML_NAMESPACE', 3, '<r xmlns:p=""/>'],
  ])('a refusal of XML names what is wrong and where: %s at %i: %j', (code, offset, text) => {
    const error = refusal(text)
    expect({ code: error.code, offset: error.offset, limit: error.limit }).toEqual({ code, offset, limit: false })
    expect(error.message).toMatch(/\.( \(at \d+\))?$/)
  })
})

describe('bounds', () => {
  it.each([
    ['XML_TOO_LARGE', 'maxBytes', 12, '<r>12345</r>', '<r>123456</r>'],
    ['XML_TOO_DEEP', 'maxDepth', 2, '<r><a></a><a/></r>', '<r><a><b/></a></r>'],
    ['XML_TOO_MANY_ATTRIBUTES', 'maxAttributes', 2, '<r a="1" xmlns="urn:a"/>', '<r a="1" b="2" xmlns="urn:a"/>'],
    ['XML_TOO_LONG', 'maxAttributeLength', 5, '<r a="12345"/>', '<r a="123456"/>'],
    ['XML_TOO_LONG', 'maxAttributeLength', 5, '<r a="&lt;1"/>', '<r a="&lt;12"/>'],
    ['XML_TOO_LONG', 'maxAttributeLength', 7, '<r xmlns:p="urn:a:1"/>', '<r xmlns:p="urn:a:12"/>'],
    ['XML_TOO_LONG', 'maxAttributeLength', 3, '<r abc=""/>', '<r abcd=""/>'],
    ['XML_TOO_LONG', 'maxAttributeLength', 3, '<abc/>', '<a:bc/>'],
    ['XML_TOO_MANY_NODES', 'maxNodes', 4, '<r>x<!----><?p?></r>', '<r>x<!----><?p?>x</r>'],
    ['XML_TOO_MANY_NODES', 'maxNodes', 2, '<r><![CDATA[]]></r>', '<r><![CDATA[]]><![CDATA[]]></r>'],
    ['XML_TOO_MANY_NODES', 'maxNodes', 2, '<!----><r/>', '<!----><r/><?p?>'],
    ['XML_TOO_MANY_NODES', 'maxNodes', 3, '<r a="" b=""/>', '<r a="" b="" c=""/>'],
    ['XML_TOO_MANY_NODES', 'maxNodes', 3, '<r xmlns="u:a" b=""/>', '<r xmlns="u:a" xmlns:c="u:c" b=""/>'],
    [
      'XML_TOO_MANY_NAMESPACES',
      'maxNamespaces',
      2,
      '<r xmlns="urn:a"><a xmlns:p="urn:p"/><b xmlns:q="urn:q"/></r>',
      '<r xmlns="urn:a"><a xmlns:p="urn:p"><b xmlns:q="urn:q"/></a></r>',
    ],
    ['XML_TOO_MANY_NAMESPACES', 'maxNamespaces', 1, '<r xmlns="urn:a"><a xmlns="urn:b"/></r>', '<r xmlns="urn:a"><a xmlns:p="urn:b"/></r>'],
  ] as const)('a bound of XML is reached but not passed: %s: %s %i', (code, bound, value, within, beyond) => {
    expect(parse(within, { [bound]: value }).kind).toBe('document')
    const error = refusal(beyond, { [bound]: value })
    expect({ code: error.code, limit: error.limit }).toEqual({ code, limit: true })
  })

  it('namespaces of XML, as often as they are used, have at most twice the bytes of the largest document (XML_EXPANSION)', () => {
    const namespace = `urn:${'a'.repeat(1_996)}`
    const using = (elements: number) => `<r xmlns:p="${namespace}">${'<p:a p:b=""/>'.repeat(elements)}</r>`
    expect(parse(using(5)).kind).toBe('document')
    const error = refusal(using(6))
    expect({ code: error.code, limit: error.limit }).toEqual({ code: 'XML_EXPANSION', limit: true })
  })

  it('the reader of XML does not depend on the stack for depth', () => {
    const depth = 200_000
    const text = '<a>'.repeat(depth) + '</a>'.repeat(depth)
    expect(parse(text, { maxBytes: 10_000_000, maxDepth: depth, maxNodes: depth }).root.name).toBe('a')
  })
})
