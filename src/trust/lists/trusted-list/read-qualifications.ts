import { type CriteriaList, type Criterion, type KeyUsageBit, keyUsageBits, type QualificationElement } from '#model'
import { identifierIn, XADES_NAMESPACE } from '#readers/xades'
import { attributeOf, childElements, textOf, type XmlElement } from '#readers/xml'
import { ECC, inEnglish, informationName, instantOf, itemsOf, optionalChild, requiredChild, TSL, TSLX } from './list-elements.js'
import type { ServiceInstance, TrustedListLimits } from './read-trusted-list.js'
import { TrustedListError } from './trusted-list-error.js'

/** Names of key usage bits in lists. The schema writes `cRLSign` as `crlSign`. */
const keyUsageNames: ReadonlyMap<string, KeyUsageBit> = new Map([
  ...keyUsageBits.map((bit) => [bit, bit] as const),
  ['crlSign', 'cRLSign'],
  ['contentCommitment', 'nonRepudiation'],
])

/** Lexical forms of xsd:boolean. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

interface Budget {
  left: number
}

/** Reads ServiceInformationExtensions (TS 119 612 5.5.9). The Critical flag of known extensions is ignored: in practice it is not set reliably. */
export function readServiceExtensions(
  extensions: readonly XmlElement[],
  limits: TrustedListLimits,
): Pick<ServiceInstance, 'qualification' | 'unknownCriticalExtensions'> {
  const budget: Budget = { left: limits.maxEntriesOfService }
  const additionalInformation: string[] = []
  const qualifications: QualificationElement[] = []
  const unknownCriticalExtensions: string[] = []
  let expiredCertificatesRevocationInfo: number | null = null
  let takenOverBy: string | null = null
  for (const extension of extensions) {
    spend(budget, extension)
    const critical = /^(?:true|1)$/.test((attributeOf(extension, 'Critical') ?? '').trim())
    const contents = childElements(extension)
    // An extension without a child element is unknown.
    if (critical && contents.length === 0) unknownCriticalExtensions.push(`text ${textOf(extension).trim().slice(0, 60)}`)
    for (const content of contents) {
      if (content.namespace === ECC && content.localName === 'Qualifications')
        qualifications.push(...childElements(content, ECC, 'QualificationElement').map((e) => readQualification(e, budget)))
      else if (content.namespace === TSL && content.localName === 'AdditionalServiceInformation')
        additionalInformation.push(informationName(textOf(requiredChild(content, 'URI'))))
      else if (content.namespace === TSL && content.localName === 'ExpiredCertsRevocationInfo')
        expiredCertificatesRevocationInfo = instantOf(content)
      else if (content.namespace === TSLX && content.localName === 'TakenOverBy')
        takenOverBy = inEnglish(
          childElements(content, TSL, 'TSPName')
            .slice(0, 1)
            .flatMap((name) => childElements(name, TSL, 'Name')),
        )
      else if (critical) unknownCriticalExtensions.push(content.localName)
    }
  }
  return {
    qualification: { additionalInformation, qualifications, expiredCertificatesRevocationInfo, takenOverBy },
    unknownCriticalExtensions,
  }
}

function readQualification(element: XmlElement, budget: Budget): QualificationElement {
  spend(budget, element)
  const qualifiers = itemsOf(element, 'Qualifiers', 'Qualifier', ECC).map((q) => informationName(attributeOf(q, 'uri') ?? ''))
  const criteria = optionalChild(element, 'CriteriaList', ECC)
  // Without criteria it is not known to which certificates the qualifiers apply.
  if (!criteria) return { qualifiers, criteria: { assert: 'all', criteria: [{ kind: 'unknown', name: 'CriteriaList' }] } }
  return { qualifiers, criteria: readCriteriaList(criteria, budget) }
}

/** Reads a list of criteria. The depth limit of the XML reader bounds the nesting, the budget bounds the number of criteria. */
function readCriteriaList(list: XmlElement, budget: Budget): CriteriaList {
  const assert = attributeOf(list, 'assert') ?? 'all'
  if (assert !== 'all' && assert !== 'atLeastOne' && assert !== 'none')
    throw new TrustedListError('LIST_VALUE', `CriteriaList has an unknown assert: ${assert.slice(0, 40)}.`, list.offset)
  const criteria: Criterion[] = []
  for (const child of childElements(list)) {
    spend(budget, child)
    if (child.namespace === ECC && child.localName === 'otherCriteriaList') criteria.push(...otherCriteria(child))
    else if (child.namespace !== ECC || child.localName !== 'Description') criteria.push(readCriterion(child, budget))
  }
  return { assert, criteria }
}

function readCriterion(element: XmlElement, budget: Budget): Criterion {
  if (element.namespace !== ECC) return { kind: 'unknown', name: element.localName }
  switch (element.localName) {
    case 'KeyUsage': {
      const bits = childElements(element, ECC, 'KeyUsageBit').map((e) => {
        const name = attributeOf(e, 'name') ?? ''
        return { bit: keyUsageNames.get(name), value: booleans.get(textOf(e).trim()) }
      })
      const known = bits.flatMap(({ bit, value }) => (bit === undefined || value === undefined ? [] : [{ bit, value }]))
      return known.length === bits.length && understood(bits)
        ? { kind: 'key-usage', bits: known }
        : { kind: 'unknown', name: 'KeyUsageBit' }
    }
    case 'PolicySet': {
      const policies = childElements(element, ECC, 'PolicyIdentifier').map(identifierOf)
      return understood(policies) ? { kind: 'policy-set', policies } : { kind: 'unknown', name: 'PolicyIdentifier' }
    }
    case 'CriteriaList':
      return { kind: 'list', list: readCriteriaList(element, budget) }
    default:
      return { kind: 'unknown', name: element.localName }
  }
}

/** Reads otherCriteriaList. Without child elements it has no condition that could be evaluated. */
function otherCriteria(list: XmlElement): readonly Criterion[] {
  const others = childElements(list)
  return others.length === 0 ? [{ kind: 'unknown', name: list.localName }] : others.map(otherCriterion)
}

function otherCriterion(element: XmlElement): Criterion {
  const identifiers = (child: string) => childElements(element, TSLX, child).map(identifierOf)
  if (element.namespace === TSLX && element.localName === 'ExtendedKeyUsage') {
    const purposes = identifiers('KeyPurposeId')
    if (understood(purposes)) return { kind: 'extended-key-usage', purposes }
  }
  if (element.namespace === TSLX && element.localName === 'CertSubjectDNAttribute') {
    const types = identifiers('AttributeOID')
    if (understood(types)) return { kind: 'subject-attributes', types }
  }
  return { kind: 'unknown', name: element.localName }
}

/** Whether a condition has members and all are known. Without members it would always be met; the schema requires at least one. */
function understood(members: readonly unknown[]): boolean {
  return members.length > 0 && !members.includes('')
}

/** The identifier in a xades:ObjectIdentifierType; empty unless there is exactly one. */
function identifierOf(element: XmlElement): string {
  const [identifier, another] = childElements(element, XADES_NAMESPACE, 'Identifier')
  return identifier && !another ? identifierIn(textOf(identifier)) : ''
}

function spend(budget: Budget, at: XmlElement): void {
  if (--budget.left < 0) throw new TrustedListError('LIST_TOO_MANY', 'A service has more entries than are read.', at.offset)
}
