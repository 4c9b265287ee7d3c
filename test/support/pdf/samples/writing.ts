import type { Sample } from '../../samples/sample.js'
import { type PdfDraft, type RevisionOptions, streamText } from '../draft.js'
import { plain, plainDraft } from '../plain-document.js'
import { withEntry, withListItem } from '../signature.js'
import { type Change, changed } from './changes.js'
import { fails, passes, pdfSample } from './pdf-sample.js'

const rule = 'ISO 32000-1, 7.5: what programs could read in two ways is not explained by what this one reads'
/** The signed trailer knows fewer objects than its entries. */
const numbered = fails('LT', 'FORMAT_FAILURE', ['pdf-changes-explained'], ['pdf-written-unambiguously'])
const unexplained = fails('LT', 'FORMAT_FAILURE', ['pdf-changes-explained'])

function ambiguous(id: string, what: string, change: Change, revision: RevisionOptions = {}, draft?: () => PdfDraft): Sample {
  return changed(`written-${id}`, what, rule, change, unexplained, revision, draft)
}

/** An object as it was, with one entry more at its end. */
const withSecond = (text: string, entry: string) => text.replace(/>>\s*$/, `${entry} >>`)
const otherPages = {
  90: '<< /Type /Pages /Kids [91 0 R] /Count 1 >>',
  91: '<< /Type /Page /Parent 90 0 R /MediaBox [0 0 595 842] /Contents 92 0 R >>',
  92: streamText('', '(900 euros) Tj'),
}
const rewritten: Change = (draft) => ({ [plain.information]: draft.object(plain.information) })
const hidden = `${plain.content} 0 obj\n${streamText('', '(900 euros) Tj')}\nendobj\n`

const twice: readonly Sample[] = [
  ambiguous('pages-twice', 'a catalog with a second Pages', (draft) => ({
    [draft.root]: withSecond(draft.object(draft.root), '/Pages 90 0 R'),
    ...otherPages,
  })),
  ambiguous('contents-twice', 'a page with a second Contents', (draft) => ({
    [plain.page]: withSecond(draft.object(plain.page), '/Contents 92 0 R'),
    92: otherPages[92],
  })),
  ambiguous('form-twice', 'a second form', (draft) => ({
    [draft.root]: withSecond(draft.object(draft.root), '/AcroForm << /Fields [] >>'),
  })),
  ambiguous(
    'root-twice',
    'a trailer with a second Root',
    (draft) => ({ 93: draft.object(draft.root).replace(/Pages \d+/, 'Pages 90'), ...otherPages }),
    {
      trailer: `/Info ${plain.information} 0 R /Root 93 0 R`,
    },
  ),
  changed(
    'written-type-twice',
    'a key that stands twice with one value',
    'whichever counts, all programs read the same',
    (draft) => ({ [plain.page]: withSecond(draft.object(plain.page), '/Type /Page') }),
    passes('LT'),
  ),
  pdfSample(
    'written-signed-root-twice',
    'a signed trailer with a second Root',
    'ISO 32000-1, 7.5.5: programs differ about which catalog was signed',
    { draft: () => plainDraft({ trailer: `/Info ${plain.information} 0 R /Root ${plain.information} 0 R` }) },
    fails('LT', 'FORMAT_FAILURE', ['pdf-cross-reference-sound', 'pdf-changes-explained']),
  ),
]

const generations: readonly Sample[] = [
  ambiguous('generation', 'the same content under another generation', (draft) => ({ [plain.content]: draft.object(plain.content) }), {
    edit: (text) => text.replace(`${plain.content} 0 obj`, `${plain.content} 1 obj`),
  }),
  ambiguous('generation-of-reference', 'a catalog that refers to another generation of its pages', (draft) => ({
    [draft.root]: draft.object(draft.root).replace(`/Pages ${plain.pages} 0 R`, `/Pages ${plain.pages} 7 R`),
  })),
  ambiguous('place', 'a comment where an object should stand', rewritten, {
    edit: (text) => `%${' '.repeat(20)}\n${text}`,
    entries: (all) => all,
  }),
]

