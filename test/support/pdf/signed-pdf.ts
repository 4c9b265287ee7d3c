import type { Identity } from '../certificate.js'
import { type OcspOptions, ocspResponse } from '../ocsp.js'
import { moments, pki } from '../pki.js'
import { type TimeStampOptions, timeStampToken } from '../time-stamp.js'
import { type CmsOptions, cmsSignature } from './cms.js'
import type { PdfDraft } from './draft.js'
import { plainDraft } from './plain-document.js'
import { type AddedSignature, addFieldSignature, addSecurityStore, type FieldSignatureOptions, type SecurityStore } from './signature.js'

type PdfLevel = 'B' | 'T' | 'LT' | 'LTA'

/** A signed document. What is left out is as it should be: PAdES baseline LT. */
export interface SignedPdfOptions {
  readonly level?: PdfLevel
  readonly draft?: () => PdfDraft
  readonly signer?: Identity
  readonly cms?: Partial<CmsOptions> | ((covered: Buffer) => Partial<CmsOptions>)
  readonly field?: Partial<FieldSignatureOptions>
  readonly timeStamp?: Partial<TimeStampOptions>
  readonly ocsp?: Partial<OcspOptions>
  readonly store?: Partial<SecurityStore>
  readonly documentTimeStamp?: DocumentTimeStampOptions
  /** Revisions behind the signature, before the validation data. */
  readonly between?: (draft: PdfDraft, signature: AddedSignature) => void
  /** Revisions behind everything. */
  readonly after?: (draft: PdfDraft, signature: AddedSignature) => void
  /** The last word on the octets of the file. */
  readonly edit?: (bytes: Buffer, signature: AddedSignature) => Buffer
}

export interface DocumentTimeStampOptions {
  readonly field?: Partial<FieldSignatureOptions>
  readonly token?: Partial<TimeStampOptions>
}

export function signedPdf(options: SignedPdfOptions = {}): Buffer {
  const { level = 'LT' } = options
  const draft = options.draft?.() ?? plainDraft()
  const signature = signPdf(draft, options)
  options.between?.(draft, signature)
  if (level === 'LT' || level === 'LTA') addValidationData(draft, options)
  if (level === 'LTA') addDocumentTimeStamp(draft, options.documentTimeStamp)
  options.after?.(draft, signature)
  return options.edit?.(draft.bytes, signature) ?? draft.bytes
}

/** Adds a signature alone, with a signature time-stamp unless the level is B. */
export function signPdf(draft: PdfDraft, options: Omit<SignedPdfOptions, 'draft'> = {}): AddedSignature {
  const { level, signer, cms } = options
  const timeStamps = level === 'B' ? undefined : (value: Buffer) => [timeStampToken({ data: value, ...options.timeStamp })]
  return addFieldSignature(draft, {
    claimedTime: moments.signing,
    sign: (covered) =>
      cmsSignature({
        covered,
        ...(signer === undefined ? {} : { signer }),
        ...(timeStamps === undefined ? {} : { timeStamps }),
        ...(typeof cms === 'function' ? cms(covered) : cms),
      }),
    ...options.field,
  })
}

/** A DSS dictionary with the answer about the signer and the certificates of the path. */
export function addValidationData(draft: PdfDraft, options: Pick<SignedPdfOptions, 'signer' | 'ocsp' | 'store'> = {}): number {
  const signer = options.signer ?? pki.signer
  const path = [pki.issuingAuthority, pki.delegatedResponder].map(({ certificate }) => certificate.der)
  return addSecurityStore(draft, {
    certificates: path,
    ocsps: [ocspResponse({ certificate: signer, ...options.ocsp })],
    ...options.store,
  })
}

/** A document time-stamp (EN 319 142-1, 5.4.3) over the whole file. */
export function addDocumentTimeStamp(draft: PdfDraft, options: DocumentTimeStampOptions = {}): AddedSignature {
  return addFieldSignature(draft, {
    type: '/DocTimeStamp',
    subFilter: '/ETSI.RFC3161',
    claimedTime: null,
    sign: (covered) => timeStampToken({ data: covered, genTime: moments.archive, ...options.token }),
    ...options.field,
  })
}
