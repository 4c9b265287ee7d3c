import { sameValue } from '../../signatures/equal-values.js'
import { PdfDictionary, PdfReference } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { type Judging, longTerm, refused } from '../findings.js'
import { TRAILER } from '../reference-index.js'
import type { Rule } from './rule.js'

/** The key under which the trailer refers to the document information. It also refers to other objects, to the encryption dictionary for example. */
const informationUses: ReadonlySet<string> = new Set(['Info'])

export const encryption: Rule = {
  name: 'encryption',
  clause: 'ISO 32000-1, 7.6.1',
  applies: ({ older, newer }) => !sameValue(older.trailer.get('Encrypt'), newer.trailer.get('Encrypt')),
  judge: compareEncryption,
}

/** The dictionary may be in another object (LibPDF) if it is the same, and the object before is used for nothing else: programs decrypt the strings of every other object. */
function* compareEncryption(comparison: Comparison): Judging {
  const before = comparison.older.trailer.get('Encrypt')
  const isAlone = !(before instanceof PdfReference) || comparison.uses.of(before.number).every(({ key }) => key === 'Encrypt')
  if (!isAlone || !(yield* comparison.readsAlike(before, comparison.newer.trailer.get('Encrypt'), TRAILER, 'Encrypt')))
    yield refused(TRAILER, 'Encrypt of the trailer refers to another dictionary')
}

export const documentInformation: Rule = {
  name: 'document-information',
  clause: 'ISO 32000-1, 14.3.3',
  applies: ({ newer }) => newer.trailer.get('Info') !== null,
  judge: compareInformation,
}

function* compareInformation(comparison: Comparison): Judging {
  const value = comparison.newer.trailer.get('Info')
  const information = comparison.newer.resolve(value)
  const root = [comparison.older, comparison.newer].map(({ trailer }) => trailer.get('Root'))
  if (value instanceof PdfReference && root.some((each) => each instanceof PdfReference && each.number === value.number)) {
    yield refused(TRAILER, 'the document information (Info) is the catalog')
  } else if (value instanceof PdfReference && information instanceof PdfDictionary) {
    yield* comparison.explainAllBelow(value, TRAILER, longTerm('document-information'))
    yield* comparison.refuseOtherUse(value.number, informationUses)
  }
}
