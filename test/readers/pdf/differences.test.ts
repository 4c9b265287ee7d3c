import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { differencesOfObjects, differencesOfValues } from '../../../src/readers/pdf/changes/ambiguous-writing.js'
import type { DifferenceName } from '../../../src/readers/pdf/changes/difference.js'
import { differencesOfFiles, differencesOfRevisions } from '../../../src/readers/pdf/changes/plain-revision.js'
import { streamText } from '../../support/pdf/draft.js'
import { plainDraft } from '../../support/pdf/plain-document.js'
import { type SignedPdfOptions, signedPdf } from '../../support/pdf/signed-pdf.js'
import { unexplained } from './reading.js'

const evil = streamText('', 'BT /F1 24 Tf 72 720 Td (900 euros) Tj ET')
const twoContents =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [4 0 R 99 0 R] /Resources << /Font << /F1 5 0 R >> >> >>'
/** A place of an object that is not there yet when the file is signed. */
const promised = (offset: number): SignedPdfOptions => ({
  level: 'T',
  draft: () => plainDraft().update({ 3: twoContents }),
  field: { revision: { entries: (entries) => [...entries, { number: 99, offset }] } },
})

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

describe('what programs read differently in a later version of a PDF file', () => {
  it.each(Object.entries(documents))(
    'programs that read a PDF file differently are named for what is written: %s',
    (_, [options, said]) => {
      expect(unexplained(signedPdf(options)).join('\n')).toContain(said)
    },
  )

  it('each difference of programs that is looked for in a PDF file has one row and says which programs differ', () => {
    const rows = [...differencesOfFiles, ...differencesOfRevisions, ...differencesOfValues, ...differencesOfObjects]
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(documents).sort())
    expect(rows.filter(({ programs }) => !programs.endsWith('.'))).toEqual([])
  })
})
