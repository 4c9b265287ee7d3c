/**
 * The permission that a change in a later revision requires (ISO 32000-1, table 254). Additions for long-term validation are always allowed, form filling and
 * signing from permission 2 on, annotations from permission 3 on.
 */
export type PdfChangeLevel = 'long-term-validation' | 'form-filling' | 'annotations'

/** The rule that explains a changed object. */
export type PdfChangeRule =
  /** Written again with the same content. */
  | 'rewritten'
  /** No other object of the document refers to it. */
  | 'unreferenced-object'
  /** Part of how the revision itself is written. */
  | 'cross-reference-stream'
  | 'object-stream'
  /** Only a form, validation data, extensions, a version or metadata were added to the catalog. */
  | 'catalog'
  | 'extensions'
  | 'document-information'
  | 'metadata'
  /** The `DSS` dictionary and its contents (EN 319 142-1, 5.4.2). */
  | 'document-security-store'
  /** Fields, or default resources and appearances for them, were added to the form. */
  | 'form'
  /** Entries of the form by which programs draw fields were changed. */
  | 'form-drawing'
  /** Fonts and pictures that no content names were added to resources. */
  | 'unused-resources'
  | 'document-time-stamp'
  /** An invisible signature field was added. */
  | 'signature-field'
  /** A visible signature field was added, signed or not, or was signed, or became visible. */
  | 'visible-signature-field'
  /** A signature was added to a field. */
  | 'signature'
  /** The value or appearance of a field was changed. */
  | 'form-field'
  /** `Perms` names a certification that was added. */
  | 'permissions'
  /** Widgets of new fields, or annotations, were added to a page. */
  | 'page-annotations'
  | 'annotation-added'
  /** A property of an annotation that is not visible on the page was changed. */
  | 'annotation-changed'
  /** The appearance or position of a signed annotation was changed. */
  | 'annotation-redrawn'
  | 'annotation-removed'
  /** Elements for new widgets were added to the logical structure. */
  | 'structure-tree'

/** One object that a revision after the signature adds, replaces or frees. */
interface ChangedObject {
  /** Counted from 1. */
  readonly revision: number
  /** Object number; null for a change of the trailer or of the file structure. */
  readonly object: number | null
  readonly change: 'added' | 'replaced' | 'freed' | 'structure'
  /** Fully qualified name of the form field that the object belongs to; null when it belongs to none. */
  readonly field: string | null
  /** Page of an annotation or visible signature, counted from 1; null for other objects. */
  readonly page: number | null
  /** Description for display: type, key that refers to the object, and what no rule explains. */
  readonly description: string
}

/** A change with the rule that explains it; `rule` is null when no rule does. */
export type PdfChange = ChangedObject &
  ({ readonly rule: PdfChangeRule; readonly level: PdfChangeLevel } | { readonly rule: null; readonly level: null })

/** Fields that must not change after the signature (ISO 32000-1, 12.8.2.4 and table 233). */
export interface PdfFieldRestriction {
  readonly origin: 'signature' | 'lock'
  readonly action: 'All' | 'Include' | 'Exclude'
  /** Fully qualified names; a name includes the fields below it. */
  readonly fields: readonly string[]
}

/** The changes that a signature permits (ISO 32000-1, table 254): 1 none, 2 form filling and signing, 3 annotations as well. */
export type PdfPermission = 1 | 2 | 3

/** The facts that only PDF signatures have. Defects of byte range, signature dictionary or file are structure findings. */
export interface PdfFacts {
  readonly name: 'pdf'
  /** Fully qualified names of the fields that hold the signature. */
  readonly fields: readonly string[]
  readonly subFilter: string | null
  /** Offset and length, twice; null when there is no usable ByteRange. */
  readonly byteRange: readonly [number, number, number, number] | null
  /**
   * What follows the covered octets: nothing but white space; revisions with validation data, time-stamps and other things that have no effect; a revision with another
   * signature, or that may be seen; octets of no revision, or behind a range that is not usable.
   */
  readonly followedBy: 'nothing' | 'validation-data' | 'later-version' | 'other-octets'
  /** How many octets follow the covered ones. */
  readonly octetsBehind: number
  /** The revision that the signature covers, counted from 1; null when it does not cover exactly one. */
  readonly revision: number | null
  readonly revisions: number
  /** DocMDP permission of the signature; null when it is not a certification. */
  readonly certification: PdfPermission | null
  /** The stricter one of DocMDP and the lock of the field; null without either. */
  readonly permission: PdfPermission | null
  readonly restrictions: readonly PdfFieldRestriction[]
  /** The changes in the revisions after the covered one, in order. */
  readonly changes: readonly PdfChange[]
}
