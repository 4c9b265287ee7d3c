import type { Canonicalization } from './canonical.js'
import type { Certificate, Identity } from './certificate.js'
import type { OcspOptions } from './ocsp.js'
import type { DigestName, SignatureScheme } from './signing.js'
import type { TimeStampOptions } from './time-stamp.js'

export type SignatureLevel = 'B-BES' | 'B-EPES' | 'T' | 'LT' | 'LT-TM' | 'LTA'

/** Families of programs that write these files, by the look of their output: Ids, white space, namespaces, canonicalization. */
export type Writer = 'libdigidocpp' | 'jdigidoc' | 'digidoc4j'

export interface DataFile {
  readonly name: string
  readonly content: Buffer
  readonly mimeType: string
}

/** One ds:Reference. */
export interface ReferenceOptions {
  readonly id: string | null
  readonly uri: string
  readonly type: string | null
  /** Elements of ds:Transforms: an algorithm each, or whole XML. Empty: no ds:Transforms. */
  readonly transforms: readonly string[]
  readonly digest: DigestName
  /** Written instead of `digest`'s identifier. */
  readonly digestUri?: string
  /** Null: filled in with the digest of the signed properties. */
  readonly digestValue: Buffer | null
  /** Of DataObjectFormat; null: there is none. */
  readonly mimeType: string | null
}

/** SigningCertificate or SigningCertificateV2. */
export interface SigningCertificateOptions {
  readonly version?: 'v1' | 'v2'
  readonly digest?: DigestName
  /** The certificate that is meant; the signer's where absent. */
  readonly certificate?: Certificate
  readonly digestValue?: Buffer
  readonly issuerName?: string
  readonly serialNumber?: bigint
  /** IssuerSerialV2, which is optional there; V1 always has IssuerSerial. */
  readonly withIssuer?: boolean
  /** How often Cert is written; 1 where absent. */
  readonly times?: number
}

export interface PolicyOptions {
  readonly identifier?: string
  readonly qualifier?: string | null
  readonly digestValue?: Buffer
  readonly spUri?: string | null
  /** The SignaturePolicyImplied element instead of everything else. */
  readonly implied?: boolean
}

/** What stands in RevocationValues. */
export interface RevocationValues {
  readonly ocsp?: readonly Buffer[]
  readonly crl?: readonly Buffer[]
}

export interface TimeStampEvidence extends RevocationValues {
  readonly certificates?: readonly Certificate[]
}

/**
 * One XAdES signature. Everything has a default that makes a sound signature of the level, so a document with one defect names one field.
 * Changes to tokens are given as changes: `ocsp: { status: 'unknown' }`.
 */
export interface SignatureOptions {
  readonly id?: string
  readonly level?: SignatureLevel
  readonly writer?: Writer
  readonly signer?: Identity
  readonly scheme?: SignatureScheme
  /** Written instead of the identifier of `scheme`. */
  readonly signatureMethod?: string
  /** Of the references. */
  readonly digest?: DigestName
  readonly canonicalization?: Canonicalization
  readonly propertiesTransform?: Canonicalization | null
  readonly signingTime?: number | null
  readonly signingCertificate?: SigningCertificateOptions | null
  readonly policy?: PolicyOptions | null
  readonly productionPlace?: boolean
  readonly roles?: readonly string[]
  readonly references?: (references: readonly ReferenceOptions[]) => readonly ReferenceOptions[]
  /** In ds:KeyInfo; the signer's where absent. */
  readonly keyInfo?: readonly Certificate[]
  /** Null: no CertificateValues. */
  readonly certificateValues?: readonly Certificate[] | null
  readonly timeStamp?: Partial<TimeStampOptions>
  /** Instead of one token made with `timeStamp`: the EncapsulatedTimeStamp of each SignatureTimeStamp. */
  readonly timeStamps?: (data: Buffer) => readonly Buffer[]
  /** Named in the time-stamps; null: not named, which means Canonical XML 1.0. */
  readonly timeStampCanonicalization?: Canonicalization | null
  /** Evidence about the time-stamps, covered by the archive time-stamps. */
  readonly timeStampValidationData?: TimeStampEvidence
  /** The same, added after the last archive time-stamp. */
  readonly laterValidationData?: TimeStampEvidence
  readonly ocsp?: Partial<OcspOptions>
  /** Instead of one response made with `ocsp`. Null: no RevocationValues. */
  readonly revocationValues?: ((signatureValue: Buffer) => RevocationValues) | null
  /** Changes to the archive time-stamps, one for each; the canonicalization of the other time-stamps where it is absent. */
  readonly archive?: readonly (Partial<TimeStampOptions> & { readonly canonicalization?: Canonicalization })[]
  /** Declared on the root beside those of the writer. */
  readonly rootNamespaces?: Readonly<Record<string, string>>
  /** Changes the XML of the signature file each time before something is hashed, signed or stamped: a document that its signer made like this. */
  readonly edit?: (xml: string) => string
  /** Changes the signature value before anything that follows it is made. */
  readonly tamperValue?: (value: Buffer) => Buffer
  /** Changes the finished XML: a document that was altered later. */
  readonly tamper?: (xml: string) => string
}
