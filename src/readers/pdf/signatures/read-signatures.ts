import type { Instant } from '#model'
import { dateOf, isAmbiguousDate } from '../form/date.js'
import { type FormField, readFormFields } from '../form/form-fields.js'
import { textOf } from '../form/text.js'
import type { PdfFile } from '../pdf-file.js'
import type { PdfRevision } from '../pdf-revision.js'
import { nameOf, PdfDictionary, PdfReference, PdfString } from '../syntax/values.js'
import { type ByteRange, type ByteRangeFlaw, checkByteRange, findOverlappingGaps } from './byte-range.js'
import { readPermissions, type SignaturePermissions } from './docmdp-fieldmdp.js'
import { differingSignatureKeys } from './equal-values.js'
import { gapsInSeveralObjects } from './objects-around-gap.js'
import { isAnnotation, objectsWithShownContents } from './shown-contents.js'

/** A signature dictionary of a form field, as read in the revision that it covers. */
export interface PdfSignature {
  /** `neither`: `Type` is that of a signature and `SubFilter` that of a time-stamp, or the other way round. */
  readonly kind: 'signature' | 'document-time-stamp' | 'neither'
  /** Fully qualified names of the fields that have it as their value, in document order. */
  readonly fields: readonly string[]
  /** Object number; null for a direct dictionary within its field. */
  readonly number: number | null
  readonly type: string | null
  readonly filter: string | null
  readonly subFilter: string | null
  /** Octets of `Contents` with its padding; empty when it is missing. */
  readonly contents: Buffer
  readonly range: ByteRange | null
  readonly flaws: readonly ByteRangeFlaw[]
  /** Whether its gap overlaps that of another signature or time-stamp. */
  readonly overlapsAnother: boolean
  /** Index of the revision that it covers; null when its ranges do not end with one. */
  readonly coveredRevision: number | null
  /** Index of the first revision in which a field holds it. */
  readonly addedRevision: number
  /** Whether a field of the newest revision still holds it. */
  readonly isInNewestRevision: boolean
  /** Keys under which a later revision redefines the dictionary. */
  readonly redefinedKeys: readonly string[]
  /** `M`. */
  readonly claimedTime: Instant | null
  /** Text of an `M` that is no date; null otherwise. */
  readonly unreadableClaimedTime: string | null
  /** `M` as it is written when programs may understand it as different times; otherwise null. */
  readonly ambiguousClaimedTime: string | null
  readonly name: string | null
  readonly reason: string | null
  readonly location: string | null
  readonly permissions: SignaturePermissions
}

/** A dictionary with the fields that hold it in one revision. */
interface HeldDictionary {
  readonly dictionary: PdfDictionary
  readonly number: number | null
  readonly fields: FormField[]
}

interface FoundDictionary {
  /** The dictionary as of the newest revision that has it. */
  readonly held: HeldDictionary
  readonly lastSeen: PdfRevision
  addedRevision: number
  /** Whether `Contents` is zeros in every revision: a signature of an earlier revision does not become a reserved place. */
  isReservedPlace: boolean
}

/**
 * Every signature dictionary that is the value of a field in any revision, ordered by the end of their ranges. `Contents` of zeros only are a place reserved
 * for a signature, not a signature.
 *
 * @throws PdfError when the form of a revision cannot be read, or a bound is reached
 */
export function readSignatureDictionaries(file: PdfFile): readonly PdfSignature[] {
  const newest = file.revisions.length - 1
  const read = findDictionaries(file).flatMap((found) => (found.isReservedPlace ? [] : [readSignature(file, found, newest)]))
  const distinct = read.filter((signature) => signature.isInNewestRevision || !read.some((other) => isCopyOf(other, signature)))
  const overlapping = findOverlappingGaps(distinct.map(({ range }) => range))
  const flawsOf = furtherFlaws(file, distinct)
  const marked = distinct.map((signature, index) => ({
    ...signature,
    flaws: [...signature.flaws, ...flawsOf(signature)],
    overlapsAnother: overlapping.has(index),
  }))
  return marked.sort((a, b) => placeOf(a) - placeOf(b) || a.addedRevision - b.addedRevision)
}

/** The flaws that depend on the other objects of the file. A rebuilt file has no cross-reference, so nothing tells which of its objects programs find. */
function furtherFlaws(file: PdfFile, signatures: readonly PdfSignature[]): (signature: PdfSignature) => readonly ByteRangeFlaw[] {
  if (file.rebuiltBecause !== null) return () => []
  const gapOf = ({ range, flaws }: PdfSignature) =>
    range === null || flaws.includes('contents-not-in-gap') ? null : range.firstStart + range.firstLength
  const shared = gapsInSeveralObjects(
    file,
    signatures.map(gapOf).filter((gap) => gap !== null),
  )
  const shown = signatures.length === 0 ? new Set<number>() : objectsWithShownContents(file)
  return (signature) => [
    ...(shared.has(gapOf(signature) ?? -1) ? (['gap-in-another-object'] as const) : []),
    ...(signature.number !== null && shown.has(signature.number) ? (['contents-shown'] as const) : []),
  ]
}

/** Whether `one` is a copy of `gone` in another dictionary, with the same gap: a later revision replaced the dictionary, so the signature was not removed. */
function isCopyOf(one: PdfSignature, gone: PdfSignature): boolean {
  return one.isInNewestRevision && one.range?.secondStart === gone.range?.secondStart && one.contents.equals(gone.contents)
}

