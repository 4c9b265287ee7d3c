import type { SignatureLevel, Verdict } from './conclusion.js'
import type { SignatureForm } from './document.js'
import type { Written } from './outcome.js'
import type { PolicyName } from './request.js'

/** Format and level by the names of the interface. */
export type SignatureFormat =
  | 'XAdES_BASELINE_B_BES'
  | 'XAdES_BASELINE_B_EPES'
  | 'XAdES_BASELINE_T'
  | 'XAdES_BASELINE_LT'
  | 'XAdES_BASELINE_LT_TM'
  | 'XAdES_BASELINE_LTA'
  | 'PAdES_BASELINE_B_BES'
  | 'PAdES_BASELINE_B_EPES'
  | 'PAdES_BASELINE_T'
  | 'PAdES_BASELINE_LT'
  | 'PAdES_BASELINE_LTA'

/** The interface counts DIGIDOC-XML signatures as XAdES. */
export type SignatureFamily = 'XAdES' | 'PAdES'

/** A message with its stable key. */
export interface ReportMessage {
  readonly key: string
  readonly text: string
}

export interface SignatureScope {
  readonly name: string
  readonly scope: 'FullSignatureScope' | 'PdfByteRangeSignatureScope' | ''
  readonly content: string
}

/** One signature in the validation report. */
export type SignatureReport = Written<Verdict> & {
  readonly id: string
  readonly signatureFormat: SignatureFormat | ''
  /** For statistics; the interfaces do not show it. */
  readonly signatureFamily: SignatureFamily | ''
  readonly signatureLevel: SignatureLevel
  readonly signedBy: string
  /** Country code from the signer's certificate, or the empty string. For statistics; the interfaces do not show it. */
  readonly signerCountry: string
  readonly errors: readonly ReportMessage[]
  readonly warnings: readonly ReportMessage[]
  /** Time in the form of the interface (`formatInstant`), or the empty string. */
  readonly claimedSigningTime: string
  readonly bestSignatureTime: string
  readonly signatureScopes: readonly SignatureScope[]
}

/** Names of the first files (`reportBounds.maxNames`), each cut to an excerpt, and the number of all. */
export interface CountedFiles {
  readonly names: readonly string[]
  readonly count: number
}

/**
 * Files of a container that signatures leave out, by the signatures that could be read; empty when none could. They change no verdict and the interfaces only
 * warn of them, but the headlines for people and the exit status of the command line rest on them (`decisions.md#unsigned-files`).
 */
export interface FilesLeftOut {
  /** Files that no signature covers. */
  readonly byAll: CountedFiles
  /** Files that one signature covers and another does not. */
  readonly bySome: CountedFiles
}

/** The report that the REST and SOAP interfaces render. Times are already in the form of the interface. */
export interface ValidationReport {
  readonly policy: { readonly name: PolicyName; readonly description: string; readonly url: string }
  readonly validationTime: string
  readonly documentName: string
  readonly signatureForm: SignatureForm
  readonly validationWarnings: readonly ReportMessage[]
  /** For headlines and the exit status; the interfaces do not show it. */
  readonly filesLeftOut: FilesLeftOut
  readonly signatures: readonly SignatureReport[]
  readonly validSignaturesCount: number
  readonly signaturesCount: number
}
