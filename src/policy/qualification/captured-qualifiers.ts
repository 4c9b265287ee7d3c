import type { CertificateFacts, CriteriaList, Criterion, ServiceQualification } from '#model'

/**
 * Qualifiers of a service period that a certificate captures: those of every element whose criteria it meets (TS 119 612 5.5.9.2). Later
 * elements do not override earlier ones; contradictions stay contradictions.
 */
export function capturedQualifiers(qualification: ServiceQualification | undefined, certificate: CertificateFacts): ReadonlySet<string> {
  const captured = new Set<string>()
  for (const element of qualification?.qualifications ?? []) {
    // An element with a condition that is not understood captures nobody, however deep it stands: under `none` a guess could raise a level.
    if (unknownIn(element.criteria).length > 0) continue
    if (meets(certificate, element.criteria)) for (const qualifier of element.qualifiers) captured.add(qualifier)
  }
  return captured
}

/** Conditions of a service that are not understood, by name; their elements captured nobody. */
export function unknownCriteria(qualification: ServiceQualification | undefined): readonly string[] {
  return [...new Set((qualification?.qualifications ?? []).flatMap(({ criteria }) => unknownIn(criteria)))]
}

/** Nesting is bounded by the depth that the reader accepts. */
function unknownIn(list: CriteriaList): readonly string[] {
  return list.criteria.flatMap((criterion) => {
    if (criterion.kind === 'unknown') return [criterion.name]
    return criterion.kind === 'list' ? unknownIn(criterion.list) : []
  })
}

/** An empty `all` or `none` is true, an empty `atLeastOne` false. */
function meets(certificate: CertificateFacts, list: CriteriaList): boolean {
  switch (list.assert) {
    case 'all':
      return list.criteria.every((criterion) => isMet(certificate, criterion))
    case 'atLeastOne':
      return list.criteria.some((criterion) => isMet(certificate, criterion))
    case 'none':
      return !list.criteria.some((criterion) => isMet(certificate, criterion))
  }
}

/** Members inside one KeyUsage or PolicySet are always joined by "all". */
function isMet(certificate: CertificateFacts, criterion: Criterion): boolean {
  switch (criterion.kind) {
    case 'key-usage':
      return criterion.bits.every(({ bit, value }) => (certificate.keyUsage?.includes(bit) ?? false) === value)
    case 'policy-set':
      return criterion.policies.every((policy) => certificate.certificatePolicies.includes(policy))
    case 'extended-key-usage':
      return criterion.purposes.every((purpose) => certificate.extendedKeyUsage?.purposes.includes(purpose) ?? false)
    case 'subject-attributes':
      return criterion.types.every((type) => certificate.subject.attributes.some((attribute) => attribute.oid === type))
    case 'list':
      return meets(certificate, criterion.list)
    case 'unknown':
      return false
  }
}
