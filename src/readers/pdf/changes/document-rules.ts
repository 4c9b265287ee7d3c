import type { PdfRevision } from '../pdf-revision.js'
import { keysOf, sameEntry, sameValue } from '../signatures/equal-values.js'
import { dictionaryOf, isArray, nameOf, PdfDictionary, PdfReference, PdfStream, type PdfValue } from '../syntax/values.js'
import { type Comparison, longTerm } from './comparison.js'
import { compareForm } from './form-rules.js'
import { TRAILER } from './reference-index.js'
import { without } from './signed-content.js'
import { compareStructureRoot } from './structure-rules.js'

/** Keys under which the trailer and signatures refer to the catalog (ISO 32000-1, tables 15 and 253), and under which its own parts refer back to it. */
const catalogUses: ReadonlySet<string> = new Set(['Root', 'Data', 'Parent', 'P'])
/** The key under which the trailer refers to the document information. It also refers to other objects, to the encryption dictionary for example. */
const informationUses: ReadonlySet<string> = new Set(['Info'])
const permissionUses: ReadonlySet<string> = new Set(['Perms'])

/** Compares the objects of the trailer: the catalog with all that may change below it, and the document information. */
export function compareDocument(comparison: Comparison): void {
  const { older, newer } = comparison
  if (!sameValue(older.trailer.get('Encrypt'), newer.trailer.get('Encrypt')))
    comparison.refuse(TRAILER, 'Encrypt of the trailer refers to another object')
  compareInformation(comparison)
  // Another object may become the catalog: its content is compared with that of the previous one.
  const root = comparison.pair(older.trailer.get('Root'), newer.trailer.get('Root'), TRAILER)
  compareCatalog(comparison, root.holder)
  comparison.refuseOtherUse(root.number, catalogUses)
  comparison.explainPair(root, TRAILER, longTerm('catalog'))
}

function compareInformation(comparison: Comparison): void {
  const value = comparison.newer.trailer.get('Info')
  const information = comparison.newer.resolve(value)
  const root = [comparison.older, comparison.newer].map(({ trailer }) => trailer.get('Root'))
  if (value instanceof PdfReference && root.some((each) => each instanceof PdfReference && each.number === value.number)) {
    comparison.refuse(TRAILER, 'the document information (Info) is the catalog')
  } else if (value instanceof PdfReference && information instanceof PdfDictionary) {
    comparison.explainTree(value, TRAILER, longTerm('document-information'))
    comparison.refuseOtherUse(value.number, informationUses)
  }
}

/** Entries of the catalog below which objects are explained whatever they hold. No program shows these objects. */
const silentKeys: ReadonlySet<string> = new Set(['DSS', 'Metadata', 'MarkInfo', 'Extensions', 'Version', 'Perms'])

/** Each key of the catalog that may change has a rule; a difference under any other key is refused. */
function compareCatalog(comparison: Comparison, number: number): void {
  const [older, newer] = [comparison.older.catalog, comparison.newer.catalog]
  comparison.refuseShared(
    [...silentKeys].map((key) => newer.get(key)),
    () => without(older, silentKeys),
  )
  // The form first: Perms may refer only to a signature that a field has got in this revision.
  compareForm(comparison, older.get('AcroForm'), newer.get('AcroForm'), number)
  for (const key of keysOf(older, newer)) {
    const [before, after] = [older.get(key), newer.get(key)]
    switch (key) {
      case 'AcroForm':
        break
      case 'DSS':
        compareSecurityStore(comparison, before, after, number)
        break
      case 'OutputIntents':
        compareOutputIntents(comparison, before, after, number)
        break
      case 'Metadata':
        compareMetadata(comparison, before, after, number)
        break
      case 'MarkInfo':
        compareMarkInformation(comparison, before, after, number)
        break
      case 'Extensions':
      case 'Version':
        comparison.explainTree(after, number, longTerm('extensions'))
        break
      case 'Perms':
        comparePermissions(comparison, before, after, number)
        break
      case 'StructTreeRoot':
        compareStructureRoot(comparison, before, after, number)
        break
      default:
        if (!sameEntry(key, older, newer) && !comparison.readsAlike(before, after, number, key, older))
          comparison.refuse(number, `${key} of the catalog has changed`)
    }
  }
}

/** Entries by which programs decide whether to read the logical structure aloud or the content of the pages (ISO 32000-1, table 321). */
const readingKeys = ['Marked', 'Suspects'] as const

function compareMarkInformation(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): void {
  const { older, newer } = comparison
  const isSet = (revision: PdfRevision, value: PdfValue, key: string) => {
    const set = revision.resolve(dictionaryOf(revision.resolve(value))?.get(key) ?? null)
    return set === null ? false : set
  }
  for (const key of readingKeys) {
    if (!sameValue(isSet(older, before, key), isSet(newer, after, key)))
      comparison.refuse(holder, `${key} of MarkInfo has changed, so programs read other texts aloud`)
  }
  comparison.explainTree(after, holder, longTerm('extensions'))
}

