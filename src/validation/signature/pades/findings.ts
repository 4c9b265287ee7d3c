import { reportBounds, type StructureFinding } from '#model'
import type { ByteRangeFlaw, PdfFile, PdfSignature, RevisionIrregularity } from '#readers/pdf'
import { rangeOf } from './pdf-facts.js'

/** The key in the register of checks for each flaw of a byte range. */
const keys = {
  'byte-range-not-four-integers': 'pdf-byte-range-valid',
  'byte-range-not-from-start': 'pdf-byte-range-valid',
  'byte-range-out-of-bounds': 'pdf-byte-range-valid',
  'gap-not-one-string': 'pdf-contents-exact',
  'contents-not-hexadecimal': 'pdf-contents-exact',
  'contents-not-in-gap': 'pdf-contents-exact',
  'gap-in-another-object': 'pdf-contents-exact',
  'contents-shown': 'pdf-contents-exact',
  'repeated-key': 'pdf-contents-exact',
  'not-at-end-of-revision': 'pdf-revision-covered',
  'cross-reference-not-covered': 'pdf-revision-covered',
} as const satisfies Record<ByteRangeFlaw, StructureFinding['key']>

/** Flaws that only a file with revisions can have; a rebuilt file has no revisions to cover. */
const ofRevisions: ReadonlySet<ByteRangeFlaw> = new Set(['not-at-end-of-revision', 'cross-reference-not-covered'])

/** Irregularities by which the signed revision defines an object twice, so that programs show different documents. */
const contradictions: ReadonlySet<string> = new Set<RevisionIrregularity>([
  'linearised-with-updates',
  'repeated-entry',
  'hybrid-contradiction',
  'repeated-trailer-key',
])

/**
 * Finds the defects of the file, and of the dictionary and byte range of a signature. Of the other signatures, only flaws of their byte ranges are reported.
 */
export function findPdfFlaws(file: PdfFile, signature: PdfSignature, all: readonly PdfSignature[]): readonly StructureFinding[] {
  const found: StructureFinding[] = []
  const add = (key: StructureFinding['key'], code: string, facts: StructureFinding['facts'] = {}) => found.push({ key, code, facts })
  const { rebuiltBecause } = file
  if (rebuiltBecause !== null) add('pdf-cross-reference-sound', rebuiltBecause.code)
  const byteRange = rangeOf(signature)?.join(' ') ?? null
  for (const flaw of signature.flaws) if (rebuiltBecause === null || !ofRevisions.has(flaw)) add(keys[flaw], flaw, { byteRange })
  if (signature.overlapsAnother) add('pdf-byte-ranges-distinct', 'gap-overlap', { byteRange })
  if (signature.kind === 'neither') {
    add('pdf-signature-type', 'TYPE_AND_SUB_FILTER', { type: signature.type, subFilter: signature.subFilter })
  }
  if (signature.redefinedKeys.length > 0) add('pdf-signature-dictionary-unchanged', 'REDEFINED', { entries: signature.redefinedKeys })
  if (!signature.isInNewestRevision) add('pdf-signature-kept', 'REMOVED', { fields: signature.fields })
  for (const method of signature.permissions.unreadable) add('pdf-restrictions-readable', 'RESTRICTION_UNREADABLE', { method })
  for (const irregularity of irregularitiesOf(file, signature))
    add(contradictions.has(irregularity) ? 'pdf-cross-reference-sound' : 'pdf-written-unambiguously', irregularity)
  const named = new Set(signature.fields)
  const ofSameName = all.filter((other) => other !== signature && other.fields.some((name) => named.has(name)))
  if (ofSameName.length > 0)
    add('pdf-field-names-distinct', 'SAME_NAME', {
      fields: ofSameName.slice(0, reportBounds.maxNames).flatMap(({ fields }) => fields.filter((name) => named.has(name))),
    })
  else if (named.size > 1) add('pdf-field-names-distinct', 'SEVERAL_FIELDS', { fields: signature.fields.slice(0, reportBounds.maxNames) })
  const others = all.filter((other) => other !== signature && other.flaws.length > 0)
  if (others.length > 0)
    add('pdf-other-signatures-exact', 'OTHER_FLAWS', { fields: others.slice(0, reportBounds.maxNames).flatMap(({ fields }) => fields) })
  return found
}

/** The irregularities of the signed part of the file. Irregularities of later revisions are reported as changes. */
function irregularitiesOf(file: PdfFile, { coveredRevision }: PdfSignature): ReadonlySet<string> {
  if (coveredRevision === null) return new Set()
  const ofFile = new Set(['bytes-behind-end', 'stray-end-marker'])
  const covered = file.revisions.slice(0, coveredRevision + 1).flatMap(({ irregularities }) => irregularities)
  return new Set(covered.filter((irregularity) => !ofFile.has(irregularity)))
}
