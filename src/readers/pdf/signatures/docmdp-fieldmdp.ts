import { textOf } from '../form/text.js'
import type { PdfRevision } from '../pdf-revision.js'
import { isArray, nameOf, PdfDictionary, type PdfValue } from '../syntax/values.js'

/** The later changes that a signature permits (ISO 32000-1, 12.8.2.2): 1 none, 2 filling in forms and signing, 3 annotations as well. */
type ModificationPermission = 1 | 2 | 3

/** Fields that must not change after the signature (ISO 32000-1, 12.8.2.4 and table 233). */
interface FieldRestriction {
  /** `signature`: the transform method FieldMDP of the signature; `lock`: the `Lock` dictionary of its field. */
  readonly origin: 'signature' | 'lock'
  readonly action: 'All' | 'Include' | 'Exclude'
  /** Fully qualified names; a name includes the fields below it. */
  readonly fields: readonly string[]
}

export interface SignaturePermissions {
  /** `P` of DocMDP, 2 by default; null for a signature that is not a certification. */
  readonly modification: ModificationPermission | null
  /** `P` of the field's lock; null when there is none. */
  readonly lockedModification: ModificationPermission | null
  readonly restrictions: readonly FieldRestriction[]
  /** Transform methods whose parameters cannot be read: their restrictions are unknown. */
  readonly unreadable: readonly string[]
}

/** Reads the restrictions of later changes in a signature dictionary and its field, as of the revision that the signature covers. */
export function readPermissions(revision: PdfRevision, signature: PdfDictionary, field: PdfDictionary | null): SignaturePermissions {
  const restrictions: FieldRestriction[] = []
  const unreadable: string[] = []
  let modification: ModificationPermission | null = null
  const references = revision.resolve(signature.get('Reference'))
  for (const item of isArray(references) ? references : []) {
    const reference = revision.resolve(item)
    if (!(reference instanceof PdfDictionary)) continue
    const method = nameOf(revision.resolve(reference.get('TransformMethod')))
    const parameters = revision.resolve(reference.get('TransformParams'))
    const dictionary = parameters instanceof PdfDictionary ? parameters : new PdfDictionary(new Map())
    if (method === 'DocMDP') modification = stricter(modification, permissionOf(revision.resolve(dictionary.get('P'))) ?? 2)
    if (method !== 'FieldMDP') continue
    const restriction = restrictionOf(revision, dictionary, 'signature')
    if (restriction === null) unreadable.push(method)
    else restrictions.push(restriction)
  }
  const lock = revision.resolve(field?.get('Lock') ?? null)
  if (!(lock instanceof PdfDictionary)) return { modification, lockedModification: null, restrictions, unreadable }
  const locked = restrictionOf(revision, lock, 'lock')
  if (locked === null) unreadable.push('SigFieldLock')
  else restrictions.push(locked)
  return { modification, lockedModification: permissionOf(revision.resolve(lock.get('P'))), restrictions, unreadable }
}

function permissionOf(value: PdfValue): ModificationPermission | null {
  return value === 1 || value === 2 || value === 3 ? value : null
}

function stricter(one: ModificationPermission | null, other: ModificationPermission): ModificationPermission {
  return one === null || other < one ? other : one
}

function restrictionOf(revision: PdfRevision, dictionary: PdfDictionary, origin: FieldRestriction['origin']): FieldRestriction | null {
  const action = nameOf(revision.resolve(dictionary.get('Action')))
  if (action !== 'All' && action !== 'Include' && action !== 'Exclude') return null
  const list = revision.resolve(dictionary.get('Fields'))
  const fields = isArray(list) ? list.map((item) => textOf(revision.resolve(item), revision.budget)) : []
  if (fields.includes(null) || (action !== 'All' && !isArray(list))) return null
  return { origin, action, fields: fields.filter((name) => name !== null) }
}
