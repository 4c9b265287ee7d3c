import { element, text, type XmlPart } from '../xml-text.js'

const information = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt'

export const additionalInformation = (name: string): XmlPart =>
  element('tsl:AdditionalServiceInformation', {}, text('tsl:URI', `${information}/${name}`, { 'xml:lang': 'en' }))

/** One QualificationElement; `criteria` are the members of its CriteriaList. */
export function qualification(qualifiers: readonly string[], criteria: XmlPart): XmlPart {
  return element(
    'ecc:QualificationElement',
    {},
    element(
      'ecc:Qualifiers',
      {},
      qualifiers.map((name) => element('ecc:Qualifier', { uri: `${information}/${name}` })),
    ),
    criteria,
  )
}

export const qualifications = (...elements: readonly XmlPart[]): XmlPart => element('ecc:Qualifications', {}, elements)

export const criteriaList = (assert: string, ...members: readonly XmlPart[]): XmlPart => element('ecc:CriteriaList', { assert }, members)

export const keyUsageCriterion = (bits: Readonly<Record<string, boolean>>): XmlPart =>
  element(
    'ecc:KeyUsage',
    {},
    Object.entries(bits).map(([name, value]) => text('ecc:KeyUsageBit', String(value), { name })),
  )

/** Identifiers as written: `1.2.3`, `urn:oid:1.2.3`. */
export const policyCriterion = (...policies: readonly string[]): XmlPart =>
  element(
    'ecc:PolicySet',
    {},
    policies.map((policy) => element('ecc:PolicyIdentifier', {}, text('xades:Identifier', policy))),
  )

export const takenOverBy = (name: string): XmlPart =>
  element('tslx:TakenOverBy', {}, element('tsl:TSPName', {}, text('tsl:Name', name, { 'xml:lang': 'en' })))

export const expiredCertificatesRevocationInfo = (since: string): XmlPart => text('tsl:ExpiredCertsRevocationInfo', since)
