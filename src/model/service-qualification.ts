import type { KeyUsageBit } from './certificate.js'
import type { Instant } from './time.js'

/** A condition on a certificate (TS 119 612 5.5.9.2.2). `unknown`: the reader does not support it, so whether a certificate meets it is undetermined. */
export type Criterion =
  | { readonly kind: 'key-usage'; readonly bits: readonly { readonly bit: KeyUsageBit; readonly value: boolean }[] }
  | { readonly kind: 'policy-set'; readonly policies: readonly string[] }
  | { readonly kind: 'extended-key-usage'; readonly purposes: readonly string[] }
  | { readonly kind: 'subject-attributes'; readonly types: readonly string[] }
  | { readonly kind: 'list'; readonly list: CriteriaList }
  | { readonly kind: 'unknown'; readonly name: string }

export interface CriteriaList {
  readonly assert: 'all' | 'atLeastOne' | 'none'
  readonly criteria: readonly Criterion[]
}

/** The qualifiers of the certificates that meet the criteria. */
export interface QualificationElement {
  readonly qualifiers: readonly string[]
  readonly criteria: CriteriaList
}

/** What a trusted list says about the certificates of a service during one period. Absent for anchors from a settings file. */
export interface ServiceQualification {
  /** `ForeSignatures`, `ForeSeals`, `ForWebSiteAuthentication`, `RootCA-QC`, …: URIs shortened like those of qualifiers. */
  readonly additionalInformation: readonly string[]
  readonly qualifications: readonly QualificationElement[]
  /** ExpiredCertsRevocationInfo: time since which revocation information is retained for expired certificates. */
  readonly expiredCertificatesRevocationInfo: Instant | null
  /** Name of the provider that took over the service; informative. */
  readonly takenOverBy: string | null
}
