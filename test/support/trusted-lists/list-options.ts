import type { Certificate, Identity } from '../certificate.js'
import type { SignatureScheme } from '../signing.js'
import type { XmlPart } from '../xml-text.js'

/** A list of lists or a national list, ready to be written. Moments are ISO 8601 text, written as they are. */
export interface ListOptions {
  readonly version?: number
  readonly sequenceNumber?: number
  readonly kind?: 'EUlistofthelists' | 'EUgeneric'
  readonly territory: string
  readonly issued?: string
  /** Null: closed for good, an empty NextUpdate. */
  readonly nextUpdate?: string | null
  readonly informationUris?: readonly string[]
  readonly pointers?: readonly PointerOptions[]
  /** The providers of a national list; absent in a list of lists. */
  readonly providers?: readonly ProviderOptions[]
  /** Id of the root; the signature names it when it is there. */
  readonly id?: string
  /** Children of SchemeInformation, one difference at a time. */
  readonly scheme?: (children: readonly XmlPart[]) => readonly XmlPart[]
  readonly signature?: ListSignatureOptions
}

export interface PointerOptions {
  readonly territory: string
  readonly location: string
  readonly kind?: 'EUlistofthelists' | 'EUgeneric'
  readonly mimeType?: string
  readonly signers: readonly Certificate[]
}

export interface ProviderOptions {
  readonly name: string
  readonly services: readonly ServiceOptions[]
}

export interface ServiceOptions {
  readonly name?: string
  readonly certificates: readonly Certificate[]
  /** Newest first; at least one. */
  readonly instances: readonly InstanceOptions[]
}

export interface InstanceOptions {
  /** After `Svctype/`. */
  readonly type: string
  /** Replaces the whole type URI. */
  readonly typeUri?: string
  /** After `Svcstatus/`. */
  readonly status: string
  readonly from: string
  readonly extensions?: readonly ExtensionOptions[]
  /** Replaces the whole status URI. */
  readonly statusUri?: string
}

export interface ExtensionOptions {
  readonly critical?: boolean
  /** An element, or text without one. */
  readonly content: XmlPart | string
}

/** How a list is signed; every member is a way to do it differently. */
interface ListSignatureOptions {
  readonly signer?: Identity
  readonly scheme?: SignatureScheme
  /** ISO 8601. */
  readonly signingTime?: string
  readonly signingCertificate?: 'v1' | 'v2' | 'none'
  /** The certificate that the signed properties name. */
  readonly named?: Certificate
  /** Certificates in KeyInfo; absent: the signer's. */
  readonly keyInfo?: readonly Certificate[]
  readonly digest?: 'sha1' | 'sha256' | 'sha512'
  /** Transforms of the first reference; absent: enveloped-signature and exclusive canonicalization. */
  readonly transforms?: readonly string[]
  readonly uri?: string
  /** False: the signed properties are not referenced. */
  readonly coversProperties?: boolean
  /** Applied to the text before anything is computed from it. */
  readonly edit?: (xml: string) => string
  /** Applied to the finished text: what was done to the list after it was signed. */
  readonly tamper?: (xml: string) => string
}
