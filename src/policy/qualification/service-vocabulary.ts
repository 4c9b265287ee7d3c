import type { ServicePeriod } from '#model'
import { START_OF_EIDAS } from '../moments.js'
import type { CertificateType } from './certificate-statement.js'

type KnownType = Exclude<CertificateType, 'unknown'>

/** Additional service information of TS 119 612 5.5.9.4 that says for what a CA/QC service is qualified. */
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

/** The qualifiers among the captured ones that name a type. */
export function typesNamed(captured: ReadonlySet<string>): readonly { readonly qualifier: string; readonly type: KnownType }[] {
  return [...captured].flatMap((qualifier) => {
    const type = typeOfQualifier.get(qualifier)
    return type === undefined ? [] : [{ qualifier, type }]
  })
}

/** Whether a period speaks the vocabulary of the Regulation or of the Directive before it: decided by its start. */
export function isNew(period: ServicePeriod): boolean {
  return period.from >= START_OF_EIDAS
}
