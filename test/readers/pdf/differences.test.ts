import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { differencesOfObjects, differencesOfValues } from '../../../src/readers/pdf/changes/ambiguous-writing.js'
import type { DifferenceName } from '../../../src/readers/pdf/changes/difference.js'
import { differencesOfFiles, differencesOfRevisions } from '../../../src/readers/pdf/changes/plain-revision.js'
import { differencesOfFields, differencesOfNewFields } from '../../../src/readers/pdf/changes/rules/field-differences.js'
import { differencesOfMarks } from '../../../src/readers/pdf/changes/rules/shown-mark.js'
import { placesOfWidgets } from '../../../src/readers/pdf/changes/widget-look.js'
import { streamText } from '../../support/pdf/draft.js'
import { plainDraft } from '../../support/pdf/plain-document.js'
import { type SignedPdfOptions, signedPdf, signPdf } from '../../support/pdf/signed-pdf.js'
import { changesOf } from './reading.js'

const evil = streamText('', 'BT /F1 24 Tf 72 720 Td (900 euros) Tj ET')
const twoContents =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [4 0 R 99 0 R] /Resources << /Font << /F1 5 0 R >> >> >>'
/** A place of an object that is not there yet when the file is signed. */
const promised = (offset: number): SignedPdfOptions => ({
  level: 'T',
  draft: () => plainDraft().update({ 3: twoContents }),
  field: { revision: { entries: (entries) => [...entries, { number: 99, offset }] } },
})

