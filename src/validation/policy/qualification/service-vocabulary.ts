import type { ServicePeriod } from '#model'
import { START_OF_EIDAS } from '../moments.js'
import type { CertificateType } from './certificate-statement.js'

type KnownType = Exclude<CertificateType, 'unknown'>

/** Additional service information (TS 119 612 5.5.9.4) for each type of certificate that a CA/QC service is qualified for. */
export const informationOfType: Readonly<Record<KnownType, string>> = {
  signature: 'ForeSignatures',
  seal: 'ForeSeals',
  website: 'ForWebSiteAuthentication',
}

const typeOfQualifier: ReadonlyMap<string, KnownType> = new Map([
  ['QCForESig', 'signature'],
  ['QCForESeal', 'seal'],
  ['QCForWSA', 'website'],
])

/** The captured qualifiers that name a type, with that type. */
export function typesNamed(captured: ReadonlySet<string>): readonly { readonly qualifier: string; readonly type: KnownType }[] {
  return [...captured].flatMap((qualifier) => {
    const type = typeOfQualifier.get(qualifier)
    return type === undefined ? [] : [{ qualifier, type }]
  })
}

/** Whether the vocabulary of the Regulation applies to a period, and not that of the Directive. The start of the period decides. */
export function isUnderRegulation(period: ServicePeriod): boolean {
  return period.from >= START_OF_EIDAS
}
