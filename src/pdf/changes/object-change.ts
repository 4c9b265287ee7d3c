/**
 * How far a change reaches, in the order of what a signature can allow (ISO 32000-1, table 254): additions for long-term validation are always
 * allowed, filling in forms and signing from permission 2 on, annotations from permission 3 on.
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
  /** A signature field was added that is not seen. */
  | 'signature-field'
  /** A signature field was added that pages show, whatever it holds. */
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
  /** Something about an annotation that does not show on the page. */
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
  /** Null for a change that is not one of an object: of the trailer, or of the way in which the revision is written. */
  readonly object: number | null
  readonly change: 'added' | 'replaced' | 'freed' | 'structure'
  /** Null when no rule explains it. */
  readonly rule: ChangeRule | null
  /** Null when no rule explains it. */
  readonly level: ChangeLevel | null
  /** Fully qualified name of the form field that it belongs to; null when it belongs to none. */
  readonly field: string | null
  /** Counted from 1: the page on which it shows, told of annotations and of signatures that are shown; null otherwise. */
  readonly page: number | null
  /** What the object is, for people: type, key under which it is referred to, what is not explained about it. */
  readonly description: string
}

const order: readonly ChangeLevel[] = ['long-term-validation', 'form-filling', 'annotations']

export function higherLevel(one: ChangeLevel, other: ChangeLevel): ChangeLevel {
  return order.indexOf(one) >= order.indexOf(other) ? one : other
}

/** What is unusual about the way in which a revision is written, or within an object that it did not change. No rule explains it. */
export function structureChange(revision: number, object: number | null, description: string): ObjectChange {
  return { revision, object, change: 'structure', rule: null, level: null, field: null, page: null, description }
}