const form = (number: number, one: string | RegExp, other: string, more: Readonly<Record<number, string>> = {}): SignedPdfOptions => ({
  draft: () => plainDraft({ form: true }),
  after: (d) => d.update({ [number]: d.object(number).replace(one, other), ...more }),
})
/** A place of a signature that is signed later. */
const laterSignature = (area: string, entries = ''): SignedPdfOptions => ({
  draft: () =>
    plainDraft().update({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] /SigFlags 3 >> >>',
      3: plainDraft().object(3).replace(/>>$/, '/Annots [7 0 R] >>'),
      7: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (second) /Rect [${area}] ${entries} >>`,
      20: streamText('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '0 0 9 9 re f'),
    }),
  after: (d) => {
    signPdf(d, { field: { existingField: 7 } })
  },
})
const markFont = '/Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats'
const mark = (more: string) =>
  streamText(
    `/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Resources << /Font << /ZaDb << ${markFont} ${more} >> >> >>`,
    'BT 0 g /ZaDb 16 Tf 3 4 Td (4) Tj ET',
  )

/** For each difference a document that shows it, and what is said about it. A difference without one does not compile. */
const documents: Readonly<Record<DifferenceName, readonly [options: SignedPdfOptions, said: string]>> = {
  'irregular-chain': [
    {
      after: (d) =>
        d.update({ 90: '<< >>' }, { entries: (entries) => [...entries, ...entries.map((entry) => ({ ...entry, offset: 15 }))] }),
    },
    '- repeated-entry',
  ],
  'octets-behind-end': [{ edit: (bytes) => Buffer.concat([bytes, Buffer.from('more')]) }, '- bytes-behind-end'],
  repair: [
    {
      draft: () => plainDraft().update({ 30: '<< /Type /Catalog /Pages 2 0 R >>' }),
      after: (d) => d.update({ 90: '<< >>' }, { trailer: '/Info 99 0 R' }),
    },
    '- programs may repair the file, and then read objects that it does not list',
  ],
  unpacking: [
    {
      after: (d) => {
        d.update({ 60: '<< >>' }, { stream: true })
        const at = d.section ?? 0
        const text = d.bytes.toString('latin1', at).replace('/Type /XRef', '/Type /XRef /F /ASCIIHexDecode')
        d.bytes = Buffer.concat([d.bytes.subarray(0, at), Buffer.from(text, 'latin1')])
      },
    },
    '- programs unpack its cross-reference or its packed objects in different ways',
  ],
  'completed-object': [
    {
      ...promised(signedPdf(promised(0)).length - 1),
      after: (d) => {
        d.bytes = Buffer.concat([d.bytes, Buffer.from(`99 0 obj\n${evil}\nendobj\n`)])
        d.update({ 98: '<< >>' })
      },
    },
    '99 octets of this version belong to an object of an earlier one',
  ],
  'hybrid-file': [
    {
      after: (d) => {
        const [start, content] = [d.bytes.length, d.bytes.indexOf('\n4 0 obj') + 1]
        const row = Buffer.from([1, 0, 0, content >> 8, content & 0xff, 0])
        const stream = `91 0 obj\n${streamText('/Type /XRef /W [1 4 1] /Index [4 1] /Size 92 /Root 1 0 R', row)}\nendobj\n`
        const trailer = `trailer\n<< /Size 92 /Root 1 0 R /Info 6 0 R /Prev ${d.section} /XRefStm ${start} >>\nstartxref\n${start + stream.length}\n%%EOF\n`
        d.bytes = Buffer.concat([d.bytes, Buffer.from(`${stream}xref\n4 1\n0000000000 00001 f \n${trailer}`, 'latin1')])
      },
    },
    '4 the table frees it, and only programs that read the stream of the hybrid file have it',
  ],
  'stray-part': [
    { after: (d) => d.update({ 90: '<< >>' }, { edit: (text) => `${text}4 0 obj\n${evil}\nendobj\n` }) },
    '- it contains an object that the cross-reference does not list',
  ],
  'repeated-key': [{ after: (d) => d.update({ 6: '<< /Title (a) /Title (b) >>' }) }, '6 object of the trailer: it has a repeated key'],
  'generation-of-reference': [
    { after: (d) => d.update({ 3: d.object(3).replace('/Contents 4 0', '/Contents 4 1') }) },
    '3 Page: it refers to another generation of object 4',
  ],
  'end-of-text': [
    { after: (d) => d.update({ 6: '<< /Title (a(b)\n/Author (c)) >>' }) },
    '6 object of the trailer: a text in it ends earlier in some programs',
  ],
  'widget-in-area': [laterSignature('72 100 272 140', '/F 36'), 'visible-signature-field'],
  'widget-without-area': [laterSignature('72 100 272', '/F 4'), 'visible-signature-field'],
  'widget-in-line': [laterSignature('72 100 272 100', '/F 4 /AP << /N 20 0 R >>'), 'visible-signature-field'],
  'widget-at-point': [laterSignature('72 100 72 100', '/F 4 /AP << /N 20 0 R >>'), 'visible-signature-field'],
  'appearance-without-box': [
    form(7, /20 0 R/, '90 0 R', { 90: streamText('/Type /XObject /Subtype /Form', '0 0 595 842 re f') }),
    '7 Annot Widget: the form field "name" looks different',
  ],
  'list-of-kids': [form(7, '/V', '/Kids [] /V'), '7 Annot Widget: Kids of the form field "name" was added or removed'],
  'invisible-widget': [form(7, '/F 4', '/F 5'), '7 Annot Widget: the form field "name" is shown differently'],
  'name-of-other-field': [
    form(1, '[7 0 R', '[90 0 R 7 0 R', { 90: '<< /FT /Sig /T (name) >>' }),
    '90 form field: another form field is named "name" as well',
  ],
  'encoding-of-marks': [
    {
      draft: () =>
        plainDraft({ form: true }).update({
          8: plainDraft({ form: true }).object(8).replaceAll('/Off /A', '/Yes /A'),
          21: mark(''),
          22: streamText('/Type /XObject /Subtype /Form /BBox [0 0 20 20]', ''),
        }),
      after: (d) => d.update({ 21: mark('/Encoding /WinAnsiEncoding') }),
    },
    '8 the form field "agree" looks different although its value is the same',
  ],
  'packed-object': [
    {
      draft: () => plainDraft({ stream: true, packed: [1, 2, 3, 5] }),
      field: { revision: { stream: true, packed: [1, 3] } },
      store: { revision: { stream: true, packed: [1] } },
      after: (d) => {
        const twice = streamText('/Type /ObjStm /N 2 /First 8 /Filter /FlateDecode', deflateSync(Buffer.from(`3 0 3 0 ${d.object(3)} `)))
        d.update(
          { 3: d.object(3) },
          { stream: true, packed: [3], edit: (text) => text.replace(/<< \/Type \/ObjStm[\s\S]*endstream/, () => twice) },
        )
      },
    },
    'it is packed in a way that programs read differently',
  ],
  'generation-of-object': [
    { after: (d) => d.update({ 4: d.object(4) }, { edit: (text) => text.replace('4 0 obj', '4 1 obj') }) },
    'it has another generation than the cross-reference says',
  ],
  'place-of-object': [
    { after: (d) => d.update({ 6: '<< >>' }, { edit: (text) => text.replace('6 0 obj', '%\n6 0 obj') }) },
    'it does not begin at the offset in the cross-reference',
  ],
  'reused-number': [
    {
      after: (d) => {
        d.update({ 4: d.object(4) }, { edit: (text) => text.replace('4 0 obj', '4 1 obj') })
        d.bytes.write('00001 n', d.bytes.lastIndexOf('00000 n'), 'latin1')
      },
    },
    'it has another generation than before',
  ],
}

describe('what programs read or draw differently in a later version of a PDF file', () => {
  it.each(Object.entries(documents))(
    'programs that read a PDF file differently are named for what is written: %s',
    (_, [options, said]) => {
      const changes = changesOf(signedPdf(options)).map(({ rule, object, description }) => rule ?? `${object ?? '-'} ${description}`)
      expect(changes.join('\n')).toContain(said)
    },
  )

  it('each difference of programs that is looked for in a PDF file has one row and says which programs differ', () => {
    const rows = [
      ...[...differencesOfFiles, ...differencesOfRevisions, ...differencesOfValues, ...differencesOfObjects],
      ...[...placesOfWidgets, ...differencesOfFields, ...differencesOfNewFields, ...differencesOfMarks],
    ]
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(documents).sort())
    expect(rows.filter(({ programs }) => !programs.endsWith('.'))).toEqual([])
  })
})
