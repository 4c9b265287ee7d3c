import { type Asn1Limits, Fields, OBJECT_IDENTIFIER, objectIdentifierOf, openSequence } from '#readers/der'
import type { CmsAttribute } from './attribute.js'
import { CMS_RULES } from './encoding-rules.js'
import { cmsAttributes, valuesOf } from './signed-attributes.js'

/** The identifiers in commitment-type-indication (EN 319 122-1, 5.2.3), as dotted OIDs. Throws `Asn1Error`. */
export function readCommitmentTypes(attributes: readonly CmsAttribute[], limits: Asn1Limits): readonly string[] {
  return valuesOf(attributes, cmsAttributes.commitmentType).map((value) => {
    const fields = new Fields(openSequence(value, limits, CMS_RULES, 'CommitmentTypeIndication'))
    return objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'commitmentTypeId'))
  })
}
