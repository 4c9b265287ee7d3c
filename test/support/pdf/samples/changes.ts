import { moments, pki } from '../../pki.js'
import type { Sample } from '../../samples/sample.js'
import { type PdfDraft, type RevisionOptions, streamText } from '../draft.js'
import { plain, plainDraft } from '../plain-document.js'
import type { AddedSignature, FieldSignatureOptions } from '../signature.js'
import { withEntry, withListItem } from '../signature.js'
import { addValidationData, signPdf } from '../signed-pdf.js'
import { fails, passes, pdfSample } from './pdf-sample.js'

type SignedField = NonNullable<NonNullable<Parameters<typeof signPdf>[1]>['field']>
export type Change = (draft: PdfDraft, signature: AddedSignature) => Record<number, string | null>

/** A document with a form, signed, with validation data, and then one revision more. */
export function changed(
  id: string,
  what: string,
  why: string,
  change: Change,
  expected: Parameters<typeof pdfSample>[4],
  revision: RevisionOptions = {},
  draft: () => PdfDraft = () => plainDraft({ form: true }),
) {
  return pdfSample(
    `changed-${id}`,
    what,
    why,
    {
      draft,
      after: (draft, signature) => {
        draft.update(change(draft, signature), revision)
      },
    },
    expected,
  )
}

const appearance = (text: string) => streamText('/Type /XObject /Subtype /Form /BBox [0 0 100 20]', text)
const comment = '<< /Type /Annot /Subtype /Text /Rect [0 0 20 20] /Contents (look) >>'
const unexplained = fails('LT', 'FORMAT_FAILURE', ['pdf-changes-explained'])
const rule = 'ISO 32000-1, 12.8.2.2: what is changed after signing is explained by a rule'

const filledIn: Change = (draft) => ({
  [plain.text]: withEntry(draft.object(plain.text), 'V', '(Jaan)').replace('20 0 R', '90 0 R'),
  90: appearance('(Jaan) Tj'),
})
const commented: Change = (draft) => ({
  90: comment,
  [plain.page]: withListItem(draft.object(plain.page), 'Annots', '90 0 R'),
})

