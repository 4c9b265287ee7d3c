import type { ServicePeriod } from '#model'
import { unknownCriteria } from './captured-qualifiers.js'
import { informationOfType, isUnderRegulation, typesNamed } from './service-vocabulary.js'

/** The property that a contradiction leaves undetermined. `none`: the contradiction is only listed. */
export type ContradictedQuestion = 'qualified' | 'type' | 'device' | 'none'

interface Contradiction {
  readonly what: string
  readonly about: ContradictedQuestion
}

const known: ReadonlySet<string> = new Set([
  'QCStatement',
  'NotQualified',
  'QCForESig',
  'QCForESeal',
  'QCForWSA',
  'QCForLegalPerson',
  'QCWithQSCD',
  'QCNoQSCD',
  'QCQSCDStatusAsInCert',
  'QCQSCDManagedOnBehalf',
  'QCWithSSCD',
  'QCNoSSCD',
  'QCSSCDStatusAsInCert',
])

const withDevice = ['QCWithQSCD', 'QCWithSSCD', 'QCQSCDManagedOnBehalf'] as const
const withoutDevice = ['QCNoQSCD', 'QCNoSSCD'] as const
const asInCertificate = ['QCQSCDStatusAsInCert', 'QCSSCDStatusAsInCert'] as const

/** Contradictions within a list entry, or between an entry and its date (TS 119 615 4.4, step 4). A contradiction may lower the level, never raise it. */
export function contradictionsOf(period: ServicePeriod, captured: ReadonlySet<string>): readonly Contradiction[] {
  const unknown = [...captured].filter((qualifier) => !known.has(qualifier))
  return [
    ...together(captured, ['QCStatement'], ['NotQualified'], 'qualified'),
    ...together(captured, ['QCForLegalPerson'], ['QCForESig'], 'type'),
    ...(typesNamed(captured).length > 1 ? [{ what: 'several QCFor… qualifiers', about: 'type' } as const] : []),
    ...together(captured, withDevice, withoutDevice, 'device'),
    ...together(captured, asInCertificate, [...withDevice, ...withoutDevice], 'device'),
    ...(isUnderRegulation(period) ? againstTheRegulation(period, captured) : againstTheDirective(period, captured)),
    ...unknownCriteria(period.qualification).map((name) => ({ what: `unknown criterion ${name.slice(0, 60)}`, about: 'none' as const })),
    ...unknown.map((qualifier) => ({ what: `unknown qualifier ${qualifier.slice(0, 60)}`, about: 'none' as const })),
  ]
}

function together(
  captured: ReadonlySet<string>,
  some: readonly string[],
  others: readonly string[],
  about: ContradictedQuestion,
): readonly Contradiction[] {
  const found = some.filter((qualifier) => captured.has(qualifier))
  return found.flatMap((one) => others.filter((other) => captured.has(other)).map((other) => ({ what: `${one} with ${other}`, about })))
}

/** Since 2016-07-01 qualifiers of the Directive are valid only together with their successors, and a QCFor… qualifier must name a type of the service. */
function againstTheRegulation(period: ServicePeriod, captured: ReadonlySet<string>): readonly Contradiction[] {
  const information = period.qualification?.additionalInformation ?? []
  const successors = ['QCWithQSCD', 'QCNoQSCD']
  const orphaned = ['QCWithSSCD', 'QCNoSSCD'].filter((old) => captured.has(old) && !successors.some((name) => captured.has(name)))
  const found: Contradiction[] = orphaned.map((old) => ({ what: `${old} without its successor since 2016`, about: 'device' }))
  // Without effect: the qualifier refers to the certificate, which also decides when no qualifier is captured.
  if (captured.has('QCSSCDStatusAsInCert') && !captured.has('QCQSCDStatusAsInCert'))
    found.push({ what: 'QCSSCDStatusAsInCert without its successor since 2016', about: 'none' })
  for (const { qualifier, type } of typesNamed(captured))
    if (!information.includes(informationOfType[type]))
      found.push({ what: `${qualifier} without ${informationOfType[type]}`, about: 'type' })
  return found
}

/** Before 2016-07-01 only certificates for signatures could be qualified, and the statuses granted and withdrawn did not exist. */
function againstTheDirective(period: ServicePeriod, captured: ReadonlySet<string>): readonly Contradiction[] {
  const information = period.qualification?.additionalInformation ?? []
  const later = typesNamed(captured).filter(({ type }) => type !== 'signature')
  const found: Contradiction[] = later.map(({ qualifier }) => ({ what: `${qualifier} before 2016-07-01`, about: 'type' }))
  if (information.includes(informationOfType.seal) || information.includes(informationOfType.website))
    found.push({ what: 'seals or web sites before 2016-07-01', about: 'type' })
  if (period.status === 'granted' || period.status === 'withdrawn')
    found.push({ what: `${period.status} before 2016-07-01`, about: 'qualified' })
  return found
}
