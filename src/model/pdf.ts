/**
 * How far a change of a later revision reaches, in the order of the permissions of a certification (ISO 32000-1, table 254): additions for long-term validation are
 * always allowed, filling in forms and signing from permission 2 on, annotations from permission 3 on.
 */
export type PdfChangeLevel = 'long-term-validation' | 'form-filling' | 'annotations'

/** The rule that explains a changed object. */
export type PdfChangeRule =
  /** Written again without a difference. */
  | 'rewritten'
  /** Nothing of the document refers to it. */
  | 'unreferenced-object'
  /** What the revision itself consists of. */
  | 'cross-reference-stream'
  | 'object-stream'
  /** The catalog got a form, validation data, extensions, a version or metadata, and nothing else. */
  | 'catalog'
  | 'extensions'
  | 'document-information'
  | 'metadata'
  /** The dictionary `DSS` and what it holds (EN 319 142-1, 5.4.2). */
  | 'document-security-store'
  /** The form got fields, or default resources and appearances for them. */
  | 'form'
  | 'document-time-stamp'
  /** An invisible signature field was added. */
  | 'signature-field'
  /** A visible signature field was added, signed or not, or was signed, or became visible. */
  | 'visible-signature-field'
  /** A signature was put into a field. */
  | 'signature'
  /** A field got another value or appearance. */
  | 'form-field'
  /** `Perms` names a certification that was added. */
  | 'permissions'
  /** A page got widgets of new fields, or annotations. */
  | 'page-annotations'
  | 'annotation-added'
  /** A property of an annotation was changed that the page does not show. */
  | 'annotation-changed'
  /** An annotation that was signed looks different, or is somewhere else. */
  | 'annotation-redrawn'
  | 'annotation-removed'
  /** The logical structure got elements for new widgets. */
  | 'structure-tree'

/** One object that a revision behind the signature adds, replaces or frees. */
interface ChangedObject {
  /** Counted from 1. */
  readonly revision: number
  /** Object number; null for a change of the trailer or of how the revision is written. */
  readonly object: number | null
  readonly change: 'added' | 'replaced' | 'freed' | 'structure'
  /** Fully qualified name of the form field that it belongs to; null when it belongs to none. */
  readonly field: string | null
  /** Page on which it shows, counted from 1, for annotations and visible signatures; null otherwise. */
  readonly page: number | null
  /** What the object is, for people: type, key under which it is referred to, what is not explained about it. */
  readonly description: string
}

/** A change with the rule that explains it, or without one. */
export type PdfChange = ChangedObject &
  ({ readonly rule: PdfChangeRule; readonly level: PdfChangeLevel } | { readonly rule: null; readonly level: null })

/** Fields that must not change once the signature is there (ISO 32000-1, 12.8.2.4 and table 233). */
export interface PdfFieldRestriction {
  readonly origin: 'signature' | 'lock'
  readonly action: 'All' | 'Include' | 'Exclude'
  /** Fully qualified names; a name includes the fields below it. */
  readonly fields: readonly string[]
}

/** What a signature in a PDF file allows to be changed (ISO 32000-1, table 254): 1 nothing, 2 filling in forms and signing, 3 annotations as well. */
export type PdfPermission = 1 | 2 | 3

/** Facts for the checks of PDF files only. Defects of byte range, dictionary or file are structure findings. */
export interface PdfFacts {
  readonly name: 'pdf'
  /** Fully qualified names of the fields that hold the signature. */
  readonly fields: readonly string[]
  readonly subFilter: string | null
  /** Offset and length, twice; null when there is none that can be used. */
  readonly byteRange: readonly [number, number, number, number] | null
  /** The revision that the signature covers, counted from 1; null when it covers none exactly. */
  readonly revision: number | null
  readonly revisions: number
  /** DocMDP of the signature; null when it is no certification. */
  readonly certification: PdfPermission | null
  /** The stricter of DocMDP and the lock of the field; null when neither says anything. */
  readonly permission: PdfPermission | null
  readonly restrictions: readonly PdfFieldRestriction[]
  /** Of the revisions behind the one that is covered, in order. */
  readonly changes: readonly PdfChange[]
}
