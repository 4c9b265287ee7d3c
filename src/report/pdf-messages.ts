import type { PdfKey } from '#model'
import type { Message } from './message-template.js'

/** Messages of the checks that only signatures in PDF files have. */
export const pdfMessages: Readonly<Record<PdfKey, Message>> = {
  'pdf-cross-reference-sound': {
    question: 'Can the structure of the PDF file be read as it stands?',
    answer: 'The structure of the PDF file is damaged, so programs may show different documents ({code}).',
  },
  'pdf-byte-range-valid': {
    question: 'Does the signature say properly which part of the file it covers?',
    answer: 'The signature does not say properly which part of the file it covers ({code}).',
  },
  'pdf-contents-exact': {
    question: 'Is the only part of the file that the signature leaves out the signature itself?',
    answer: 'The part of the file that the signature leaves out is not exactly the signature itself ({code}).',
  },
  'pdf-revision-covered': {
    question: 'Does the signature cover a whole version of the file?',
    answer: 'The signature does not cover a whole version of the file, so the rest could have been changed ({code}).',
  },
  'pdf-byte-ranges-distinct': {
    question: 'Does every signature of the file have a place of its own?',
    answer: 'Another signature or time-stamp claims the same place in the file as this one.',
  },
  'pdf-other-signatures-exact': {
    question: 'Do all signatures of the file say properly what they cover?',
    answer: 'Another signature or time-stamp of the file does not say properly what it covers ({fields}).',
  },
  'pdf-written-unambiguously': {
    question: 'Is the signed version of the file written so that all programs read the same?',
    answer: 'The signed version of the file is written so that programs could read it differently ({code}).',
  },
  'pdf-signature-dictionary-unchanged': {
    question: 'Does the file still say of the signature what was signed?',
    answer: 'What the file says about the signature was changed after signing ({entries}).',
  },
  'pdf-signature-kept': {
    question: 'Is the signature still in the last version of the file?',
    answer: 'The signature was removed from the last version of the file.',
  },
  'pdf-signature-type': {
    question: 'Is it clear whether this is a signature or a time-stamp?',
    answer: 'The file says both that this is a signature and that it is a time-stamp ({type}, {subFilter}).',
  },
  'pdf-changes-explained': {
    question: 'Is everything that was changed after signing of a kind that leaves the signed content as it was?',
    answer:
      'The file was changed after signing in a way that can change what it shows: version {revision}[, object {object}], {description}.',
  },
  'pdf-changes-permitted': {
    question: 'Does the signature permit what was changed after it?',
    answer: 'The signature does not permit what was changed after it: version {revision}, {description}[ ({field})].',
  },
  'pdf-annotations-kept': {
    question: 'Do the annotations that were there when it was signed look as they did?',
    answer: 'An annotation that was there when it was signed was removed or changed: version {revision}[, object {object}], {description}.',
  },
  'pdf-locked-fields-unchanged': {
    question: 'Were the form fields that the signature locks left as they were?',
    answer: 'The form field "{field}" was locked by the signature and changed after it (version {revision}).',
  },
  'pdf-restrictions-readable': {
    question: 'Can it be read which form fields the signature locks?',
    answer: 'It cannot be read which form fields the signature locks ({method}).',
  },
  'pdf-form-unchanged': {
    question: 'Was the form left as it was after signing?',
    answer: 'The form was filled in after signing: version {revision}[, {fields}].',
  },
  'pdf-annotations-unchanged': {
    question: 'Were no annotations added or changed after signing?',
    answer: 'Annotations were added or changed after signing; they may cover what was signed (version {revision}[, page {pages}]).',
  },
  'pdf-no-signature-shown-after-certification': {
    question: 'Does no later signature show itself on the certified pages?',
    answer:
      'A later signature shows itself on the pages of the certified document; it may cover what was signed ({fields}, version {revision}[, page {pages}]).',
  },
  'pdf-no-later-signature-shown': {
    question: 'Does no later signature show itself on the signed pages?',
    answer:
      'A later signature shows itself on the signed pages; it may cover what was signed ({fields}, version {revision}[, page {pages}]).',
  },
}
