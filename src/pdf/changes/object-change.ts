/**
 * Levels of change, in the order of the permissions of a certification (ISO 32000-1, table 254): additions for long-term validation are always allowed, filling in
 * forms and signing from permission 2 on, annotations from permission 3 on.
 */
export type ChangeLevel = 'long-term-validation' | 'form-filling' | 'annotations'

/** The rule that explains a changed object. */
export type ChangeRule =
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

/** One object that a revision adds, replaces or frees, with the rule that explains it. */
export interface ObjectChange {
  /** Index of the revision. */
  readonly revision: number
  /** Object number; null for a change of the trailer or of how the revision is written. */
  readonly object: number | null
  readonly change: 'added' | 'replaced' | 'freed' | 'structure'
  /** Null when no rule explains it. */
  readonly rule: ChangeRule | null
  /** Null when no rule explains it. */
  readonly level: ChangeLevel | null
  /** Fully qualified name of the form field that it belongs to; null when it belongs to none. */
  readonly field: string | null
  /** Page, counted from 1, for annotations and visible signatures; null otherwise. */
  readonly page: number | null
  /** What the object is, for people: type, key under which it is referred to, what is not explained about it. */
  readonly description: string
}

const order: readonly ChangeLevel[] = ['long-term-validation', 'form-filling', 'annotations']

/** The level of two that needs the higher permission. */
export function higherLevel(one: ChangeLevel, other: ChangeLevel): ChangeLevel {
  return order.indexOf(one) >= order.indexOf(other) ? one : other
}

/** A change that no rule explains: an irregularity of a revision, or a change within an object that the revision did not write. */
export function structureChange(revision: number, object: number | null, description: string): ObjectChange {
  return { revision, object, change: 'structure', rule: null, level: null, field: null, page: null, description }
}