const notInTheTable: readonly Sample[] = [
  ambiguous(
    'object-without-entry',
    'incremental saving: an object that the cross-reference does not know, among those that it does',
    rewritten,
    {
      edit: (text) => hidden + text,
      entries: (all) => all.map((entry) => ({ ...entry, offset: (entry.offset ?? 0) + hidden.length })),
    },
  ),
  ambiguous('trailer-without-section', 'incremental saving: a trailer of its own', rewritten, {
    edit: (text) => `${text}trailer\n<< /Root 91 0 R >>\n`,
  }),
  ambiguous('startxref-twice', 'incremental saving: a second position of a cross-reference', rewritten, {
    edit: (text) => `${text}startxref\n9\n`,
  }),
]

/** A signed object that only octets of a later revision complete. */
const completed: readonly Sample[] = [
  changed(
    'written-length-behind-end',
    'a signed stream whose length leads into a later version',
    'ISO 32000-1, 7.5: the length also includes the place of the signature',
    rewritten,
    fails('LT', 'FORMAT_FAILURE', ['pdf-contents-exact', 'pdf-changes-explained']),
    { edit: (text) => `endstream\n${text}` },
    () => plainDraft({ form: true }).update({ [plain.content]: streamText('', '(100 euros) Tj').replace(/Length \d+/, 'Length 60000') }),
  ),
  pdfSample(
    'written-entry-behind-end',
    'a signed entry that leads behind the signed version, where a later one puts an object',
    rule,
    {
      draft: () => plainDraft({ entries: (all) => [...all, { number: 80, offset: 100_000 }] }),
      after: (draft) => {
        const filling = 100_000 - draft.bytes.length
        draft.update({}, { edit: () => `${' '.repeat(filling)}80 0 obj\n${streamText('', '(900 euros) Tj')}\nendobj\n` })
      },
    },
    numbered,
  ),
  pdfSample(
    'written-size',
    'a signed trailer whose Size is too small',
    'ISO 32000-1, 7.5.5: some programs take objects from it on for missing',
    { draft: () => plainDraft({ entries: (all) => [...all, { number: 80, offset: null }] }) },
    passes('LT', 'pdf-written-unambiguously'),
  ),
  changed(
    'written-object-stream-comes',
    'a signed entry that leads into an object stream which only a later version has',
    rule,
    () => ({ 80: streamText('/Type /ObjStm /N 1 /First 5', '81 0\n<< /Type /XObject >>') }),
    numbered,
    { stream: true },
    () =>
      plainDraft({ form: true, stream: true, entries: (all) => [...all, { number: 81, offset: 0, packedIn: { stream: 80, index: 0 } }] }),
  ),
  ambiguous(
    'object-stream-without-type',
    'objects in a stream that does not say that it is an object stream: some programs read them',
    () => ({ 90: streamText('/N 1 /First 5', '95 0\n(other)   ') }),
    { stream: true },
    () =>
      plainDraft({ form: true, stream: true }).update(
        { 90: streamText('/N 1 /First 5', '95 0\n(signed)'), 96: '(filler)' },
        { stream: true, entries: (all) => [...all, { number: 95, offset: 0, packedIn: { stream: 90, index: 0 } }] },
      ),
  ),
  ambiguous(
    'reference-in-broken-object',
    'a picture to which only an object refers that this reader cannot read',
    () => ({ 81: streamText('/Type /XObject /Subtype /Image', 'other') }),
    {},
    () =>
      plainDraft({ form: true }).update({
        80: '<< /Type /XObject /Broken --1 /Note (endobj) /Image 81 %\n0 R >>',
        81: streamText('/Type /XObject /Subtype /Image', 'signed'),
      }),
  ),
]

const annotation = (text: string, look: number) =>
  `<< /Type /Annot /Subtype /FreeText /F 4 /Rect [0 0 595 842] /Contents (${text}) /AP << /N ${look} 0 R >> >>`
