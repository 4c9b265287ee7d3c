import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type PdfDraft, streamText } from '../support/pdf/draft.js'
import { plainDraft } from '../support/pdf/plain-document.js'
import { withListItem } from '../support/pdf/signature.js'
import type { SignedPdfOptions } from '../support/pdf/signed-pdf.js'
import { judge } from './judge-signed-pdf.js'

/** LZWDecode (ISO 32000-1, 7.4.4), with codes that get longer one code early. */
function lzw(text: string): Buffer {
  const codes = new Map<string, number>()
  let [next, bits, written] = [258, '', '']
  const put = (code: number) => (bits += code.toString(2).padStart(next <= 511 ? 9 : next <= 1023 ? 10 : next <= 2047 ? 11 : 12, '0'))
  const codeOf = (known: string) => (known.length === 1 ? known.charCodeAt(0) : codes.get(known))
  put(256)
  for (const character of text) {
    if (codeOf(written + character) !== undefined) written += character
    else {
      put(codeOf(written) ?? 0)
      if (next < 4_095) codes.set(written + character, next++)
      written = character
    }
  }
  put(codeOf(written) ?? 0)
  next++
  put(257)
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2)))
}

const form = (text: string, more = '') => streamText(`/Type /XObject /Subtype /Form /BBox [0 0 300 50] ${more}`, text)
const box = form('1 0 0 rg 0 0 300 50 re f')

/** A page, and what it inherits. */
interface PageParts {
  readonly page?: string
  readonly resources?: string
  readonly content?: string
  readonly catalog?: string
  readonly pages?: string
}
const draftOf =
  ({ page = '', resources = '', content, catalog, pages = '' }: PageParts, objects: Readonly<Record<number, string>> = {}) =>
  () =>
    plainDraft({
      ...(content === undefined ? {} : { content }),
      ...(catalog === undefined ? {} : { catalog }),
    }).update({
      2: `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] ${pages} >>`,
      3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${pages.includes('/Resources') ? '' : `/Resources << /Font << /F1 5 0 R >> ${resources} >>`} ${page} >>`,
      ...objects,
    })
/** Writes an object anew, with a part of it written in another way. */
const instead = (number: number, one: string, other: string) => (d: PdfDraft) => {
  const text = d.object(number)
  d.update({
    [number]: text.includes(one) ? text.replace(one, other) : text.replace(/>>\s*$/, `${other} >>`),
  })
}
/** A signature field without a signature that is hidden, but for programs that read something else in it. */
const hidden =
  (more: string, appearance = box, kinds = '/AP << /N 261 0 R >>') =>
  (d: PdfDraft) =>
    d.update({
      1: d.object(1).replace('/Fields [', '/Fields [260 0 R '),
      3: withListItem(d.object(3), 'Annots', '260 0 R'),
      260: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (x) /P 3 0 R ${kinds} ${more} >>`,
      261: appearance,
    })
