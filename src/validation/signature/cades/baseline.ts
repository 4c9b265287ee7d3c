import type { AdesLevel, StructureFinding } from '#model'
import { type CmsAttribute, cmsAttributes } from '#readers/cms'

/** Attributes of older forms, by the names that EN 319 122-1 and 122-2 have for them. */
const certificateReferences = { oid: cmsAttributes.completeCertificateReferences, property: 'complete-certificate-references' } as const
const revocationReferences = { oid: cmsAttributes.completeRevocationReferences, property: 'complete-revocation-references' } as const
const timeStampedReferences = { oid: cmsAttributes.timeStampedReferences, property: 'time-stamped-certs-crls-references' } as const
const againstLongTerm = [
  { oid: cmsAttributes.certificateValues, property: 'certificate-values' },
  { oid: cmsAttributes.revocationValues, property: 'revocation-values' },
  certificateReferences,
  revocationReferences,
  timeStampedReferences,
] as const
const ofFormC = [certificateReferences, revocationReferences, timeStampedReferences] as const

/**
 * Unsigned attributes that a baseline signature of this level does not have (EN 319 122-1, 6.3). Below level LT the references are the older form C only when both are
 * there.
 */
export function findAttributesAgainstBaseline(unsigned: readonly CmsAttribute[], level: AdesLevel): readonly StructureFinding[] {
  const isPresent = ({ oid }: { readonly oid: string }) => unsigned.some((attribute) => attribute.oid === oid)
  const isFormC = level === 'T' && isPresent(certificateReferences) && isPresent(revocationReferences)
  const against = level === 'LT' || level === 'LTA' ? againstLongTerm : isFormC ? ofFormC : []
  return against
    .filter(isPresent)
    .map(({ property }) => ({ key: 'signature-baseline', code: 'UNSIGNED_PROPERTY_AGAINST_BASELINE', facts: { property } }))
}
