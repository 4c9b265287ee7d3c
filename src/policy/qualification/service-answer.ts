import type { AnchorService, CertificateFacts, ServicePeriod } from '#model'
import { capturedQualifiers } from './captured-qualifiers.js'
import { type CertificateStatement, type CertificateType, START_OF_EIDAS } from './certificate-statement.js'

/** What one service, in one period, makes of one certificate. */
export interface ServiceAnswer {
  readonly service: AnchorService
  readonly period: ServicePeriod
  readonly captured: readonly string[]
  readonly contradictions: readonly string[]
  readonly active: boolean
  readonly qualified: boolean
  readonly type: CertificateType
  readonly device: boolean
}

const typeOfQualifier: ReadonlyMap<string, CertificateType> = new Map([
  ['QCForESig', 'signature'],
  ['QCForESeal', 'seal'],
  ['QCForWSA', 'website'],
])
const informationOfType: Readonly<Record<Exclude<CertificateType, 'unknown'>, string>> = {
  signature: 'ForeSignatures',
  seal: 'ForeSeals',
  website: 'ForWebSiteAuthentication',
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

/** Whether the period speaks the vocabulary of the Regulation or of the Directive before it: decided by its start. */
const isNew = (period: ServicePeriod) => period.from >= START_OF_EIDAS

/** Whether a CA/QC period covers the type of a certificate issued since the Regulation (TS 119 615 4.4, step 3). */
export function coversType(period: ServicePeriod, certificate: CertificateFacts, statement: CertificateStatement): boolean {
  if (certificate.notBefore < START_OF_EIDAS || !isNew(period)) return true
  const captured = capturedQualifiers(period.qualification, certificate)
  const information = informationOf(period, captured)
  const named = [...captured].flatMap((qualifier) => typeOfQualifier.get(qualifier) ?? [])
  const [single] = named
  const type = named.length === 1 && single ? single : statement.type
  return type === 'unknown' ? information.size > 0 : information.has(informationOfType[type])
}

/** `QCForLegalPerson` takes signatures away: a legal person seals. */
function informationOf(period: ServicePeriod, captured: ReadonlySet<string>): ReadonlySet<string> {
  const information = new Set(period.qualification?.additionalInformation ?? [])
  if (captured.has('QCForLegalPerson')) information.delete('ForeSignatures')
  return information
}

/** Steps 4 and 8 to 10 of TS 119 615 4.4 for one service. */
export function answerOf(
  service: AnchorService,
  period: ServicePeriod,
  certificate: CertificateFacts,
  statement: CertificateStatement,
): ServiceAnswer {
  const captured = capturedQualifiers(period.qualification, certificate)
  const contradictions = contradictionsOf(period, captured)
  const contradicts = (about: 'qualified' | 'type' | 'device') => contradictions.some((c) => c.about === about)
  const active = isActive(period)
  const qualified =
    active && !contradicts('qualified') && !captured.has('NotQualified') && (captured.has('QCStatement') || statement.qualified)
  return {
    service,
    period,
    captured: [...captured].toSorted(),
    contradictions: contradictions.map((c) => c.what),
    active,
    qualified,
    type: qualified ? typeOf(period, captured, statement, contradicts('type')) : statement.type,
    device: qualified && !contradicts('device') && deviceOf(period, captured, statement),
  }
}

/** Active statuses of the vocabulary that the start of the period calls for; a status of the other vocabulary makes it unusable. */
function isActive(period: ServicePeriod): boolean {
  if (isNew(period)) return period.status === 'granted'
  return period.status === 'undersupervision' || period.status === 'accredited' || period.status === 'supervisionincessation'
}

function typeOf(
  period: ServicePeriod,
  captured: ReadonlySet<string>,
  statement: CertificateStatement,
  contradiction: boolean,
): CertificateType {
  if (contradiction) return 'unknown'
  if (!isNew(period)) return 'signature'
  const [only, another] = [...captured].flatMap((qualifier) => typeOfQualifier.get(qualifier) ?? [])
  if (another) return 'unknown'
  return only ?? statement.type
}

/** What the list says about the device; where it is silent or refers to the certificate, the certificate's own word. */
function deviceOf(period: ServicePeriod, captured: ReadonlySet<string>, statement: CertificateStatement): boolean {
  const [yes, no] = isNew(period)
    ? [captured.has('QCWithQSCD') || captured.has('QCQSCDManagedOnBehalf'), captured.has('QCNoQSCD')]
    : [captured.has('QCWithSSCD'), captured.has('QCNoSSCD')]
  if (no) return false
  return yes || statement.device
}

/** Contradictions of step 4, each with the question that they make unanswerable; an entry that contradicts itself lowers, never raises. */
function contradictionsOf(
  period: ServicePeriod,
  captured: ReadonlySet<string>,
): readonly { readonly what: string; readonly about: 'qualified' | 'type' | 'device' | 'none' }[] {
  const both = (a: string, b: string) => captured.has(a) && captured.has(b)
  const information = new Set(period.qualification?.additionalInformation ?? [])
  const found: { what: string; about: 'qualified' | 'type' | 'device' | 'none' }[] = []
  if (both('QCStatement', 'NotQualified')) found.push({ what: 'QCStatement with NotQualified', about: 'qualified' })
  if (both('QCForLegalPerson', 'QCForESig')) found.push({ what: 'QCForLegalPerson with QCForESig', about: 'type' })
  for (const pair of [
    ['QCWithQSCD', 'QCNoQSCD'],
    ['QCQSCDManagedOnBehalf', 'QCNoQSCD'],
    ['QCQSCDStatusAsInCert', 'QCWithQSCD'],
    ['QCQSCDStatusAsInCert', 'QCNoQSCD'],
    ['QCQSCDStatusAsInCert', 'QCQSCDManagedOnBehalf'],
    ['QCWithSSCD', 'QCNoSSCD'],
    ['QCSSCDStatusAsInCert', 'QCWithSSCD'],
    ['QCSSCDStatusAsInCert', 'QCNoSSCD'],
  ] as const)
    if (both(pair[0], pair[1])) found.push({ what: `${pair[0]} with ${pair[1]}`, about: 'device' })
  if (isNew(period)) {
    for (const [old, successors] of [
      ['QCWithSSCD', ['QCWithQSCD', 'QCQSCDManagedOnBehalf']],
      ['QCNoSSCD', ['QCNoQSCD']],
      ['QCSSCDStatusAsInCert', ['QCQSCDStatusAsInCert']],
    ] as const)
      if (captured.has(old) && !successors.some((successor) => captured.has(successor)))
        found.push({ what: `${old} without its successor since 2016`, about: 'none' })
    for (const [qualifier, type] of typeOfQualifier)
      if (captured.has(qualifier) && type !== 'unknown' && !information.has(informationOfType[type]))
        found.push({ what: `${qualifier} without ${informationOfType[type]}`, about: 'none' })
  } else {
    if (period.status === 'granted' || period.status === 'withdrawn')
      found.push({ what: `${period.status} before 2016-07-01`, about: 'none' })
    if (information.has('ForeSeals') || information.has('ForWebSiteAuthentication'))
      found.push({ what: 'seals or web sites before 2016-07-01', about: 'none' })
  }
  if ([...captured].filter((qualifier) => typeOfQualifier.has(qualifier)).length > 1)
    found.push({ what: 'several QCFor… qualifiers', about: 'type' })
  for (const qualifier of captured)
    if (!known.has(qualifier)) found.push({ what: `unknown qualifier ${qualifier.slice(0, 60)}`, about: 'none' })
  return found
}
