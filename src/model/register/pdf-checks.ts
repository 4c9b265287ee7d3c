import { failedWith } from '../outcome.js'
import { fails, warns } from './entry.js'

const ISO = 'EN 319 102-1 5.2.2, ISO 32000-1'
const format = failedWith('FORMAT_FAILURE')

/** Checks that only signatures in PDF files have: what the signature covers, and what was changed after it. */
export const pdfChecks = Object.freeze({
  'pdf-cross-reference-sound': fails(`${ISO} 7.5.4`, format),
  'pdf-byte-range-valid': fails(`${ISO} 12.8.1`, format, { explainsMissingContent: true }),
  'pdf-contents-exact': fails(`${ISO} 12.8.1`, format),
  'pdf-revision-covered': fails(`${ISO} 7.5.6, 12.8.1`, format),
  'pdf-byte-ranges-distinct': warns(`${ISO} 12.8.1`, format),
  'pdf-other-signatures-exact': warns(`${ISO} 12.8.1`, format),
  'pdf-written-unambiguously': warns(`${ISO} 7.5`, format),
  'pdf-signature-dictionary-unchanged': fails(`${ISO} 12.8.1`, format),
  'pdf-signature-kept': fails(`${ISO} 12.8.1`, format),
  'pdf-signature-type': fails(`${ISO} 12.8.1, EN 319 142-1 5.4.3`, format),
  'pdf-signature-pades': warns('EN 319 102-1 5.2.2, EN 319 142-1 6.3', format),
  'pdf-changes-explained': fails(`${ISO} 12.8.2.2`, format),
  'pdf-changes-permitted': fails(`${ISO} 12.8.2.2`, format),
  'pdf-annotations-kept': fails(`${ISO} 12.8.2.2`, format),
  'pdf-locked-fields-unchanged': fails(`${ISO} 12.8.2.4`, format),
  'pdf-field-names-distinct': warns(`${ISO} 12.7.3.2`, format),
  'pdf-claimed-time-plausible': warns(`${ISO} 7.9.4, EN 319 142-1 5.3`, format),
  'pdf-claimed-time-unambiguous': warns(`${ISO} 7.9.4, EN 319 142-1 5.3`, format),
  'pdf-restrictions-readable': warns(`${ISO} 12.8.2.4`, format),
  'pdf-form-drawn-alike': warns(`${ISO} 12.7.2`, format),
  'pdf-form-unchanged': warns(`${ISO} 12.8.2.2`, format),
  'pdf-annotations-unchanged': warns(`${ISO} 12.8.2.2`, format),
  'pdf-no-signature-shown-after-certification': warns(`${ISO} 12.8.2.2`, format),
  'pdf-no-later-signature-shown': warns(`${ISO} 12.8.2.2`, format),
})
