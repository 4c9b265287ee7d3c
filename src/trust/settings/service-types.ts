import type { CertificateFacts, ServiceRole, ServiceType } from '#model'

export const settingsRoles = ['ca', 'ocsp', 'tsa'] as const
export type SettingsRole = (typeof settingsRoles)[number]

/**
 * Service types by role. An entry of the settings may have any type of its role. The first is the default: the one with the weakest meaning, so that no
 * certificate becomes qualified by omission.
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

/** The role that the extensions of a certificate state (RFC 5280, 4.2.1.9 and 4.2.1.12); null for none, or for more than one key purpose without cA. */
export function claimedRole(facts: CertificateFacts): SettingsRole | null {
  const purposes = facts.extendedKeyUsage?.purposes ?? []
  const claims: SettingsRole[] = []
  if (facts.basicConstraints?.ca === true) claims.push('ca')
  if (purposes.includes(ocspSigning)) claims.push('ocsp')
  if (purposes.includes(timeStamping)) claims.push('tsa')
  const [role, ...others] = claims
  // In the certificate of an authority, key purposes commonly restrict what it issues (not in RFC 5280). It remains an authority.
  return role !== undefined && (role === 'ca' || others.length === 0) ? role : null
}