/**
 * The picture of a signature may need an output intent for its colours, which EU DSS adds with it. Programs may use this output intent for the whole page, so
 * it counts as a part of what the signature shows.
 */
function compareOutputIntents(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): void {
  const { shownSignature } = comparison
  if (before === null && shownSignature !== null) comparison.explainTree(after, holder, shownSignature)
  else if (!comparison.readsAlike(before, after, holder)) comparison.refuse(holder, 'OutputIntents of the catalog has changed')
}

function compareMetadata(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): void {
  const stream = comparison.newer.resolve(after)
  if (after instanceof PdfReference && stream instanceof PdfStream && nameOf(stream.dictionary.get('Type')) === 'Metadata') {
    comparison.explainWhole(after.number, holder, longTerm('metadata'))
  } else if (!comparison.reads(before, after)) comparison.refuse(holder, 'Metadata is not a metadata stream')
}

/**
 * Compares `DSS` (EN 319 142-1, 5.4.2): streams and plain values are explained, under keys that writers define themselves as well. Values may be removed, the
 * dictionary may not.
 */
function compareSecurityStore(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): void {
  const { older, newer } = comparison
  const store = newer.resolve(after)
  if (!(store instanceof PdfDictionary)) {
    if (older.resolve(before) !== null) comparison.refuse(holder, 'the validation data (DSS) were removed')
    return
  }
  const other = otherEntryOf(newer, store)
  if (other !== null) comparison.refuse(after instanceof PdfReference ? after.number : holder, `the validation data (DSS) hold ${other}`)
  else {
    comparison.explainTree(after, holder, longTerm('document-security-store'))
    // When another object replaces the DSS, the old object still refers to the data. An encrypted file has them in other octets when they are written again.
    // An old DSS with any other value could lead to the whole document, so its references do not count.
    const old = older.resolve(before)
    const isKnown = old instanceof PdfDictionary && otherEntryOf(older, old) === null
    if (isKnown && !sameValue(before, after)) comparison.passThroughOlder(before, holder)
  }
}

/** The path of the first entry of a DSS that is something else than data; null when there is none. */
function otherEntryOf(revision: PdfRevision, store: PdfDictionary): string | null {
  for (const [key, value] of store.entries) {
    const resolved = revision.resolve(value)
    if (key === 'VRI' && resolved instanceof PdfDictionary) {
      const other = otherSignatureOf(revision, resolved)
      if (other !== null) return other
    } else if (!(key === 'VRI' && resolved === null) && !isData(revision, value)) return key
  }
  return null
}

/** The same for `VRI`, which has a dictionary for each signature. */
function otherSignatureOf(revision: PdfRevision, perSignature: PdfDictionary): string | null {
  for (const [key, value] of perSignature.entries) {
    const entry = revision.resolve(value)
    const parts: Iterable<readonly [string, PdfValue]> = entry instanceof PdfDictionary ? entry.entries : [['', value]]
    for (const [part, each] of parts) if (!isData(revision, each)) return `VRI/${key}/${part}`
  }
  return null
}

/** Whether a value holds no references but those to streams: a reference to a dictionary could lead to any part of the document. */
function isData(revision: PdfRevision, value: PdfValue, depth = 0): boolean {
  const resolved = revision.resolve(value)
  if (resolved === null || depth > revision.budget.limits.maxComparedDepth) return false
  if (isArray(resolved)) return resolved.every((item) => isData(revision, item, depth + 1))
  if (!(resolved instanceof PdfDictionary)) return true
  return !(value instanceof PdfReference) && [...resolved.entries.values()].every((each) => isData(revision, each, depth + 1))
}

/** `Perms` may get a reference to a signature that this revision adds (ISO 32000-1, 12.8.4). */
function comparePermissions(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): void {
  const pair = comparison.pair(before, after, holder)
  const older = pair.older instanceof PdfDictionary ? pair.older : new PdfDictionary(new Map())
  if (!(pair.newer instanceof PdfDictionary)) {
    if (pair.older !== null) comparison.refuse(holder, 'Perms of the catalog was removed')
    return
  }
  for (const key of keysOf(older, pair.newer)) {
    const [old, value] = [older.get(key), pair.newer.get(key)]
    if (sameValue(old, value)) continue
    const isNewSignature = old === null && value instanceof PdfReference && comparison.explanationOf(value.number)?.rule === 'signature'
    if (!isNewSignature) comparison.refuse(pair.holder, `Perms/${key} is another`)
  }
  comparison.refuseOtherUse(pair.number, permissionUses)
  comparison.explainPair(pair, holder, { rule: 'permissions', level: 'form-filling', field: null })
}
