import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { attributeOf, childElement, childElements, elementsNamed, parseXml, textOf } from '#readers/xml'

const document = parseXml(
  Buffer.from('<p:a xmlns:p="urn:p" Id="1" p:Id="2"> x<b>in</b><!-- c -->y<p:b Id=""><p:a><b/></p:a></p:b><?i?><b><![CDATA[z]]></b></p:a>'),
  limits.xml,
)
const { root } = document

describe('navigation', () => {
  it('navigation in XML lists child elements, all or those of a name', () => {
    expect(childElements(root).map((element) => element.name)).toEqual(['b', 'p:b', 'b'])
    expect(childElements(root, 'urn:p').map((element) => element.name)).toEqual(['p:b'])
    expect(childElements(root, '', 'b')).toHaveLength(2)
    expect(childElements(root, 'urn:p', 'a')).toEqual([])
  })

  it('navigation in XML finds the first child of a name, by namespace and not by prefix', () => {
    expect(childElement(root, 'urn:p', 'b')?.name).toBe('p:b')
    expect(childElement(root, '', 'b')?.children).toEqual(['in'])
    expect(childElement(root, 'p', 'b')).toBeNull()
  })

  it('navigation in XML finds descendants in document order; an element is not below itself, the root is below its document', () => {
    expect(elementsNamed(root, 'urn:p', 'a')).toHaveLength(1)
    expect(elementsNamed(document, 'urn:p', 'a')[0]).toBe(root)
    expect(elementsNamed(root, '', 'b').map(textOf)).toEqual(['in', '', 'z'])
  })

  it('navigation in XML gives the direct text, without that of children and comments', () => {
    expect(textOf(root)).toBe(' xy')
  })

  it('navigation in XML distinguishes attributes by namespace, and a missing one from an empty one', () => {
    expect(attributeOf(root, 'Id')).toBe('1')
    expect(attributeOf(root, 'Id', 'urn:p')).toBe('2')
    expect(attributeOf(root, 'id')).toBeNull()
    expect(childElements(root).map((element) => attributeOf(element, 'Id'))).toEqual([null, '', null])
  })
})
