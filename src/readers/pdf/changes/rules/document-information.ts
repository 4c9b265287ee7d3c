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
  judge: () => [refused(TRAILER, 'Encrypt of the trailer refers to another object')],
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
