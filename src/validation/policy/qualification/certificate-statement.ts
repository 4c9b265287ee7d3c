import type { CertificateFacts } from '#model'
import { START_OF_EIDAS } from '../moments.js'

const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3'
const QC_COMPLIANCE = '0.4.0.1862.1.1'
const QC_SSCD = '0.4.0.1862.1.4'
const QC_TYPE = '0.4.0.1862.1.6'
const QC_LEGISLATION = '0.4.0.1862.1.7'
const QCP = '0.4.0.1456.1.2'
const QCP_PLUS = '0.4.0.1456.1.1'

const types: ReadonlyMap<string, CertificateType> = new Map([
  ['0.4.0.1862.1.6.1', 'signature'],
  ['0.4.0.1862.1.6.2', 'seal'],
  ['0.4.0.1862.1.6.3', 'website'],
])

export type CertificateType = 'signature' | 'seal' | 'website' | 'unknown'

export interface CertificateStatement {
  readonly qualified: boolean
  readonly type: CertificateType
  readonly device: boolean
}

/** What a certificate states about its own qualification (TS 119 615 4.4; EN 319 412-5). The trusted list takes precedence. */
export function statementOf(certificate: CertificateFacts): CertificateStatement {
  const stated = certificate.qcStatements.map(({ oid }) => oid)
  // With QcCClegislation the certificate is qualified under the law of the countries it lists, not under EU law. Statements that cannot be read may list some.
  const foreignLaw = stated.includes(QC_LEGISLATION) || certificate.unreadableExtensions?.includes(QC_STATEMENTS) === true
  if (certificate.notBefore >= START_OF_EIDAS) {
    const qualified = stated.includes(QC_COMPLIANCE) && !foreignLaw
    return { qualified, type: statedType(certificate), device: stated.includes(QC_SSCD) }
  }
  const policies = certificate.certificatePolicies
  const qualified = (stated.includes(QC_COMPLIANCE) || policies.includes(QCP) || policies.includes(QCP_PLUS)) && !foreignLaw
  return { qualified, type: qualified ? 'signature' : 'unknown', device: policies.includes(QCP_PLUS) || stated.includes(QC_SSCD) }
}

/**
 * The type when QcType states exactly one. Without QcType, QcCompliance means signature, because the first edition of EN 319 412-5 had no QcType. Unknown for
 * several types, and for a QcType without a value.
 */
function statedType(certificate: CertificateFacts): CertificateType {
  const statements = certificate.qcStatements.filter((statement) => statement.oid === QC_TYPE)
  if (statements.some(({ values }) => values.length === 0)) return 'unknown'
  const [only, another] = new Set(statements.flatMap(({ values }) => values))
  if (another !== undefined) return 'unknown'
  if (only !== undefined) return types.get(only) ?? 'unknown'
  return certificate.qcStatements.some((statement) => statement.oid === QC_COMPLIANCE) ? 'signature' : 'unknown'
}
