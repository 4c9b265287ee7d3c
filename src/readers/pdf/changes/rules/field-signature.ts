import type { PdfChangeLevel, PdfChangeRule } from '#model'
import { isReservedPlace } from '../../signatures/read-signatures.js'
import { isArray, nameOf, PdfDictionary, PdfReference, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import type { Explanation, Judging } from '../findings.js'
import type { FieldPlace } from './fields.js'

export function isSignature(value: PdfValue): boolean {
  return value instanceof PdfDictionary && value.get('ByteRange') !== null
}

/** Whether this revision signs a signature field that had no value. */
export function isSignedNow(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, { type }: FieldPlace): boolean {
  return type === 'Sig' && comparison.older.resolve(older.get('V')) === null && isSignature(comparison.newer.resolve(newer.get('V')))
}

/** Explains a signature dictionary that a field gets, with the objects that it refers to. */
export function* explainSignature(
  comparison: Comparison,
  value: PdfValue,
  dictionary: PdfDictionary,
  place: FieldPlace,
): Judging<Explanation> {
  const { newer } = comparison
  const isTimeStamp =
    nameOf(newer.resolve(dictionary.get('Type'))) === 'DocTimeStamp' &&
    nameOf(newer.resolve(dictionary.get('SubFilter'))) === 'ETSI.RFC3161'
  const [rule, level]: readonly [PdfChangeRule, PdfChangeLevel] = isTimeStamp
    ? ['document-time-stamp', 'long-term-validation']
    : ['signature', 'form-filling']
  const explanation = { rule, level, field: place.name }
  if (value instanceof PdfReference) yield { kind: 'signature', object: value.number, from: place.holder }
  yield* comparison.explainAllBelow(value, place.holder, explanation)
  return explanation
}

/** The explanation of a signature that a page shows. A time-stamp or a reserved place, which is no statement of a person, counts as an annotation. */
export function shownSignature(explanation: Explanation, signature: PdfDictionary): Explanation {
  const level = isStatementOfPerson(explanation, signature) ? 'form-filling' : 'annotations'
  return { rule: 'visible-signature-field', level, field: explanation.field }
}

function isStatementOfPerson({ rule }: Explanation, signature: PdfDictionary): boolean {
  return rule !== 'document-time-stamp' && !isReservedPlace(signature)
}

interface Heir {
  readonly field: PdfDictionary
  readonly type: string | null
}

/** The widgets and fields that inherit from a field: its kids, and objects that name it as their parent, whether the form lists them or not. */
export function heirsOf({ newer, uses }: Comparison, field: PdfDictionary, { holder, type }: FieldPlace): readonly Heir[] {
  const heirs: Heir[] = []
  const seen = new Set([field])
  const pending: { readonly above: Heir; readonly number: number | null }[] = [{ above: { field, type }, number: holder }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { above, number } = next
    const kids = newer.resolve(above.field.get('Kids'))
    const children = number === null ? [] : uses.of(number).filter(({ key }) => key === 'Parent')
    for (const item of [...(isArray(kids) ? kids : []), ...children.map(({ holder }) => new PdfReference(holder, 0))]) {
      const below = newer.resolve(item)
      if (!(below instanceof PdfDictionary) || seen.has(below) || nameOf(newer.resolve(below.get('Subtype'))) === 'Popup') continue
      seen.add(below)
      const heir = { field: below, type: nameOf(newer.resolve(below.get('FT'))) ?? above.type }
      heirs.push(heir)
      pending.push({ above: heir, number: item instanceof PdfReference ? item.number : null })
    }
  }
  return heirs
}
