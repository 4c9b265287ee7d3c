import { pki } from '../../pki.js'
import type { Sample } from '../../samples/sample.js'
import { plainDraft } from '../plain-document.js'
import { addValidationData, type SignedPdfOptions, signPdf } from '../signed-pdf.js'
import { fails, passes, pdfSample } from './pdf-sample.js'

const range = 'ISO 32000-1, 12.8.1: four integers that cover the file from its start, without Contents'
const noRange = ['pdf-byte-range-valid']

const invalid = (id: string, what: string, byteRange: NonNullable<SignedPdfOptions['field']>['byteRange']): Sample =>
  pdfSample(`byte-range-${id}`, what, range, { field: { byteRange: byteRange ?? (() => '') } }, fails('LT', 'FORMAT_FAILURE', noRange))

const ranges: readonly Sample[] = [
  invalid('three-numbers', 'three numbers', ([a, b, c]) => `[${a} ${b} ${c}]`),
  invalid('five-numbers', 'five numbers', ([a, b, c, d]) => `[${a} ${b} ${c} ${d} 0]`),
  invalid('real', 'a real number', ([a, b, c, d]) => `[${a} ${b}.0 ${c} ${d}]`),
  invalid('negative', 'a negative number', ([a, b, c, d]) => `[${a} ${b} ${c} -${d}]`),
  invalid('text', 'a text', () => '(all)'),
  invalid('huge', 'a number above 64 bits', ([a, b, c]) => `[${a} ${b} ${c} 99999999999999999999]`),
  invalid('behind-end', 'one octet more than there is', ([a, b, c, d]) => `[${a} ${b} ${c} ${d + 100_000}]`),
  invalid('overlapping', 'ranges that overlap', ([a, b, c, d]) => `[${a} ${c} ${b} ${d}]`),
  pdfSample(
    'byte-range-zeros',
    'universal signature forgery: no octet at all',
    range,
    { field: { byteRange: () => '[0 0 0 0]' } },
    fails('LT', 'FORMAT_FAILURE', ['pdf-contents-exact', 'pdf-revision-covered', 'signed-data-intact']),
  ),
  pdfSample(
    'byte-range-not-from-start',
    'the first octet is not covered',
    range,
    { field: { covers: ([, b, c, d]) => [1, b - 1, c, d] } },
    fails('LT', 'FORMAT_FAILURE', ['pdf-byte-range-valid']),
  ),
  pdfSample(
    'byte-range-not-to-end',
    'the last lines of the revision are not covered',
    'ISO 32000-1, 7.5.6: a signature covers a whole revision',
    { field: { covers: ([a, b, c, d]) => [a, b, c, d - 20] } },
    fails('LT', 'FORMAT_FAILURE', ['pdf-revision-covered']),
  ),
  pdfSample(
    'byte-range-odd-numbers',
    'signs and leading zeros',
    'ISO 32000-1, 7.3.3: they are integers',
    { field: { byteRange: ([, b, c, d]) => `[00 +${b} 0${c} ${d}]` } },
    passes('LT'),
  ),
]

const exact = 'ISO 32000-1, 12.8.1: the gap is the value of Contents, a hexadecimal string, and nothing else'

