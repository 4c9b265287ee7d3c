import { type Asn1Element, type Asn1Limits, contextTag, elementsOf, openEncoding, SEQUENCE, textOf } from '#readers/der'
import { attributesOf, type CmsAttribute } from './attribute.js'
import { CMS_RULES } from './encoding-rules.js'
import { cmsAttributes, valuesOf } from './signed-attributes.js'

/**
 * The roles that the signer claims, in signer-attributes (RFC 5126, 5.11.3) and signer-attributes-v2 (EN 319 122-1, 5.2.6.1): every text among the values of the
 * claimed attributes, trimmed. Certified attributes and signed assertions are not read: somebody else states them, and nobody verifies it here.
 *
 * @throws Asn1Error when one of the two attributes cannot be read
 */
export function readClaimedRoles(attributes: readonly CmsAttribute[], limits: Asn1Limits): readonly string[] {
  const values = [...valuesOf(attributes, cmsAttributes.signerAttributes), ...valuesOf(attributes, cmsAttributes.signerAttributesV2)]
  // The first version is a list of choices, the second a sequence of optional members; both tag the claimed attributes with 0.
  return values
    .flatMap((value) => elementsOf(openEncoding(value, limits, CMS_RULES)))
    .filter(({ identifier }) => identifier === contextTag(0))
    .flatMap((claimed) => attributesOf(listIn(claimed)))
    .flatMap(({ values: texts }) => texts.map((text) => textOf(text)?.trim() ?? ''))
    .filter((text) => text !== '')
}

/** The list of attributes under a tag: explicit, as the module of the standard says, or implicit, as some writers have it. */
function listIn(tagged: Asn1Element): Asn1Element {
  const [first, ...others] = elementsOf(tagged)
  if (first?.identifier !== SEQUENCE || others.length > 0) return tagged
  // An attribute begins with its type; a list begins with an attribute.
  const [inside] = elementsOf(first)
  return inside === undefined || inside.identifier === SEQUENCE ? first : tagged
}
