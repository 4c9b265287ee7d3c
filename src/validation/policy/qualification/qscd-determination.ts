import type { ServicePeriod } from '#model'
import type { CertificateStatement } from './certificate-statement.js'
import { isUnderRegulation } from './service-vocabulary.js'

/**
 * QSCD determination (TS 119 615 4.5) by one service: whether the key is in a qualified device according to the list; when the list does not say or refers to
 * the certificate, according to the certificate. `contradictions` lists qualifiers that contradict each other.
 *
 * @param captured qualifiers of the service that apply to the certificate
 */
export function isInQualifiedDevice(period: ServicePeriod, captured: ReadonlySet<string>, statement: CertificateStatement): boolean {
  const [yes, no] = isUnderRegulation(period)
    ? [captured.has('QCWithQSCD') || captured.has('QCQSCDManagedOnBehalf'), captured.has('QCNoQSCD')]
    : [captured.has('QCWithSSCD'), captured.has('QCNoSSCD')]
  if (no) return false
  return yes || statement.device
}
