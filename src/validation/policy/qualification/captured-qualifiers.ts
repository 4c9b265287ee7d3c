import type { CertificateFacts, CriteriaList, Criterion, ServiceQualification } from '#model'

/** Qualifiers that lower the level. Only these are captured when a criterion is unknown (`decisions.md#qualifiers`). */
const lowering: ReadonlySet<string> = new Set(['NotQualified', 'QCNoQSCD', 'QCNoSSCD'])

/**
 * The qualifiers of a service period that apply to a certificate: those of every element whose criteria it meets (TS 119 612 5.5.9.2). Later elements do not
 * override earlier ones, so contradictions remain. When an unknown criterion decides, only qualifiers that lower the level are captured.
 */
export function capturedQualifiers(qualification: ServiceQualification | undefined, certificate: CertificateFacts): ReadonlySet<string> {
  const captured = new Set<string>()
  for (const { criteria, qualifiers } of qualification?.qualifications ?? []) {
    const met = meets(certificate, criteria)
    if (met === 'no') continue
    for (const qualifier of qualifiers) if (met === 'yes' || lowering.has(qualifier)) captured.add(qualifier)
  }
  return captured
}

/** Names of the unknown criteria of a service, each once. */
export function unknownCriteria(qualification: ServiceQualification | undefined): readonly string[] {
  return [...new Set((qualification?.qualifications ?? []).flatMap(({ criteria }) => unknownIn(criteria)))]
}

/** Unknown criteria in a list. The recursion is bounded by the XML depth that the reader accepts. */
function unknownIn(list: CriteriaList): readonly string[] {
  return list.criteria.flatMap((criterion) => {
    if (criterion.kind === 'unknown') return [criterion.name]
    return criterion.kind === 'list' ? unknownIn(criterion.list) : []
  })
}

/** Whether a certificate meets criteria. `unknown`: that depends on an unknown criterion. */
type Met = 'yes' | 'no' | 'unknown'

/** Evaluates a list of criteria. An empty `all` or `none` is met, an empty `atLeastOne` is not. */
function meets(certificate: CertificateFacts, { assert, criteria }: CriteriaList): Met {
  const results = criteria.map((criterion) => isMet(certificate, criterion))
  switch (assert) {
    case 'all':
      return results.includes('no') ? 'no' : results.includes('unknown') ? 'unknown' : 'yes'
    case 'atLeastOne':
      return results.includes('yes') ? 'yes' : results.includes('unknown') ? 'unknown' : 'no'
    case 'none':
      return results.includes('yes') ? 'no' : results.includes('unknown') ? 'unknown' : 'yes'
  }
}

function isMet(certificate: CertificateFacts, criterion: Criterion): Met {
  if (criterion.kind === 'list') return meets(certificate, criterion.list)
  if (criterion.kind === 'unknown') return 'unknown'
  const extension = extensions[criterion.kind]
  if (extension !== null && certificate.unreadableExtensions?.includes(extension) === true) return 'unknown'
  return holds(certificate, criterion) ? 'yes' : 'no'
}

/** The extension that a criterion asks about. When it cannot be read, whether the criterion is met is unknown. */
const extensions = {
  'key-usage': '2.5.29.15',
  'policy-set': '2.5.29.32',
  'extended-key-usage': '2.5.29.37',
  'subject-attributes': null,
} as const satisfies Record<Exclude<Criterion, { readonly kind: 'list' | 'unknown' }>['kind'], string | null>

/** Evaluates one known criterion. All members of a KeyUsage or PolicySet must be met, whatever the `assert` of the surrounding list. */
function holds(certificate: CertificateFacts, criterion: Exclude<Criterion, { readonly kind: 'list' | 'unknown' }>): boolean {
  switch (criterion.kind) {
    case 'key-usage':
      return criterion.bits.every(({ bit, value }) => (certificate.keyUsage?.includes(bit) ?? false) === value)
    case 'policy-set':
      return criterion.policies.every((policy) => certificate.certificatePolicies.includes(policy))
    case 'extended-key-usage':
      return criterion.purposes.every((purpose) => certificate.extendedKeyUsage?.purposes.includes(purpose) ?? false)
    case 'subject-attributes':
      return criterion.types.every((type) => certificate.subject.attributes.some((attribute) => attribute.oid === type))
  }
}
