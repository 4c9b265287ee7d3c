import type { PdfKey } from '#model'
import type { Message } from './message-template.js'

/** Messages of the checks that only signatures in PDF files have. */
export const pdfMessages: Readonly<Record<PdfKey, Message>> = {
  'pdf-cross-reference-sound': {
    question: 'Can the structure of the PDF file be read without repair?',
    answer: 'The structure of the PDF file is damaged, so programs may show different documents ({code}).',
  },
  'pdf-byte-range-valid': {
    question: 'Does the signature state correctly which part of the file it covers?',
    answer: 'The signature does not state correctly which part of the file it covers ({code}).',
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
    question: 'Does every signature have its own place in the file?',
    answer: 'Another signature or time-stamp claims the same place in the file as this one.',
  },
  'pdf-other-signatures-exact': {
    question: 'Do all signatures of the file state correctly what they cover?',
    answer: 'Another signature or time-stamp of the file does not state correctly what it covers ({fields}).',
  },
  'pdf-written-unambiguously': {
    question: 'Is the signed version of the file written so that all programs read it the same way?',
    answer: 'The signed version of the file is written so that programs may read it differently ({code}).',
  },
  'pdf-signature-dictionary-unchanged': {
    question: 'Are the details of the signature in the file unchanged since signing?',
    answer: 'Details of the signature in the file were changed after signing ({entries}).',
  },
  'pdf-signature-kept': {
    question: 'Is the signature still in the last version of the file?',
    answer: 'The signature was removed from the last version of the file.',
  },
  'pdf-signature-type': {
    question: 'Is it clear whether this is a signature or a time-stamp?',
    answer: 'The file says both that this is a signature and that it is a time-stamp ({type}, {subFilter}).',
  },
  'pdf-signature-pades': {
    question: 'Is the signature a PAdES baseline signature?',
    answer: 'The signature is no PAdES baseline signature, and other validators may refuse it: {deviation}[ ({subFilter})] ({clause}).',
  },
  'pdf-changes-explained': {
    question: 'Does every change after signing leave the signed content as it was?',
    answer:
      'The file was changed after signing in a way that can change what it shows: version {revision}[, object {object}], {description}.',
  },
  'pdf-changes-permitted': {
    question: 'Does the signature permit the changes after it?',
    answer: 'The signature does not permit a change after it: version {revision}, {description}[ ({field})].',
  },
  'pdf-annotations-kept': {
    question: 'Do the annotations look as they did when the file was signed?',
    answer:
      'An annotation that the signed file contains was removed or changed after signing: version {revision}[, object {object}], {description}.',
  },
  'pdf-locked-fields-unchanged': {
    question: 'Are the form fields that the signature locks unchanged?',
    answer: 'The form field "{field}" was locked by the signature and changed after it (version {revision}).',
  },
  'pdf-field-names-distinct': {
    question: 'Is the signature the value of one field, whose name no other signature has?',
    answer:
      'Programs may mistake one signature of the file for another: several fields, or several signatures in fields of one name, stand for it ({fields}).',
  },
  'pdf-claimed-time-plausible': {
    question: 'Is the stated time of signing near the time of the time-stamp?',
    answer:
      'The signature states a time of signing ({claimed}) that is far from the time of its time-stamp ({proven}); programs may show the stated time.',
  },
  'pdf-claimed-time-unambiguous': {
    question: 'Does everybody understand the stated time of signing alike?',
    answer:
      'The stated time of signing ({stated}) has no time zone or two contradicting ones, so programs may show different times; it was read as {claimed}.',
  },
  'pdf-restrictions-readable': {
    question: 'Can the list of form fields that the signature locks be read?',
    answer: 'The list of form fields that the signature locks cannot be read ({method}).',
  },
  'pdf-form-unchanged': {
    question: 'Is the form unchanged since signing?',
    answer: 'The form was filled in after signing: version {revision}[, {fields}].',
  },
  'pdf-form-drawn-alike': {
    question: 'Do programs draw the form fields as they did when the file was signed?',
    answer:
      'Programs may draw the fields of the form differently since a change after signing: version {revision}, {description} of the form.',
  },
  'pdf-annotations-unchanged': {
    question: 'Were no annotations added or changed after signing?',
    answer: 'Annotations were added or changed after signing; they may hide what was signed (version {revision}[, page {pages}]).',
  },
  'pdf-no-signature-shown-after-certification': {
    question: 'Are the certified pages without a later visible signature?',
    answer:
      'A later signature is visible on the pages of the certified document; it may hide what was signed ({fields}, version {revision}[, page {pages}]).',
  },
  'pdf-no-later-signature-shown': {
    question: 'Are the signed pages without a later visible signature?',
    answer: 'A later signature is visible on the signed pages; it may hide what was signed ({fields}, version {revision}[, page {pages}]).',
  },
}