const look = (text: string) => streamText('/Type /XObject /Subtype /Form /BBox [0 0 595 842]', `(${text}) Tj`)

function withAnnotation(): PdfDraft {
  const draft = plainDraft({ form: true })
  return draft.update({
    30: annotation('100', 31),
    31: look('100'),
    [plain.page]: withListItem(draft.object(plain.page), 'Annots', '30 0 R'),
  })
}

const kept = 'ISO 32000-1, 12.8.2.2: an annotation that was there is part of what was signed'
const altered = (id: string, what: string, change: Change): Sample =>
  changed(
    `annotation-${id}`,
    what,
    kept,
    change,
    fails('LT', 'FORMAT_FAILURE', ['pdf-annotations-kept'], ['pdf-annotations-unchanged']),
    {},
    withAnnotation,
  )

const annotations: readonly Sample[] = [
  altered('removed', 'a signed annotation is removed', (draft) => ({ [plain.page]: draft.object(plain.page).replace(' 30 0 R', '') })),
  altered('redrawn', 'a signed annotation gets another appearance', () => ({ 31: look('900') })),
  altered('moved', 'a signed annotation is moved', (draft) => ({ 30: draft.object(30).replace('[0 0 595', '[9 9 595') })),
  changed(
    'annotation-named',
    'a signed annotation gets a name',
    'it shows nothing',
    (draft) => ({ 30: withEntry(draft.object(30), 'NM', '(note)') }),
    passes('LT', 'pdf-annotations-unchanged'),
    {},
    withAnnotation,
  ),
]

const fields: readonly Sample[] = [
  changed(
    'field-empty-shown',
    'shadow attack: a signature field without a signature, with a picture over the page',
    'told like an annotation: nothing is signed by it',
    (draft) => ({
      90: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (x) /F 4 /Rect [0 0 595 842] /P ${plain.page} 0 R /AP << /N 91 0 R >> >>`,
      91: look('900 euros'),
      [plain.page]: withListItem(draft.object(plain.page), 'Annots', '90 0 R'),
      [draft.root]: draft.object(draft.root).replace('/Fields [', '/Fields [90 0 R '),
    }),
    passes('LT', 'pdf-annotations-unchanged'),
  ),
  changed(
    'field-put-on-page',
    'shadow attack: a field that no page showed is filled in and put on one',
    'ISO 32000-1, 12.7.3: only new fields come to a page',
    (draft) => ({
      30: withEntry(draft.object(30), 'V', '(b)'),
      [plain.page]: withListItem(draft.object(plain.page), 'Annots', '30 0 R'),
    }),
    fails('LT', 'FORMAT_FAILURE', ['pdf-changes-explained'], ['pdf-form-unchanged']),
    {},
    () => withField('/FT /Tx /V (a)', false),
  ),
  changed(
    'field-button-with-value',
    'shadow attack: a button gets a value and another look',
    'ISO 32000-1, 12.7.4.2.2: it has none',
    (draft) => ({ 30: withEntry(draft.object(30), 'V', '(b)').replace('31 0 R', '91 0 R'), 91: look('900 euros') }),
    fails('LT', 'FORMAT_FAILURE', ['pdf-changes-explained'], ['pdf-form-unchanged']),
    {},
    () => withField('/FT /Btn /Ff 65536', true),
  ),
]

function withField(entries: string, shown: boolean): PdfDraft {
  const draft = plainDraft({ form: true })
  return draft.update({
    30: `<< /Type /Annot /Subtype /Widget /T (more) /F 4 /Rect [0 0 595 842] /AP << /N 31 0 R >> ${entries} >>`,
    31: look('100'),
    [draft.root]: draft.object(draft.root).replace('/Fields [', '/Fields [30 0 R '),
    ...(shown ? { [plain.page]: withListItem(draft.object(plain.page), 'Annots', '30 0 R') } : {}),
  })
}

/** Changes that programs could read in two ways, and those that alter what was drawn when it was signed. */
export const writingSamples: readonly Sample[] = [...twice, ...generations, ...notInTheTable, ...completed, ...annotations, ...fields]
