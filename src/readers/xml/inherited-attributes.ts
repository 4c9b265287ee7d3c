import type { CanonicalizationMethod } from './canonicalization-method.js'
import { joinBases } from './join-base.js'
import { XML_NAMESPACE } from './names.js'
import type { XmlAttribute, XmlElement } from './xml-node.js'

/**
 * The attributes of the apex of a canonicalized subtree: its own, and those of the namespace `xml` that it inherits from its omitted ancestors.
 *
 * - 1.0 (section 2.4): the nearest attribute of each name.
 * - 1.1 (section 2.4): `xml:lang` and `xml:space` likewise, `xml:base` joined from the root down, `xml:id` and others never.
 * - Exclusive: none.
 */
export function attributesOfApex(apex: XmlElement, algorithm: CanonicalizationMethod['algorithm']): readonly XmlAttribute[] {
  if (algorithm === 'exclusive') return apex.attributes
  const own = new Set<string>()
  for (const attribute of apex.attributes) if (attribute.namespace === XML_NAMESPACE) own.add(attribute.localName)

  const inherited = new Map<string, XmlAttribute>()
  const bases: XmlAttribute[] = []
  for (let element = apex.parent; element !== null; element = element.parent) {
    for (const attribute of element.attributes) {
      const { namespace, localName } = attribute
      if (namespace !== XML_NAMESPACE) continue
      if (algorithm === 'c14n11' && localName === 'base') bases.push(attribute)
      else if (
        (algorithm === 'c14n10' || localName === 'lang' || localName === 'space') &&
        !own.has(localName) &&
        !inherited.has(localName)
      )
        inherited.set(localName, attribute)
    }
  }
  if (bases.length > 0) return withBase(apex.attributes, inherited, bases)
  return inherited.size === 0 ? apex.attributes : [...apex.attributes, ...inherited.values()]
}

/** The attributes with the joined `xml:base`. `bases` are those of the ancestors, nearest first. An empty result is not written (section 2.4). */
function withBase(
  attributes: readonly XmlAttribute[],
  inherited: ReadonlyMap<string, XmlAttribute>,
  bases: readonly XmlAttribute[],
): readonly XmlAttribute[] {
  const isBase = (attribute: XmlAttribute) => attribute.namespace === XML_NAMESPACE && attribute.localName === 'base'
  const values = [...attributes.filter(isBase), ...bases].map((attribute) => attribute.value)
  const joined = joinBases(values)
  const others = [...attributes.filter((attribute) => !isBase(attribute)), ...inherited.values()]
  if (joined === '') return others
  return [...others, { name: 'xml:base', prefix: 'xml', localName: 'base', namespace: XML_NAMESPACE, value: joined }]
}