const attacks: readonly Sample[] = [
  changed(
    'content',
    'incremental saving: other text on the page',
    rule,
    () => ({ [plain.content]: streamText('', '(900 euros) Tj') }),
    unexplained,
  ),
  changed(
    'page-added',
    'incremental saving: a page more',
    rule,
    (draft) => ({ [plain.pages]: `<< /Type /Pages /Kids [${plain.page} 0 R 90 0 R] /Count 2 >>`, 90: draft.object(plain.page) }),
    unexplained,
  ),
  changed(
    'shadow-hide',
    'shadow attack: a field that is not shown any more',
    rule,
    (draft) => ({ [plain.text]: withEntry(draft.object(plain.text), 'F', '2') }),
    unexplained,
  ),
  changed(
    'shadow-replace',
    'shadow attack: another font',
    rule,
    () => ({ [plain.font]: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>' }),
    unexplained,
  ),
  changed(
    'shadow-replace-appearance',
    'shadow attack: a value that stays looks different',
    rule,
    () => ({ 20: appearance('(Somebody else) Tj') }),
    fails('LT', 'FORMAT_FAILURE', ['pdf-changes-explained'], ['pdf-form-unchanged']),
  ),
  changed(
    'shadow-hide-and-replace',
    'shadow attack: another catalog with other pages',
    rule,
    (draft) => ({
      90: draft.object(draft.root).replace(/Pages \d+/, 'Pages 91'),
      91: draft.object(plain.pages).replace(/\[\d+/, '[92'),
      92: draft.object(plain.page),
    }),
    unexplained,
    { root: 90 },
  ),
  changed('freed', 'an object is freed', rule, () => ({ [plain.font]: null }), unexplained),
  pdfSample(
    'changed-octets-behind-end',
    'incremental saving without a cross-reference: octets behind the end',
    rule,
    { after: (draft) => (draft.bytes = Buffer.concat([draft.bytes, Buffer.from('4 0 obj\n<< >>\nendobj\n')])) },
    unexplained,
  ),
  changed(
    'signature-dictionary',
    'dictionary spoofing: another reason in the signature dictionary',
    'ISO 32000-1, 12.8.1: what is shown about a signature is what was signed',
    (draft, { dictionary }) => ({ [dictionary]: dictionaryIn(draft, dictionary).replace('/Type /Sig', '/Type /Sig /Reason (I agree)') }),
    fails('LT', 'FORMAT_FAILURE', ['pdf-contents-exact', 'pdf-signature-dictionary-unchanged', 'pdf-changes-explained']),
  ),
  changed(
    'signature-dictionary-zeroed',
    'a signature that becomes a place for one',
    'ISO 32000-1, 12.8.1: a signature does not disappear',
    (draft, { dictionary }) => ({ [dictionary]: dictionaryIn(draft, dictionary).replace(/<[0-9a-f]{100,}>/, '<0000>') }),
    fails('LT', 'FORMAT_FAILURE', ['pdf-contents-exact', 'pdf-signature-dictionary-unchanged', 'pdf-changes-explained']),
  ),
  changed(
    'signature-removed',
    'the field of the signature is not there any more',
    'ISO 32000-1, 12.8.1: a signature does not disappear',
    (draft, { field }) => ({
      [draft.root]: draft.object(draft.root).replace(` ${field} 0 R`, ''),
      [plain.page]: draft.object(plain.page).replace(` ${field} 0 R`, ''),
    }),
    fails('LT', 'FORMAT_FAILURE', ['pdf-signature-kept', 'pdf-changes-explained']),
  ),
]

/** The text of an object as it stands in the file, with what was written into it since. */
function dictionaryIn(draft: PdfDraft, number: number): string {
  const bytes = draft.bytes.toString('latin1')
  const head = `\n${number} 0 obj\n`
  const start = bytes.lastIndexOf(head) + head.length
  return bytes.slice(start, bytes.indexOf('\nendobj', start))
}

const permitted: readonly Sample[] = [
  changed('form', 'a form is filled in', 'told, and permitted without a certification', filledIn, passes('LT', 'pdf-form-unchanged')),
  changed('annotation', 'a comment', 'told, and permitted without a certification', commented, passes('LT', 'pdf-annotations-unchanged')),
  changed(
    'drawn-anew',
    'the form tells programs to draw its fields anew',
    'told: programs show the signed values, perhaps in another look',
    (draft) => ({ [draft.root]: draft.object(draft.root).replace('/AcroForm <<', '/AcroForm << /NeedAppearances true') }),
    passes('LT', 'pdf-form-drawn-alike'),
  ),
  changed(
    'rewritten',
    'objects that are written again as they were',
    'nothing was changed',
    (draft) => ({ [plain.page]: draft.object(plain.page) }),
    passes('LT'),
  ),
]

/** References of a signature dictionary: what it certifies or locks. */
const certifies = (level: 1 | 2 | 3): Partial<FieldSignatureOptions> => ({
  entries: `/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P ${level} /V /1.2 >> >>]`,
})
const locks = (action: string): Partial<FieldSignatureOptions> => ({
  entries: `/Reference [<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams << /Type /TransformParams ${action} /V /1.2 >> >>]`,
})

/** The catalog names the signature that certifies by its number, which is the one behind its field. */
function certifiedDraft(form: boolean): PdfDraft {
  const { next } = plainDraft({ form })
  return plainDraft({ form, catalog: `/Perms << /DocMDP ${next + 1} 0 R >>` })
}

/** A document that a first person signs with this field, and then a second one. */
function signedByTwo(first: SignedField, second: SignedField): Buffer {
  const draft = certifiedDraft(false)
  signPdf(draft, { field: first })
  addValidationData(draft)
  signPdf(draft, { signer: pki.secondSigner, field: second })
  addValidationData(draft, { signer: pki.secondSigner })
  return draft.bytes
}

function certified(id: string, what: string, level: 1 | 2 | 3, change: Change, expected: Parameters<typeof pdfSample>[4]): Sample {
  return pdfSample(
    `certified-${id}`,
    what,
    'ISO 32000-1, table 254',
    {
      draft: () => certifiedDraft(true),
      field: certifies(level),
      after: (draft, signature) => {
        draft.update(change(draft, signature))
      },
    },
    expected,
  )
}

const forbidden = (...warnings: string[]) => fails('LT', 'FORMAT_FAILURE', ['pdf-changes-permitted'], warnings)
const locked = fails('LT', 'FORMAT_FAILURE', ['pdf-locked-fields-unchanged'], ['pdf-form-unchanged'])

function lockedBy(id: string, what: string, field: Partial<FieldSignatureOptions>, expected: Parameters<typeof pdfSample>[4]): Sample {
  return pdfSample(
    `locked-${id}`,
    what,
    'ISO 32000-1, 12.8.2.4 and table 233',
    { draft: () => plainDraft({ form: true }), field, after: (draft, signature) => void draft.update(filledIn(draft, signature)) },
    expected,
  )
}

const restrictions: readonly Sample[] = [
  certified(
    'nothing',
    'no change permitted: validation data are added',
    1,
    (draft) => ({ [plain.page]: draft.object(plain.page) }),
    passes('LT'),
  ),
  certified('nothing-form', 'no change permitted: a form is filled in', 1, filledIn, forbidden('pdf-form-unchanged')),
  certified('form', 'forms may be filled in, and one is', 2, filledIn, passes('LT', 'pdf-form-unchanged')),
  certified(
    'form-comment',
    'evil annotation: forms may be filled in, a comment comes',
    2,
    commented,
    forbidden('pdf-annotations-unchanged'),
  ),
  certified('comment', 'evil annotation: comments are permitted, and told', 3, commented, passes('LT', 'pdf-annotations-unchanged')),
  lockedBy('all', 'all fields are locked, one is filled in', locks('/Action /All'), locked),
  lockedBy('included', 'the field that is filled in is locked', locks('/Action /Include /Fields [(name)]'), locked),
  lockedBy(
    'included-below',
    'a field is locked that may have its value from the one above it',
    locks('/Action /Include /Fields [(name.part)]'),
    locked,
  ),
  lockedBy('not-included', 'another field is locked', locks('/Action /Include /Fields [(agree)]'), passes('LT', 'pdf-form-unchanged')),
  lockedBy('excluded', 'all but the field are locked', locks('/Action /Exclude /Fields [(name)]'), passes('LT', 'pdf-form-unchanged')),
  lockedBy('not-excluded', 'all but another field are locked', locks('/Action /Exclude /Fields [(agree)]'), locked),
  lockedBy(
    'by-field',
    'the lock of the signature field',
    { fieldEntries: '/Lock << /Type /SigFieldLock /Action /Include /Fields [(name)] >>' },
    locked,
  ),
  pdfSample(
    'locked-unreadable',
    'a restriction whose action nobody knows',
    'ISO 32000-1, 12.8.2.4: what it locks cannot be told',
    { field: locks('/Action /Perhaps') },
    passes('LT', 'pdf-restrictions-readable'),
  ),
]

const others: readonly Sample[] = [
  pdfSample(
    'certified-sneaky-signature',
    'sneaky signature: a certified document gets another signature that is shown',
    'permitted by the certification, and told',
    () => signedByTwo(certifies(2), { rectangle: '[72 700 400 740]' }),
    [passes('LT', 'pdf-no-signature-shown-after-certification'), passes('LT')],
  ),
  pdfSample(
    'field-name-twice',
    'two signatures in fields of one name',
    'ISO 32000-1, 12.7.3.2: fields of one name are one field, so programs may show one of the signatures for both',
    () => signedByTwo({ fieldName: 'one' }, { fieldName: 'one' }),
    [passes('LT', 'pdf-field-names-distinct'), passes('LT', 'pdf-field-names-distinct')],
  ),
  pdfSample(
    'claimed-time-far',
    'a time of signing that is years from the time-stamp',
    'programs show the stated time',
    { field: { claimedTime: moments.signing - 400 * 24 * 60 * 60 * 1000 } },
    passes('LT', 'pdf-claimed-time-plausible'),
  ),
  pdfSample(
    'claimed-time-without-zone',
    'a time of signing without a time zone',
    'ISO 32000-1, 7.9.4 and ISO 32000-2 give it different meanings',
    { field: { dictionary: (text) => text.replace(/\/M \((D:\d+)Z\)/, '/M ($1)') } },
    passes('LT', 'pdf-claimed-time-unambiguous'),
  ),
  pdfSample(
    'later-signature-shown',
    'a signed document gets another signature that is shown',
    'sneaky signature without a certification: permitted, and told with its page',
    () => signedByTwo({}, { rectangle: '[0 0 595 842]' }),
    [passes('LT', 'pdf-no-later-signature-shown'), passes('LT')],
  ),
  pdfSample(
    'octets-behind-covered-end',
    'octets behind the end of the file that the second signature covers as a whole',
    'programs that put a file together by scanning may show them: they come after both signatures',
    () => {
      const draft = certifiedDraft(false)
      signPdf(draft)
      addValidationData(draft)
      signPdf(draft)
      return Buffer.concat([draft.bytes, Buffer.from('4 0 obj\n(other)\nendobj\n')])
    },
    [fails('LT', 'FORMAT_FAILURE', ['pdf-changes-explained']), fails('LT', 'FORMAT_FAILURE', ['pdf-changes-explained'])],
  ),
  pdfSample(
    'type-of-time-stamp',
    'a signature dictionary of the type of a document time-stamp',
    'EN 319 142-1, 5.4.3: type and SubFilter belong together',
    { field: { type: '/DocTimeStamp' } },
    fails('LT', 'FORMAT_FAILURE', ['pdf-signature-type']),
  ),
  pdfSample(
    'cross-reference-broken',
    'the position of the cross-reference is another',
    'ISO 32000-1, 7.5.4: a file that has to be repaired shows different things to different programs',
    {
      after: (draft) =>
        (draft.bytes = Buffer.from(draft.bytes.toString('latin1').replace(/startxref\n\d+\n%%EOF\n$/, 'startxref\n7\n%%EOF\n'), 'latin1')),
    },
    fails('LT', 'FORMAT_FAILURE', ['pdf-cross-reference-sound']),
  ),
  pdfSample(
    'octets-before-header',
    'octets before the header',
    'ISO 32000-1, 7.5.2: some programs count positions from the header',
    { draft: () => plainDraft({ header: 'junk\n%PDF-1.7\n' }) },
    'malformed',
  ),
  pdfSample(
    'entry-repeated',
    'an object that stands twice in the cross-reference table that is signed',
    'ISO 32000-1, 7.5.4: programs differ about which entry counts',
    { draft: () => plainDraft({ entries: (entries) => [...entries, ...entries.slice(0, 1).map((entry) => ({ ...entry, offset: 100 }))] }) },
    fails('LT', 'FORMAT_FAILURE', ['pdf-cross-reference-sound']),
  ),
  pdfSample(
    'document-time-stamp-shown',
    'a document time-stamp that is shown',
    'nobody speaks by a time-stamp: what is shown with it is nothing but an annotation',
    { level: 'LTA', documentTimeStamp: { field: { rectangle: '[0 0 100 100]' } } },
    passes('LTA', 'pdf-annotations-unchanged'),
  ),
]

/** What is changed after signing: attacks, what is permitted, and what a signature forbids. */
export const changeSamples: readonly Sample[] = [...attacks, ...permitted, ...restrictions, ...others]
