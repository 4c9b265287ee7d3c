/** How far a change of a later revision reaches: additions for long-term validation, filling in forms and signing, annotations. */
type PdfChangeLevel = 'long-term-validation' | 'form-filling' | 'annotations'

/** One object that a revision behind the signature adds, replaces or frees, and the rule that explains it. */
export interface PdfChange {
  /** Counted from 1. */
  readonly revision: number
  /** Null for a change that is not one of an object. */
  readonly object: number | null
  readonly change: 'added' | 'replaced' | 'freed' | 'structure'
  /** Name of the rule; null when none explains the change. */
  readonly rule: string | null
  /** Null when no rule explains it. */
  readonly level: PdfChangeLevel | null
  /** Fully qualified name of the form field that it belongs to; null when it belongs to none. */
  readonly field: string | null
  /** Page on which it shows, counted from 1, for annotations and visible signatures; null otherwise. */
  readonly page: number | null
  /** What the object is, for people. */
  readonly description: string
}

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
