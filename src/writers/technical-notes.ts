import type { FindingKey } from '#model'

/**
 * Warnings on which a reader can and need do nothing: the signature is sound, and so is what it covers. They stand among the notes, so that a warning is read
 * when there is one (`decisions.md#warnings-and-notes`). A signature that is visible on a page that an earlier one covers is how several people sign a PDF.
 */
const notes: ReadonlySet<FindingKey> = new Set<FindingKey>([
  'pdf-no-later-signature-shown',
  'pdf-signature-pades',
  'unused-identifier-unique',
  'encoding-without-blanks',
  'data-object-format-present',
  'unsigned-property-understood',
  'signature-digest-info-complete',
  'signing-certificate-issuer-serial-match',
  'manifest-missing',
  'manifest-entry-without-path',
  'manifest-duplicate-entry',
  'manifest-mime-type-invalid',
  'mime-type-differs',
  'digest-strong',
  'key-strong',
  'ddoc-data-file-stated-size',
  'ddoc-version-current',
  'xroad-hash-chain-steps-used',
])

export function isNote(key: FindingKey): boolean {
  return notes.has(key)
}