const textField = (font: string) =>
  draftOf(
    {
      page: '/Annots [50 0 R]',
      catalog: '/AcroForm << /Fields [50 0 R] /DR << /Font << /F1 5 0 R >> >> >>',
    },
    {
      50: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (t) /V (100 euros) /F 4 /Rect [72 500 372 550] /DA (/${font} 20 Tf) >>`,
    },
  )

const twoStreams = '<< /Type /Page /Parent 2 0 R /Contents [4 0 R 30 0 R] /Resources << /Font << /F1 5 0 R >> >> >>'
const shared = '/Resources << /Font << /F1 5 0 R >> >>'
const colours = (octets: string) => `[/Indexed /DeviceRGB 1 (${octets})]`
const masked = (more: string) => streamText(`/Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /Mask [0 0] ${more}`, '\x00\x80')

/** A row whose sums from the left, as the predictor adds them, have no parenthesis, backslash or end of line. */
function rowOf(text: string, columns: number): string {
  for (let spaces = 0; ; spaces++) {
    const row = `${' '.repeat(spaces)}${text}`.padEnd(columns)
    const sums = Buffer.from(row, 'latin1')
    for (let at = 1; at < columns; at++) sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0)
    if (!/[()\\\r\n]/.test(sums.toString('latin1'))) return row
  }
}

/** A version that packs the page anew. In the rows of its predictor, which undone are a text, programs that undo none read an angle. */
const packedTwoWays = (parameters: (columns: number) => string): SignedPdfOptions => ({
  draft: () => plainDraft({ stream: true, packed: [1, 2, 3, 5] }),
  field: { revision: { stream: true, packed: [1, 3] } },
  store: { revision: { stream: true, packed: [1] } },
  after: (d) => {
    const start = `3 0       ${d.object(3).replace(/>>$/, '/LastModified (')}`
    const columns = start.length + 20
    const rows = `\0${start.padEnd(columns)}\x01${rowOf(') /Rotate 180 /X (', columns)}\0${') >>'.padEnd(columns)}`
    const packed = streamText(`/Type /ObjStm /N 1 /First 10 ${parameters(columns)}`, deflateSync(Buffer.from(rows, 'latin1')))
    d.update(
      { 3: d.object(3) },
      {
        stream: true,
        packed: [3],
        edit: (text) => text.replace(/<< \/Type \/ObjStm[\s\S]*endstream/, () => packed),
      },
    )
  },
})
/** A version that packs the page anew as it is, with this dictionary and these octets. */
const packedAs = (dictionary: string, pack: (text: Buffer) => Buffer, length?: number): SignedPdfOptions => ({
  draft: () => plainDraft({ stream: true, packed: [1, 2, 3, 5] }),
  field: { revision: { stream: true, packed: [1, 3] } },
  store: { revision: { stream: true, packed: [1] } },
  after: (d) => {
    const stream = streamText(`/Type /ObjStm /N 1 /First 4 ${dictionary}`, pack(Buffer.from(`3 0 ${d.object(3)} `, 'latin1')))
    const written = length === undefined ? stream : stream.replace(/\/Length \d+/, `/Length ${length}`)
    const edit = (text: string) => text.replace(/<< \/Type \/ObjStm[\s\S]*endstream/, () => written)
    d.update({ 3: d.object(3) }, { stream: true, packed: [3], edit })
  },
})
/** A version with a cross-reference stream that has a further entry. */
const listedBy = (entry: string) => (d: PdfDraft) => {
  d.update({ 60: '<< >>' }, { stream: true })
  const at = d.section ?? 0
  const text = d.bytes.toString('latin1', at).replace('/Type /XRef', `/Type /XRef ${entry}`)
  d.bytes = Buffer.concat([d.bytes.subarray(0, at), Buffer.from(text, 'latin1')])
}
/** A form whose text field has no appearance, and a new field for a signature before it. */
const fieldsOf = (listed: string) => () => {
  const draft = plainDraft({ form: true })
  return draft.update({
    1: draft.object(1).replace(/\/Fields \[[^\]]*\]/, `/Fields [${listed}]`),
    7: draft.object(7).replace('/AP << /N 20 0 R >>', ''),
  })
}
const newField = (name: string) => (d: PdfDraft) =>
  d.update({
    1: d.object(1).replace('/Fields [', '/Fields [60 0 R '),
    60: `<< /FT /Sig ${name} >>`,
  })

/** Files that programs read in different ways. Beside each: the programs that show something else after the change. */
const forgeries: Readonly<Record<string, SignedPdfOptions>> = {
  // All
  'packed objects with one dictionary of parameters for a list of filters': packedTwoWays(
    (columns) => `/Filter [/FlateDecode] /DecodeParms << /Predictor 12 /Columns ${columns} >>`,
  ),
  'packed objects with a list of parameters for one filter': packedTwoWays(
    (columns) => `/Filter /FlateDecode /DecodeParms [<< /Predictor 12 /Columns ${columns} >>]`,
  ),
  // MuPDF, pdf.js, PDFBox
  'packed objects with parameters under a short key': packedTwoWays(
    (columns) => `/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns ${columns} >> /DP << >>`,
  ),
  // Poppler, PDFBox
  'packed objects in digits with zeros between them': packedAs('/Filter /ASCIIHexDecode', (text) =>
    Buffer.from(`${text.toString('hex').replaceAll('20', '2\x000')}>`, 'latin1'),
  ),
  // PDFBox
  'packed objects that are packed twice': packedAs('/Filter [/FlateDecode /FlateDecode]', (text) => deflateSync(deflateSync(text))),
  // PDFium
  'packed objects with a filter for encryption': packedAs('/Filter [/Crypt /FlateDecode]', (text) => deflateSync(text)),
  // Poppler
  'packed objects with a negative length': packedAs('/Filter /FlateDecode', (text) => deflateSync(text), -1),
  // pdf.js
  'packed objects that end early': packedAs('/Filter /FlateDecode', (text) => deflateSync(text).subarray(0, -5)),
  'a cross-reference with a filter under its short key': {
    after: listedBy('/F /ASCIIHexDecode'),
  },
  // PDFium, which draws the value no longer
  'a field for a signature with the name of a text field': {
    draft: fieldsOf('7 0 R 8 0 R'),
    after: newField('/T (name)'),
  },
  'a field for a signature with that name in another order of octets': {
    draft: fieldsOf('7 0 R 8 0 R'),
    after: newField('/T <FFFE6e0061006d006500>'),
  },
  'a field for a signature with that name and a language': {
    draft: fieldsOf('7 0 R 8 0 R'),
    after: newField('/T <FEFF001b0065006e001b006e0061006d0065>'),
  },
  'a field for a signature with that name from another parent': {
    draft: fieldsOf('7 0 R 8 0 R'),
    after: newField('/Parent 7 0 R'),
  },
  'a field for a signature with the name of a text field that only a page shows': {
    draft: fieldsOf('8 0 R'),
    after: newField('/T (name)'),
  },
  // PDFium
  'null in place of an inherited angle': {
    draft: draftOf({ pages: '/Rotate 90' }),
    after: instead(3, '/Rotate', '/Rotate null'),
  },
  'null in place of an inherited area': {
    draft: draftOf({}),
    after: instead(3, '/MediaBox', '/MediaBox null'),
  },
  'null in place of inherited resources': {
    draft: draftOf({ pages: shared }),
    after: instead(3, '/Resources', '/Resources null'),
  },
  'an inherited angle in place of null': {
    draft: draftOf({ pages: '/Rotate 90', page: '/Rotate null' }),
    after: instead(3, '/Rotate null', ''),
  },
  'null as the soft mask of a picture': {
    draft: draftOf({ resources: '/XObject << /I 30 0 R >>' }, { 30: masked('') }),
    after: (d) => d.update({ 30: masked('/SMask null') }),
  },
  // MuPDF
  'nothing in place of inherited resources': {
    draft: draftOf({ pages: shared }),
    after: instead(3, '/Resources', '/Resources 99 0 R'),
  },
  'nothing in place of an inherited angle': {
    draft: draftOf({ pages: '/Rotate 90' }),
    after: instead(3, '/Rotate', '/Rotate 99 0 R'),
  },
  'an inherited angle in place of nothing': {
    draft: draftOf({ pages: '/Rotate 90', page: '/Rotate 99 0 R' }),
    after: instead(3, '/Rotate 99 0 R', ''),
  },
  'a reference whose number wraps around': {
    draft: draftOf({ resources: `/XObject << /X ${60 + 2 ** 32} 0 R >>`, content: '/X Do' }, { 60: box }),
    after: (d) => d.update({ 60: form('') }),
  },
  'a reference whose number wraps around to metadata': {
    draft: draftOf(
      {
        resources: `/XObject << /X ${60 + 2 ** 33} 0 R >>`,
        content: '/X Do',
        catalog: '/Metadata 60 0 R',
      },
      { 60: box.replace('XObject', 'Metadata') },
    ),
    after: (d) => d.update({ 60: form('').replace('XObject', 'Metadata') }),
  },
  // PDFium, Poppler
  'another name where digits are missing': {
    draft: draftOf({ resources: '/XObject << /A#4G 30 0 R >>', content: '/A#4G Do' }, { 30: box }),
    after: instead(3, '/A#4G', '/A#234G'),
  },
  'a font of the form with the name of another one': {
    draft: textField('F1'),
    after: (d) =>
      d.update({
        1: d.object(1).replace('/F1 5', '/F#1X 240 0 R /F1 5'),
        240: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
      }),
  },
  // PDFium, Poppler, MuPDF
  'a carriage return as a line feed': {
    draft: draftOf(
      {
        resources: '/ColorSpace << /C 30 0 R >>',
        content: '/C cs 0 sc 72 500 200 100 re f',
      },
      { 30: colours('\r\n\xff\0\xff\xff\0') },
    ),
    after: (d) => d.update({ 30: colours('\n\xff\0\xff\xff\0') }),
  },
  // PDFBox
  'two ends of line behind a backslash': {
    draft: draftOf({ resources: '/ColorSpace << /C 30 0 R >>' }, { 30: colours('\\\n\n\xff\0\xff\xff\0') }),
    after: (d) => d.update({ 30: colours('\n\xff\0\xff\xff\0') }),
  },
  'digits that end early': {
    draft: draftOf({ resources: '/ColorSpace << /C 30 0 R >>' }, { 30: '[/Indexed /DeviceRGB 1 <0000ffff0000>]' }),
    after: (d) => d.update({ 30: '[/Indexed /DeviceRGB 1 <0000ff\x00ff0000>]' }),
  },
  'a text that ends early in a field': {
    after: hidden('/F 2 /Rect [0 0 0 0] /TU (a(b)\r\n/F 4 /Rect [72 500 372 550] /TM (c))'),
  },
  'a text that ends early behind a backslash': {
    after: hidden('/F 2 /Rect [0 0 0 0] /TU (a\\)\n/F 4 /Rect [72 500 372 550] /TM (c))'),
  },
  'a text that ends early in the signed part': {
    draft: draftOf({ page: '/X (a(b)\n/Contents 60 0 R /Y (c))' }),
    after: (d) => d.update({ 60: streamText('', '1 0 0 rg 0 0 300 50 re f') }),
  },
  'a text that ends early in a list of fields': {
    draft: draftOf(
      {
        page: '/X (a(b)\n/Resources << /XObject << /X 60 0 R >> >>)',
        catalog: '/Metadata 60 0 R',
      },
      { 60: box.replace('XObject', 'Metadata') },
    ),
    after: (d) => d.update({ 60: form('').replace('XObject', 'Metadata') }),
  },
}

/** References in content, which no content may have: Poppler and MuPDF follow them in lists and in pictures within it. */
const drawing = 'BT /F1 24 Tf 72 720 Td [60 0 R] TJ ET'
const amount = (sum: number) => `(The sum is ${sum} euros)`
const drawn = (parts: PageParts, objects: Readonly<Record<number, string>> = {}): SignedPdfOptions => ({
  draft: draftOf(parts, { 60: amount(100), ...objects }),
  after: (d) => d.update({ 60: amount(900) }),
})
const packed = (filter: string, content: Buffer) => drawn({}, { 4: streamText(`/Filter ${filter}`, content) })
const runs = (text: string) => Buffer.concat([Buffer.from([text.length - 1]), Buffer.from(text), Buffer.from([128])])
const references: Readonly<Record<string, SignedPdfOptions>> = {
  'in a list': drawn({ content: drawing }),
  'in a picture': drawn({ content: 'q 200 0 0 200 72 500 cm BI /W 1 /H 1 /BPC 8 /CS 60 0 R ID x EI Q' }),
  'to an object that is new': { draft: draftOf({ content: drawing }), after: (d) => d.update({ 60: amount(900) }) },
  'to an object of the document information': {
    draft: draftOf({ content: drawing }),
    after: (d) => d.update({ 6: '<< /Title 60 0 R >>', 60: amount(900) }),
  },
  'without white space': drawn({ content: '[60 -0R]0 d' }),
  'with a comment': drawn({ content: '[60 0 % (\nR] TJ' }),
  'with a comment before the generation': drawn({ content: '[60 %\n0 R] TJ' }),
  'with very much white space': drawn({ content: `[60 0${' '.repeat(5_000)}R] TJ` }),
  'whose number wraps around': drawn({ content: `[${60 + 2 ** 32} 0 R] TJ` }),
  'in two streams': drawn({}, { 3: twoStreams, 4: streamText('', 'BT /F1 24 Tf 72 720 Td [60 0'), 30: streamText('', 'R] TJ ET') }),
  'in two streams, before the generation': drawn({}, { 3: twoStreams, 4: streamText('', '[6'), 30: streamText('', '0 0 R] 0 d') }),
  'with a sign for the generation': drawn({ content: '[60 - R] TJ' }),
  'with a sign within the number': drawn({ content: '[60-0 0 R] 0 d' }),
  'with an exponent': drawn({ content: '[.6e2 0 R] 0 d' }),
  'with many digits': drawn({ content: `[60 ${'0'.repeat(30)} R] TJ` }),
  'with the keyword as in a name': drawn({ content: '[60 0 #52] 0 d' }),
  'in Flate': packed('/FlateDecode', deflateSync(drawing)),
  'in two filters': packed('[/ASCIIHexDecode /FlateDecode]', Buffer.from(deflateSync(drawing).toString('hex'))),
  'in LZW': packed('/LZWDecode', lzw(drawing)),
  'in RunLength': packed('/RunLengthDecode', runs(drawing)),
  'in a filter under its short key': drawn({}, { 4: streamText('/F /FlateDecode', deflateSync(drawing)) }),
  'in a filter that stands twice': drawn({}, { 4: streamText('/Filter /RunLengthDecode /Filter /FlateDecode', deflateSync(drawing)) }),
  'in a list of filters without a list of parameters': drawn(
    {},
    { 4: streamText('/Filter [/FlateDecode] /DecodeParms << /Predictor 2 /Columns 9000 >>', deflateSync(drawing)) },
  ),
  'in an incomplete row': drawn(
    {},
    { 4: streamText('/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 9000 >>', deflateSync(`\0${drawing}`)) },
  ),
  'behind packed content in the line of the keyword': drawn(
    {},
    {
      4: streamText('/Filter /FlateDecode', deflateSync(drawing)).replace(
        'stream\n',
        () => `stream ${deflateSync('0 g').toString('latin1')}\n`,
      ),
    },
  ),
  'in a filter for pictures': packed('/DCTDecode', Buffer.from(drawing)),
  'behind a wrong length': drawn({}, { 4: `<< /Length 60 >>\nstream\n0 g\nendstream % ${drawing}\n` }),
  'in a form': drawn({ resources: '/XObject << /X 30 0 R >>', content: '/X Do' }, { 30: form(drawing) }),
  'in a form without a type': drawn({ resources: '/XObject << /X 30 0 R >>' }, { 30: streamText('', drawing) }),
  'in a form that a stream lists': drawn({ resources: '/XObject 31 0 R' }, { 30: form(drawing), 31: streamText('/X 30 0 R', '') }),
  'in a pattern': drawn({ resources: '/Pattern << /P 30 0 R >>' }, { 30: streamText('/PatternType 1', drawing) }),
  'in a form that is said to be a picture as well': drawn(
    { resources: '/XObject << /X 30 0 R >>', content: '/X Do' },
    { 30: form(drawing).replace('/Subtype', '/Subtype /Image /Subtype') },
  ),
  'in a glyph': drawn(
    { resources: '/Font << /F2 30 0 R >>' },
    { 30: '<< /Subtype /Type3 /CharProcs 31 0 R >>', 31: '<< /a 32 0 R >>', 32: streamText('/Subtype /Image', drawing) },
  ),
  'in a soft mask': drawn({ resources: '/ExtGState << /G << /SMask << /S /Alpha /G 30 0 R >> >> >>' }, { 30: form(drawing) }),
  'in a soft mask without a kind': drawn({ resources: '/ExtGState << /G << /SMask << /G 30 0 R >> >> >>' }, { 30: form(drawing) }),
  'in an annotation': drawn(
    { page: '/Annots [<< /Subtype /Stamp /Rect [0 0 9 9] /AP << /N << /a 30 0 R >> >> >>]' },
    { 30: form(drawing) },
  ),
}

const shownIn = (area: string, limits: string, content = '1 0 0 rg -500 -500 1000 1000 re f') =>
  hidden(`/F 4 /Rect ${area}`, form(content).replace('/BBox [0 0 300 50]', `/BBox ${limits}`))
/** A text field that gets a value and an appearance, in a place that the signed page does not have for it. */
const place = '/F 4 /Rect [72 600 272 620]'
const filledIn = (signed: string, filled: string, drawn = form('BT /F1 20 Tf (900 euros) Tj ET')): SignedPdfOptions => ({
  draft: () => {
    const draft = plainDraft({ form: true })
    const text = draft.object(7).replace('/F 4 /Rect [72 600 272 620]', signed).replace('/AP << /N 20 0 R >>', '')
    return draft.update({ 7: text.replace('/V (Mari)', '') })
  },
  after: (d) =>
    d.update({
      7: d.object(7).replace(signed, `${filled} /V (900 euros) /AP << /N 260 0 R >>`),
      260: drawn,
    }),
})
/** Objects whose number wraps around to that of the content of the page: MuPDF and Poppler show them. */
const wrapped = 4 + 2 ** 32
const numbers: Readonly<Record<string, SignedPdfOptions>> = {
  'in a table': { after: (d) => d.update({ [wrapped]: streamText('', '0 0 595 842 re f') }) },
  'in a stream': { after: (d) => d.update({ [wrapped]: streamText('', '0 0 595 842 re f') }, { stream: true }) },
  'of a free object': {
    after: (d) => d.update({ 90: '<< >>' }, { entries: (entries) => [...entries, { number: wrapped, offset: null }] }),
  },
  'of a free object in a stream': {
    after: (d) => d.update({ 90: '<< >>' }, { stream: true, entries: (entries) => [...entries, { number: wrapped, offset: null }] }),
  },
}

/** Objects that cannot be read and refer to others. `60 - R`: MuPDF, Poppler and PDFium show the form that comes later. */
const metadata = (d: PdfDraft) =>
  d.update({ 1: d.object(1).replace(/>>\s*$/, '/Metadata 60 0 R >>'), 60: box.replace('XObject', 'Metadata') })
const listed = (reference: string): SignedPdfOptions => ({
  draft: draftOf({ resources: '/XObject 30 0 R', content: '/X Do' }, { 30: `<< /X ${reference} >>`, 61: '<< >>' }),
  after: metadata,
})
const opaque: Readonly<Record<string, SignedPdfOptions>> = {
  'with a sign for the generation': listed('60 - R'),
  'with a sign within the number': listed('60-0 0 R'),
  'with many digits': listed('60 4294967296000000000000000 R'),
  'with the keyword as in a name': listed('60 0 #52'),
  'with an exponent': listed('.6e2 0 R'),
  'in packed content': {
    level: 'T',
    draft: draftOf({}, { 4: streamText('/Filter /FlateDecode /X --5', deflateSync(drawing)), 61: '<< >>' }),
    after: metadata,
  },
}

/** What is told: the area of a field that Poppler replaces, and lines and points that PDFium draws. */
const told: Readonly<Record<string, SignedPdfOptions>> = {
  'an area of names': { after: hidden('/F 4 /Rect [/a /b /c /d]') },
  'an area of five numbers': { after: hidden('/F 4 /Rect [0 0 0 0 0]') },
  'an area without height': { after: shownIn('[72 500 372 500]', '[0 0 300 0]') },
  'an area without width': { after: shownIn('[72 500 72 550]', '[0 0 0 50]') },
  'a point with a text': { after: shownIn('[72 500 72 500]', '[0 0 300 50]', 'BT /F1 20 Tf (900 euros) Tj ET') },
  'a point with a text in a form': {
    after: (d) => {
      d.update({ 262: form("(900 euros) '") })
      shownIn('[72 500 72 500]', '[0 0 300 50] /Resources << /XObject << /F 262 0 R >> >>', '/F Do')(d)
    },
  },
  'a point with a form of the page': { after: shownIn('[72 500 72 500]', '[0 0 300 50]', '/F Do') },
  // Ghostscript
  'a point with an area': { after: shownIn('[0 0 0 0]', '[0 0 595 842]') },
  'a point with an area behind a comment': { after: shownIn('[0 0 0 0]', '[0 0 595 842]', '%\r0 0 9 9 re f') },
  'a point with an area behind a string': { after: shownIn('[0 0 0 0]', '[0 0 595 842]', '/X (%) DP 0 0 9 9 re f') },
  'a point with a picture': {
    after: (d) => {
      d.update({ 262: streamText('/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', 'x') })
      shownIn('[0 0 0 0]', '[0 0 300 50] /Resources << /XObject << /I 262 0 R >> >>', 'q 300 0 0 50 0 0 cm /I Do Q')(d)
    },
  },
  'a point with a picture within the content': { after: shownIn('[0 0 0 0]', '[0 0 300 50]', 'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI') },
  'a point with an appearance for a pressed button': {
    after: hidden('/F 4 /Rect [0 0 0 0]', form('-500 -500 1000 1000 re f'), '/AP << /D 261 0 R >>'),
  },
  // MuPDF
  'an area of five numbers without an appearance': { after: hidden('/F 4 /Rect [0 0 595 842 0]', box, '') },
  'a point with a tiny box': { after: shownIn('[72 500 72 500]', '[0 0 0.0005 0.0005]') },
  'a point with a box that a matrix makes tiny': { after: shownIn('[72 500 72 500]', '[0 0 0 50] /Matrix [0.00001 0 0 0.00001 0 0]') },
  'a point with a matrix of names': { after: shownIn('[72 500 72 500]', '[0 0 1 50] /Matrix [/a 0 0 1 0 0]') },
}

const harmless: Readonly<Record<string, SignedPdfOptions>> = {
  'packed objects with the rows of a predictor': packedTwoWays(
    (columns) => `/Filter [/FlateDecode] /DecodeParms [<< /Predictor 12 /Columns ${columns} >>]`,
  ),
  'packed objects without a filter': packedAs('', (text) => text),
  'packed objects with a list of one filter': packedAs('/Filter [/FlateDecode]', (text) => deflateSync(text)),
  'a cross-reference with an entry that nobody reads': {
    after: listedBy('/X /ASCIIHexDecode'),
  },
  'a field for a signature with the name of another one': {
    draft: fieldsOf('7 0 R 8 0 R'),
    after: newField('/T (Signature23)'),
  },
  'null in the catalog is left out': {
    draft: draftOf({ catalog: '/Outlines null' }),
    after: instead(1, '/Outlines null', ''),
  },
  'null of a page that it inherits from nothing is left out': {
    draft: draftOf({ page: '/Thumb null' }),
    after: instead(3, '/Thumb null', ''),
  },
  'references of the catalog and a page to nothing are left out': {
    draft: draftOf({ catalog: '/Outlines 98 0 R', page: '/Thumb 99 0 R' }),
    after: (d) => d.update({ 1: d.object(1).replace('/Outlines 98 0 R', ''), 3: d.object(3).replace('/Thumb 99 0 R', '') }),
  },
  'null stays': {
    draft: draftOf({ page: '/Rotate null' }),
    after: (d) => d.update({ 3: d.object(3) }),
  },
  'a name with another number sign stays': {
    draft: draftOf({ resources: '/XObject << /A#4G 30 0 R >>' }, { 30: box }),
    after: (d) => d.update({ 3: d.object(3), 30: d.object(30) }),
  },
  'a name is written with other digits': {
    draft: draftOf({ resources: '/XObject << /A#4d 30 0 R >>' }, { 30: box }),
    after: instead(3, '/A#4d', '/AM'),
  },
  'other white space between digits': {
    draft: draftOf({}, { 6: '<< /Title <414243> >>' }),
    after: (d) => d.update({ 6: '<< /Title <41 4\r\n2\t\f43> >>' }),
  },
  'a carriage return stays': {
    draft: draftOf({}, { 6: '<< /Title (one\rtwo\\\n) >>' }),
    after: (d) => d.update({ 6: d.object(6) }),
  },
  'a point with a box and nothing in it': { after: shownIn('[72 500 72 500]', '[0 0 300 50] /Matrix [1 0 0 1 5 5]', '% DSBlank') },
  'a point with forms with nothing in them': {
    after: (d) => {
      d.update({ 262: form('% DSBlank'), 263: form('q /S gs 1 0 0 -1 .5 0 cm Q').replace('/BBox', '/Matrix [1 0 0 1 0 0] /BBox') })
      shownIn(
        '[0 0 0 0]',
        '[0 0 300 50] /Resources << /XObject << /n0 262 0 R /n2 263 0 R >> >>',
        'q 1 0 0 1 0 0 cm /n0 Do Q q /n2 Do Q',
      )(d)
    },
  },
  'a point with a box of no size': { after: shownIn('[0 0 0 0]', '[0 0 0 0]') },
  'letters in content that are no references': {
    draft: draftOf({ content: 'BT 1 0 0 RG /R 1 Tf /R7 gs (1 R) Tj (60 0 Rx) Tj (R) Tj ET' }, { 60: '<< >>' }),
    after: (d) => d.update({ 60: '<< /X 1 >>' }),
  },
  'a picture that cannot be unpacked, and old filters': {
    draft: draftOf(
      { resources: '/XObject << /I 30 0 R /F 31 0 R /G 32 0 R /S 32 0 R >>' },
      {
        30: streamText('/Subtype /Image /Filter /DCTDecode', 'x'),
        31: streamText('/Filter /RunLengthDecode', runs('0 g')),
        32: streamText('/Subtype /Image /Filter /JPXDecode', 'x'),
        4: streamText('/Filter /LZWDecode /DecodeParms << /EarlyChange 1 >>', lzw('0 g '.repeat(5_000))),
      },
    ),
    after: (d) => d.update({ 60: '<< >>' }),
  },
  'content with parameters that say nothing, or of whole rows': {
    draft: draftOf(
      { resources: '/XObject << /F 30 0 R /G 31 0 R >>' },
      {
        30: streamText('/Filter [/FlateDecode] /DecodeParms << /Predictor 1 >>', deflateSync('0 g')),
        31: streamText('/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>', deflateSync('\x000 g \x000 G ')),
        4: streamText('/Filter /FlateDecode', deflateSync('0 g')).replace('stream\n', 'stream \r\n'),
      },
    ),
    after: (d) => d.update({ 60: '<< >>' }),
  },
  'a text with an end of line': {
    after: (d) => d.update({ 6: '<< /Title (a \\(b\\)\n c) /Author (a\r\nb) >>' }),
  },
}

/** Fields that are filled where the signed page has no place for a value. */
const unseen: Readonly<Record<string, SignedPdfOptions>> = {
  'hidden before': filledIn('/F 2 /Rect [72 600 272 620]', '/F 4 /Rect [72 600 272 620]'),
  'neither shown nor printed before': filledIn('/F 32 /Rect [72 600 272 620]', '/F 4 /Rect [72 600 272 620]'),
  'as small as a point': filledIn('/F 4 /Rect [72 600 72 600]', '/F 4 /Rect [72 600 72 600]'),
  'as thin as a line': filledIn('/F 4 /Rect [72 600 272 600]', '/F 4 /Rect [72 600 272 600]'),
  'drawn without a box': filledIn(place, place, form('-500 -500 1000 1000 re f').replace('/BBox [0 0 300 50]', '')),
  'drawn with a box that is no list': filledIn(place, place, form('0 0 9 9 re f').replace('/BBox [0 0 300 50]', '/BBox 99 0 R')),
  'without an area': filledIn('/F 4', '/F 4'),
}

const passed = { indication: 'TOTAL-PASSED', errors: [], warnings: [] }

describe('a PDF file that programs read in different ways', () => {
  it.each(Object.entries(forgeries))('a PDF file that programs read in different ways does not pass: %s', (_, options) => {
    expect(judge({ ...options, after: () => undefined })).toEqual(passed)
    const { indication, errors } = judge(options)
    expect({ indication, error: errors[0] }).toEqual({
      indication: 'TOTAL-FAILED',
      error: 'pdf-changes-explained',
    })
  })

  it.each(Object.entries(references))('a PDF file with a reference in content does not pass: %s', (_, options) => {
    const { indication, errors } = judge(options)
    expect({ indication, error: errors[0] }).toEqual({ indication: 'TOTAL-FAILED', error: 'pdf-changes-explained' })
  })

  it.each(Object.entries(opaque))('a PDF file with a reference in an object that cannot be read does not pass: %s', (_, options) => {
    const { indication, errors } = judge(options)
    expect({ indication, error: errors[0] }).toEqual({ indication: 'TOTAL-FAILED', error: 'pdf-changes-explained' })
  })

  it('no revision of a PDF file is accepted after a version with such a cross-reference', () => {
    const draft = () => {
      const signed = plainDraft({ stream: true })
      listedBy('/F /ASCIIHexDecode')(signed)
      return signed
    }
    expect(judge({ draft }).errors[0]).toBe('pdf-changes-explained')
  })

  it.each(Object.entries(numbers))('a PDF file with a number that wraps around %s does not pass', (_, options) => {
    const { indication, errors } = judge(options)
    expect({ indication, error: errors[0] }).toEqual({ indication: 'TOTAL-FAILED', error: 'pdf-cross-reference-sound' })
  })

  it.each(Object.entries(unseen))('a PDF file with a value of a field that is %s does not pass', (_, options) => {
    const { indication, errors } = judge(options)
    expect({ indication, error: errors[0] }).toEqual({ indication: 'TOTAL-FAILED', error: 'pdf-changes-explained' })
  })

  it.each([
    ['that stays hidden', filledIn('/F 2 /Rect [72 600 272 620]', '/F 2 /Rect [72 600 272 620]')],
    ['with an appearance', filledIn(place, place)],
    ['with an empty appearance', filledIn(place, place, form('').replace('/BBox [0 0 300 50]', ''))],
  ])('a value of a field of a PDF file %s is told', (_, options) => {
    expect(judge(options)).toEqual({ ...passed, warnings: ['pdf-form-unchanged'] })
  })

  it.each(Object.entries(told))('what programs read in different ways in a PDF file is told: %s', (_, options) => {
    expect(judge(options)).toEqual({
      ...passed,
      warnings: ['pdf-annotations-unchanged'],
    })
  })

  it.each(Object.entries(harmless))('what programs read alike in a PDF file is no change: %s', (_, options) => {
    expect(judge(options)).toEqual(passed)
  })
})
