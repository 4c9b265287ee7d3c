import type { AdesLevel } from '#model'
import { finding, XADES_141_NAMESPACE, XADES_NAMESPACE, type XadesFinding } from '#readers/xades'
import type { UnsignedProperties } from './unsigned-properties.js'

/** References to certificates and to revocation data, and time-stamps over them: the older forms C and X (EN 319 132-2). */
const certificateReferences = ['CompleteCertificateRefs', 'CompleteCertificateRefsV2']
const revocationReferences = ['CompleteRevocationRefs']
const timeStampsOverReferences = ['SigAndRefsTimeStamp', 'SigAndRefsTimeStampV2', 'RefsOnlyTimeStamp', 'RefsOnlyTimeStampV2']
const ofOlderForms = [...certificateReferences, ...revocationReferences, ...timeStampsOverReferences]
/** What a baseline signature has once. */
const single = ['CertificateValues', 'RevocationValues', 'AttrAuthoritiesCertValues', 'AttributeRevocationValues']

/**
 * Unsigned properties that a baseline signature of this level does not have, or has once (EN 319 132-1, 6.3). Below level LT the references are the older form C
 * only when both are there.
 */
export function findUnsignedAgainstBaseline({ properties }: UnsignedProperties, level: AdesLevel): readonly XadesFinding[] {
  const names = properties.flatMap(({ element: { namespace, localName } }) =>
    namespace === XADES_NAMESPACE || namespace === XADES_141_NAMESPACE ? [localName] : [],
  )
  const isPresent = (name: string) => names.includes(name)
  const isLongTerm = level === 'LT' || level === 'LTA'
  const isOlder = isLongTerm || (level === 'T' && certificateReferences.some(isPresent) && revocationReferences.some(isPresent))
  const against = [
    ...(isOlder ? ofOlderForms.filter(isPresent) : []),
    ...(isLongTerm ? single.filter((name) => names.indexOf(name) !== names.lastIndexOf(name)) : []),
  ]
  return against.map((property) => finding('UNSIGNED_PROPERTY_AGAINST_BASELINE', { property }))
}