/** The position where the ranges of a signature end, by which the signatures of a file are ordered. */
export function placeOf({ range }: PdfSignature): number {
  return range === null ? Number.MAX_SAFE_INTEGER : range.secondStart + range.secondLength
}

/** Searches from the newest revision to the oldest: a signature that a later revision has removed is found in the earlier one. */
function findDictionaries(file: PdfFile): readonly FoundDictionary[] {
  const found: FoundDictionary[] = []
  const known = new Map<string, FoundDictionary>()
  for (let index = file.revisions.length - 1; index >= 0; index--) {
    const revision = file.revisions[index]
    if (revision === undefined) continue
    for (const [key, held] of heldDictionaries(revision)) {
      const seen = known.get(key)
      const isReserved = isReservedPlace(held.dictionary)
      if (seen !== undefined) {
        seen.addedRevision = index
        seen.isReservedPlace &&= isReserved
      } else {
        const one = { held, lastSeen: revision, addedRevision: index, isReservedPlace: isReserved }
        known.set(key, one)
        found.push(one)
      }
    }
  }
  return found
}

/** Whether a dictionary only reserves the place of a signature that may be made later: its `Contents` are zeros. */
export function isReservedPlace(dictionary: PdfDictionary): boolean {
  const contents = dictionary.get('Contents')
  if (!(contents instanceof PdfString) || dictionary.repeated.includes('Contents')) return false
  return contents.bytes.length > 0 && contents.bytes.every((octet) => octet === 0)
}

/** The signature dictionaries that are values of fields. A dictionary to which several fields refer is one signature with several names. */
function heldDictionaries(revision: PdfRevision): ReadonlyMap<string, HeldDictionary> {
  const held = new Map<string, HeldDictionary>()
  for (const field of readFormFields(revision)) {
    if (!field.isTerminal) continue
    const dictionary = revision.resolve(field.value)
    if (!(dictionary instanceof PdfDictionary) || !(field.type === 'Sig' || looksSigned(dictionary))) continue
    const number = field.value instanceof PdfReference ? field.value.number : null
    // A dictionary is identified by its object number, also when it is redefined; a direct dictionary by its position.
    const contents = dictionary.get('Contents')
    const key = number !== null ? `object ${number}` : `place ${contents instanceof PdfString ? contents.start : field.name}`
    const seen = held.get(key)
    if (seen === undefined) held.set(key, { dictionary, number, fields: [field] })
    else if (!field.isWidget) seen.fields.push(field)
  }
  return held
}

/** Whether the value of a field that is not of type `Sig` is nevertheless a signature dictionary. */
function looksSigned(dictionary: PdfDictionary): boolean {
  return dictionary.get('ByteRange') !== null
}

function readSignature(file: PdfFile, { held, lastSeen, addedRevision }: FoundDictionary, newest: number): PdfSignature {
  const checked = checkByteRange(file, held.dictionary, (value) => lastSeen.resolve(value))
  const own = file.revisions[Math.max(addedRevision, checked.coveredRevision ?? addedRevision)] ?? lastSeen
  const ownValue = held.number === null ? held.dictionary : own.object(held.number)
  const dictionary = ownValue instanceof PdfDictionary ? ownValue : held.dictionary
  const redefinedKeys = held.number === null ? [] : differingSignatureKeys(dictionary, own, held.dictionary, lastSeen)
  const [field] = held.fields
  const ownField = field?.number === null || field === undefined ? (field?.dictionary ?? null) : own.object(field.number)
  const text = (key: string) => textOf(own.resolve(dictionary.get(key)), own.budget)
  const name = (key: string) => nameOf(own.resolve(dictionary.get(key)))
  const contents = dictionary.get('Contents')
  const [type, subFilter] = [name('Type'), name('SubFilter')]
  const madeAt = text('M')
  const claimedTime = dateOf(madeAt)
  return {
    kind: kindOf(type, subFilter),
    fields: held.fields.map((field) => field.name),
    number: held.number,
    type,
    filter: name('Filter'),
    subFilter,
    contents: contents instanceof PdfString ? contents.bytes : Buffer.alloc(0),
    ...checked,
    flaws: isAnnotation(held.dictionary) || isAnnotation(dictionary) ? [...checked.flaws, 'contents-shown'] : checked.flaws,
    overlapsAnother: false,
    addedRevision,
    isInNewestRevision: lastSeen.index === newest,
    redefinedKeys,
    claimedTime,
    unreadableClaimedTime: claimedTime === null ? madeAt : null,
    ambiguousClaimedTime: claimedTime !== null && isAmbiguousDate(madeAt) ? madeAt : null,
    name: text('Name'),
    reason: text('Reason'),
    location: text('Location'),
    permissions: readPermissions(own, dictionary, ownField instanceof PdfDictionary ? ownField : null),
  }
}

const timeStampSubFilter = 'ETSI.RFC3161'

function kindOf(type: string | null, subFilter: string | null): PdfSignature['kind'] {
  const isTimeStamp = subFilter === timeStampSubFilter
  if (type === null) return isTimeStamp ? 'document-time-stamp' : 'signature'
  if (type === 'DocTimeStamp') return isTimeStamp ? 'document-time-stamp' : 'neither'
  return isTimeStamp ? 'neither' : 'signature'
}