const contents: readonly Sample[] = [
  pdfSample(
    'contents-wrapped',
    'signature wrapping: the gap is wider than Contents and holds objects of another document',
    exact,
    {
      field: { entries: `/Reason (${' '.repeat(400)})`, covers: ([a, b, c, d]) => [a, b, c + 300, d - 300] },
    },
    fails('LT', 'FORMAT_FAILURE', ['pdf-contents-exact']),
  ),
  pdfSample(
    'contents-not-in-gap',
    'universal signature forgery: two Contents in one dictionary',
    exact,
    { field: { dictionary: (text) => text.replace(' /Contents', ' /Contents <00> /Contents') } },
    fails('', 'FORMAT_FAILURE', ['signature-readable']),
  ),
  pdfSample(
    'contents-two-byte-ranges',
    'universal signature forgery: two byte ranges in one dictionary',
    exact,
    { field: { dictionary: (text) => text.replace(' /ByteRange', ' /ByteRange [0 1 2 3] /ByteRange') } },
    fails('LT', 'FORMAT_FAILURE', ['pdf-contents-exact', 'pdf-revision-covered', 'signed-data-intact']),
  ),
  pdfSample(
    'contents-comment',
    'blanks where digits were, behind the message',
    exact,
    { field: { contents: (text) => `${text.slice(0, -9)}${' '.repeat(8)}>` } },
    passes('LT'),
  ),
  pdfSample(
    'contents-no-digit',
    'a letter that is no hexadecimal digit in the padding',
    exact,
    { field: { contents: (text) => `${text.slice(0, -9)}ZZZZZZZZ>` } },
    'malformed',
  ),
  pdfSample(
    'contents-odd',
    'an odd number of digits',
    exact,
    { field: { contents: (text) => `${text.slice(0, -2)} >` } },
    fails('LT', 'FORMAT_FAILURE', ['pdf-contents-exact']),
  ),
  pdfSample(
    'contents-padding',
    'octets other than zeros behind the message',
    'EN 319 142-1, 5.1 and ISO 32000-2, 12.8.3.3: the padding is zeros',
    { field: { contents: (text) => `${text.slice(0, -9)}41424344>` } },
    fails('LT', 'FORMAT_FAILURE', ['pdf-contents-exact']),
  ),
  pdfSample(
    'contents-empty',
    'zeros instead of a message',
    'a place that is kept for a signature is none, and nothing passes',
    { field: { contents: (text) => `<${'0'.repeat(text.length - 2)}>` } },
    [],
  ),
  pdfSample(
    'contents-missing',
    'universal signature forgery: a dictionary without Contents',
    'a signature that cannot be read is none that passes',
    { field: { dictionary: (text) => text.replace(' /Contents', ' /Kontents') } },
    fails('', 'FORMAT_FAILURE', ['signature-readable']),
  ),
]

const others: readonly Sample[] = [
  pdfSample(
    'two-signatures-one-flawed',
    'the second of two signatures covers less than it should',
    'the first is what it was; the file holds a signature that is not exact',
    () => {
      const draft = plainDraft()
      signPdf(draft)
      addValidationData(draft)
      signPdf(draft, { signer: pki.secondSigner, field: { byteRange: ([, b, c, d]) => `[1 ${b - 1} ${c} ${d}]` } })
      addValidationData(draft, { signer: pki.secondSigner })
      return draft.bytes
    },
    [passes('LT', 'pdf-other-signatures-exact'), fails('LT', 'FORMAT_FAILURE', ['pdf-byte-range-valid', 'signed-data-intact'])],
  ),
  pdfSample(
    'two-signatures-one-gap',
    'two dictionaries that claim one gap',
    'ISO 32000-1, 12.8.1: a copied dictionary is no second signature',
    {
      between: (draft, { dictionary }) => {
        const copy = draft.next + 1
        const field = draft.next
        const bytes = draft.bytes.toString('latin1')
        const start = bytes.lastIndexOf(`\n${dictionary} 0 obj\n`) + `\n${dictionary} 0 obj\n`.length
        const text = bytes.slice(start, bytes.indexOf('\nendobj', start))
        draft.update({
          [draft.root]: draft.object(draft.root).replace('/Fields [', `/Fields [${field} 0 R `),
          [field]: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (copy) /F 132 /Rect [0 0 0 0] /V ${copy} 0 R >>`,
          [copy]: text,
        })
      },
    },
    [
      passes('LT', 'pdf-byte-ranges-distinct', 'pdf-other-signatures-exact'),
      fails('LT', 'FORMAT_FAILURE', ['pdf-contents-exact'], ['pdf-byte-ranges-distinct', 'signature-unique']),
    ],
  ),
]

/** Byte range and Contents: each way in which they are not what they should be. */
export const byteRangeSamples: readonly Sample[] = [...ranges, ...contents, ...others]
