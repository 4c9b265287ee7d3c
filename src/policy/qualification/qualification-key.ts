/**
 * Questions of the determination of the legal level (ETSI TS 119 615). Stable; never reused.
 *
 * - `level-authorities-complete`: every authority above the certificate was looked at within the bounds; if not, there is no level.
 * - `level-service-listed`: at least one service of a trusted list stands above the certificate at the time.
 * - `level-service-for-qualified-certificates`: one of them is of type CA/QC.
 * - `level-service-covers-certificate-type`: its additional information (or its single captured qualifier) covers the type of the certificate.
 * - `level-services-consistent`: its entries do not contradict themselves or the dates.
 * - `level-services-agree`: several services for one key say the same.
 * - `level-service-active`: its status is an active one.
 * - `level-certificate-qualified`, `level-certificate-type`, `level-certificate-device`: what the certificate is after the list has spoken.
 * - `level-same-at-issuance-and-signing`: the answers at issuance and at the best signature time agree.
 */
export type QualificationKey =
  | 'level-authorities-complete'
  | 'level-service-listed'
  | 'level-service-for-qualified-certificates'
  | 'level-service-covers-certificate-type'
  | 'level-services-consistent'
  | 'level-services-agree'
  | 'level-service-active'
  | 'level-certificate-qualified'
  | 'level-certificate-type'
  | 'level-certificate-device'
  | 'level-same-at-issuance-and-signing'
