import { sameValue } from '../../signatures/equal-values.js'
import type { PdfDictionary, PdfValue } from '../../syntax/values.js'
import type { Comparison, Versions } from '../comparison.js'
import type { Finding } from '../findings.js'

/** A rule of what a later revision may change. It reads both revisions and what was found before, and yields what it finds; it changes nothing. */
export interface Rule {
  readonly name: string
  readonly clause: string
  /** Whether the revisions have what the rule is about. */
  readonly applies: (versions: Versions) => boolean
  readonly judge: (comparison: Comparison) => Iterable<Finding>
}

/** An entry of the catalog in both revisions, and the object of the newer catalog. */
export interface CatalogEntry {
  readonly older: PdfDictionary
  readonly newer: PdfDictionary
  readonly before: PdfValue
  readonly after: PdfValue
  readonly holder: number
}

/** A rule about one entry of the catalog, which applies where some revision has it and the newer one wrote the entry anew, or something to which it leads. */
export function entryRule(
  name: string,
  clause: string,
  key: string,
  judge: (comparison: Comparison, entry: CatalogEntry) => Iterable<Finding>,
): Rule {
  return {
    name,
    clause,
    applies: ({ catalogs: { older, newer }, leadsToChange }) => {
      const before = older.get(key)
      return !sameValue(before, newer.get(key)) || leadsToChange(before)
    },
    judge: (comparison) => {
      const { older, newer } = comparison.catalogs
      return judge(comparison, { older, newer, before: older.get(key), after: newer.get(key), holder: comparison.catalogHolder })
    },
  }
}
