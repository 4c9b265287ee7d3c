import type { CertificateFacts, ServiceRole, ServiceType } from '#model'

export const settingsRoles = ['ca', 'ocsp', 'tsa'] as const
export type SettingsRole = (typeof settingsRoles)[number]

/**
 * Types by role. An entry of settings may name those of its role; the default comes first: the one with the weakest meaning, so that no certificate becomes
 * qualified by omission.
 */
export const serviceTypes: Readonly<Record<ServiceRole, readonly [ServiceType, ...ServiceType[]]>> = {
  ca: ['CA/PKC', 'CA/QC', 'NationalRootCA-QC'],
  ocsp: ['Certstatus/OCSP', 'Certstatus/OCSP/QC'],
  crl: ['Certstatus/CRL', 'Certstatus/CRL/QC'],
  tsa: ['TSA', 'TSA/QTST', 'TSA/TSS-QC', 'TSA/TSS-AdESQCandQES'],
}

export function typeOfRole(role: SettingsRole): ServiceType {
  return serviceTypes[role][0]
}

const ocspSigning = '1.3.6.1.5.5.7.3.9'
const timeStamping = '1.3.6.1.5.5.7.3.8'

/** The role that a certificate claims for itself (RFC 5280, 4.2.1.9 and 4.2.1.12); null when it claims none or several. */
export function claimedRole(facts: CertificateFacts): SettingsRole | null {
  const purposes = facts.extendedKeyUsage?.purposes ?? []
  const claims: SettingsRole[] = []
  if (facts.basicConstraints?.ca === true) claims.push('ca')
  if (purposes.includes(ocspSigning)) claims.push('ocsp')
  if (purposes.includes(timeStamping)) claims.push('tsa')
  const [role, ...others] = claims
  // An authority may name purposes for what it issues (common practice, beside RFC 5280): it stays an authority.
  return role !== undefined && (role === 'ca' || others.length === 0) ? role : null
}
