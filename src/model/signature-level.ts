/**
 * Legal level of a signature under Regulation (EU) No 910/2014, from the qualification of its certificate (TS 119 172-4, 4.4). Signatures and seals are kept
 * apart; without `ig` or `eal` it is not known which of them the certificate is for (`AdES-QC-QSCD`: qualified, with a qualified device).
 */
export type SignatureLevel = 'QESig' | 'QESeal' | 'AdESig-QC' | 'AdESeal-QC' | 'AdESig' | 'AdESeal' | 'AdES-QC-QSCD' | 'AdES-QC' | 'AdES'

const common = {
  QESig: 'QES',
  QESeal: 'QES',
  'AdESig-QC': 'AdES/QC',
  'AdESeal-QC': 'AdES/QC',
  AdESig: 'AdES',
  AdESeal: 'AdES',
  'AdES-QC-QSCD': 'AdES/QC',
  'AdES-QC': 'AdES/QC',
  AdES: 'AdES',
} as const satisfies Readonly<Record<SignatureLevel, string>>

/** The legal levels as the Regulation tells them apart, whether of a signature or of a seal. */
export type CommonLevel = (typeof common)[SignatureLevel]

/** The level without the difference of signature and seal. A qualified one requires a known purpose, because it decides between the two. */
export function commonLevelOf(level: SignatureLevel): CommonLevel {
  return common[level]
}

/** What the certificate of a signature is for; `unknown`: nothing says which of the two. */
export type SignaturePurpose = 'signature' | 'seal' | 'unknown'

const purposes = {
  QESig: 'signature',
  QESeal: 'seal',
  'AdESig-QC': 'signature',
  'AdESeal-QC': 'seal',
  AdESig: 'signature',
  AdESeal: 'seal',
  'AdES-QC-QSCD': 'unknown',
  'AdES-QC': 'unknown',
  AdES: 'unknown',
} as const satisfies Readonly<Record<SignatureLevel, SignaturePurpose>>

/** What a signature of this level is: a signature, a seal, or it is not known which. */
export function purposeOf(level: SignatureLevel): SignaturePurpose {
  return purposes[level]
}
