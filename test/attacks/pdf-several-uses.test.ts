import { describe, expect, it } from 'vitest'
import { type PdfDraft, streamText } from '../support/pdf/draft.js'
import { plainDraft } from '../support/pdf/plain-document.js'
import { type SignedPdfOptions, signPdf } from '../support/pdf/signed-pdf.js'
import { judge } from './judge-signed-pdf.js'

/** A text of a whole page, as a form. `type` is `XObject`, or the type of something else for which a rule takes the stream. */
const sum = (euros: number, type = 'XObject') =>
  streamText(
    `/Type /${type} /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >>`,
    `1 g 0 0 595 842 re f 0 g BT /F1 24 Tf 72 720 Td (The sum is ${euros} euros) Tj ET`,
  )
const page = (annotations: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${annotations} >>`
const place = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (signature) /F 2 /Rect [0 0 0 0] >>'
const black = '/DA (/Helv 24 Tf 0 g)'

interface FormParts {
  /** Entries of the form before its fields. */
  readonly form?: string
  readonly fields?: string
  readonly catalog?: string
  readonly annotations?: string
  readonly objects?: Readonly<Record<number, string>>
}

/** A document with the place of a signature, object 8, and a form within the catalog. */
const withForm =
  ({ form = '', fields = '', catalog = '', annotations = '/Annots [7 0 R]', objects = {} }: FormParts) =>
  () =>
    plainDraft().update({
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /DR << /Font << /Helv 5 0 R >> >> ${form} /Fields [${fields} 8 0 R] >> ${catalog} >>`,
      3: page(annotations),
      8: place,
      ...objects,
    })
const signed = (parts: FormParts, after: (draft: PdfDraft) => void): SignedPdfOptions => ({
  draft: withForm(parts),
  field: { existingField: 8 },
  after,
})
const instead = (number: number, one: string, other: string, more: Readonly<Record<number, string>> = {}) => {
  return (d: PdfDraft) => d.update({ [number]: d.object(number).replace(one, other), ...more })
}
const text = (entries: string, value = '/V (The sum is 100)') =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (sum) /F 4 /Rect [72 600 572 640] /P 3 0 R ${value} ${entries} >>`

/** One object refers to another one for two purposes, and a rule explains the change for one of them. */
const shared: Record<string, SignedPdfOptions> = {}
const xfa = (euros: number) => streamText('/Type /Metadata /Subtype /XML', `<template><text>The sum is ${euros} euros</text></template>`)
for (const [name, catalog] of [
  ['metadata', '/Metadata 30 0 R'],
  ['extensions', '/Extensions 30 0 R'],
  ['version', '/Version [30 0 R]'],
] as const) {
  shared[`the form of XFA as ${name}`] = signed({ form: '/XFA [(template) 30 0 R]', catalog, objects: { 30: xfa(100) } }, (d) =>
    d.update({ 30: xfa(900) }),
  )
}
shared['the form of XFA as a resource of fields'] = signed({ form: '/XFA [(template) 30 0 R]', objects: { 30: xfa(100) } }, (d) =>
  d.update({ 1: d.object(1).replace('/Helv', '/X 30 0 R /Helv'), 30: xfa(900) }),
)
shared['the content of a page within the catalog as metadata'] = {
  draft: () =>
    plainDraft().update({
      1: '<< /Type /Catalog /Pages << /Type /Pages /Kids [<< /Type /Page /MediaBox [0 0 595 842] /Contents 30 0 R >> 3 0 R] /Count 2 >> /Metadata 30 0 R >>',
      30: sum(100, 'Metadata'),
    }),
  field: { page: 3 },
  after: (d) => d.update({ 30: sum(900, 'Metadata') }),
}
shared['an element of the structure as extensions'] = {
  draft: () =>
    plainDraft({
      catalog: '/MarkInfo << /Marked true >> /StructTreeRoot << /Type /StructTreeRoot /K [31 0 R] >> /Extensions 31 0 R',
    }).update({ 31: '<< /Type /StructElem /S /P /Pg 3 0 R /K 0 /ActualText (The sum is 100) >>' }),
  after: instead(31, '100', '900'),
}
const action = (text: string) => `<< /PO << /S /JavaScript /JS (${text}) >> /N 62 0 R >>`
shared['an action as an appearance'] = signed(
  {
    fields: '9 0 R',
    annotations: '/Annots [9 0 R]',
    objects: {
      9: place.replace('(signature)', '(second) /AA 61 0 R /AP 61 0 R'),
      61: action('good'),
      62: streamText('/BBox [0 0 1 1]', ''),
    },
  },
  (d) => {
    d.objects.set(61, action('other'))
    signPdf(d, { field: { existingField: 9, objects: { 61: d.object(61) } } })
  },
)
const twoFields = (value: string) => ({
  fields: '7 0 R 9 0 R',
  annotations: '/Annots [7 0 R 9 0 R]',
  objects: { 7: text(black, value), 9: text(black, '/V 34 0 R').replace('(sum)', '(locked)'), 34: '(100)' },
})
shared['a value in the list of another field'] = {
  ...signed(twoFields('/V [34 0 R]'), (d) => d.update({ 7: d.object(7).replace('[34 0 R]', '[34 0 R (x)]'), 34: '(900)' })),
  field: {
    existingField: 8,
    entries: '/Reference [<< /TransformMethod /FieldMDP /TransformParams << /Action /Include /Fields [(locked)] >> >>]',
  },
}

/** An entry of the form changes by which some program draws a field. */
const drawn: Record<string, SignedPdfOptions> = {}
const drawnText = (name: string, annotations: string, objects: Readonly<Record<number, string>>, fields = '') => {
  drawn[name] = signed({ form: black, fields, annotations, objects }, instead(1, '24 Tf 0 g', '24 Tf 1 g'))
}
const inPage = '/Annots [7 0 R]'
drawnText('the second list of annotations', '/Annots [8 0 R] /Annots [7 0 R]', { 7: text('') })
drawnText('a page of the second list of pages', inPage, {
  2: '<< /Type /Pages /Kids [10 0 R] /Kids [3 0 R] /Count 1 >>',
  7: text(''),
  10: page(''),
})
drawnText('a page that is no object of its own', '', { 2: `<< /Type /Pages /Kids [${page(inPage)}] /Count 1 >>`, 7: text('') })
drawnText('a page that is a stream', '', {
  2: '<< /Type /Pages /Kids [10 0 R] /Count 1 >>',
  10: streamText(page(inPage).slice(2, -2), ''),
  7: text(''),
})
drawnText('a page with a list of kids', '', { 2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', 3: page(`${inPage} /Kids []`), 7: text('') })
drawnText('a field of two types', inPage, { 7: text('/FT /Sig') })
drawnText('a field with two values', inPage, { 7: text('', '/V () /V (The sum is 100)') })
drawnText('a field with two parents', inPage, { 7: text('/Parent 9 0 R /Parent 10 0 R'), 9: `<< ${black} >>`, 10: '<< >>' })
drawnText('a field below one with two appearances', inPage, { 7: text('/Parent 9 0 R'), 9: `<< ${black} /DA () >>` })
drawn['a text that a signature field lists'] = signed(
  {
    form: black,
    fields: '9 0 R',
    annotations: inPage,
    objects: {
      7: text('/Parent 10 0 R').replace('/FT /Tx /T (sum)', ''),
      9: '<< /FT /Sig /T (list) /Kids [7 0 R] >>',
      10: '<< /FT /Tx /T (sum) >>',
    },
  },
  instead(1, '24 Tf 0 g', '24 Tf 1 g'),
)
for (const [name, appearance] of [
  ['an empty appearance', '()'],
  ['an appearance without a font', '(0 g)'],
  ['an appearance that is no string', '/None'],
] as const)
  drawnText(`a field with ${name}`, inPage, { 7: text(`/DA ${appearance}`) })
drawnText('a pushbutton with a list of appearances', inPage, {
  7: text('/AP << /N 20 0 R >> /Ff 65536 /MK << /CA (The sum is 100) >>', '').replace('/Tx', '/Btn'),
  20: '<< /X 21 0 R >>',
  21: streamText('/BBox [0 0 9 9]', ''),
})
drawn['a field with an alignment that is no integer'] = signed(
  { annotations: inPage, objects: { 7: text(`${black} /Q 0.0`) } },
  instead(1, '/DR <<', '/Q 2 /DR <<'),
)
const named = { annotations: inPage, objects: { 7: text('/DA (/Im Do /Helv 24 Tf 0 g)'), 30: sum(100) } }
drawn['a picture that a field names'] = {
  ...signed(named, instead(1, '/Im 30', '/Im 90', { 90: sum(900) })),
  draft: () => {
    const draft = withForm(named)()
    return draft.update({ 1: draft.object(1).replace('/DR <<', '/DR << /XObject << /Im 30 0 R >>') })
  },
}
drawn['a missing picture that a field names'] = signed(named, instead(1, '/DR <<', '/DR << /XObject << /Im 90 0 R >>', { 90: sum(900) }))
/** A checkbox that is on, and another font for its mark. Poppler draws the mark with the font `ZaDb`, which the field does not name. */
const mark = (entries: string, state = '/Yes', font = '/Courier', number = 90) =>
  signed(
    {
      annotations: inPage,
      objects: {
        7: text(`${black} /AS ${state} ${entries}`, `/V ${state}`).replace('/Tx', '/Btn'),
        20: streamText('/BBox [0 0 9 9]', '0 0 9 9 re f'),
        21: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats /BaseFont /Courier >>',
      },
    },
    instead(1, '/Font <<', `/Font << /ZaDb ${number} 0 R`, { 90: `<< /Type /Font /Subtype /Type1 /BaseFont ${font} >>` }),
  )
drawn['a mark without an appearance'] = mark('')
drawn['a mark without an appearance, in an older font with a repeated key'] = mark('', '/Yes', '/ZapfDingbats', 21)
drawn['a mark without an appearance of its state'] = mark('/AP << /N << /Off 20 0 R >> >>')

/** The same changes where every program uses what the field itself has. */
const harmless: Record<string, SignedPdfOptions> = {}
harmless['a mark with an appearance'] = mark('/AP << /N << /Yes 20 0 R >> >>')
harmless['a mark without an appearance, in the standard font'] = mark('', '/Yes', '/ZapfDingbats')
harmless['a mark that is off'] = mark('/AP << /N << /Yes 20 0 R >> >> /MK << /CA (4) >>', '/Off')
for (const [name, entries] of [
  ['with colour', black],
  ['without colour', '/DA (/Helv 24 Tf)'],
  ['inherited', '/Parent 9 0 R'],
] as const)
  harmless[`a field with its own appearance, ${name}`] = signed(
    { form: black, annotations: inPage, objects: { 7: text(entries), 9: `<< ${black} >>` } },
    instead(1, '24 Tf 0 g', '24 Tf 1 g'),
  )
harmless['a new picture that no field names'] = signed(
  { annotations: inPage, objects: { 7: text(black) } },
  instead(1, '/DR <<', '/DR << /XObject << /Im 90 0 R >>', { 90: sum(900) }),
)
harmless['a signature field that inherits its type'] = signed(
  {
    form: black,
    fields: '9 0 R',
    annotations: inPage,
    objects: { 7: '<< /Subtype /Widget /F 4 /Rect [0 0 9 9] /Parent 9 0 R >>', 9: '<< /FT /Sig /T (list) /Kids [7 0 R] >>' },
  },
  instead(1, '24 Tf 0 g', '24 Tf 1 g'),
)
harmless['metadata and validation data'] = signed({ annotations: '', catalog: '/Metadata 30 0 R', objects: { 30: xfa(100) } }, (d) =>
  d.update({ 30: xfa(900) }),
)
harmless['metadata to which a catalog that is no longer used refers as well'] = signed(
  { annotations: '', catalog: '/Metadata 30 0 R', objects: { 30: xfa(100) } },
  (d) => d.update({ 90: d.object(1) }, { root: 90 }).update({ 30: xfa(900) }),
)

const passed = { indication: 'TOTAL-PASSED', errors: [], warnings: [] }

describe('a PDF file in which one object serves several purposes', () => {
  it.each(Object.entries(shared))('a PDF file in which one object serves several purposes does not pass: %s', (_, options) => {
    expect(judge({ ...options, level: 'T', after: () => undefined }).errors).not.toContain('pdf-changes-explained')
    const { indication, errors } = judge(options)
    expect({ indication, error: errors[0] }).toEqual({ indication: 'TOTAL-FAILED', error: 'pdf-changes-explained' })
  })

  it.each(Object.entries(drawn))(
    'a PDF file with a field that some program draws by an entry of the form does not pass: %s',
    (_, options) => {
      expect(judge({ ...options, after: () => undefined })).toEqual(passed)
      const { indication, errors } = judge(options)
      expect({ indication, error: errors[0] }).toEqual({ indication: 'TOTAL-FAILED', error: 'pdf-changes-explained' })
    },
  )

  it.each(Object.entries(harmless))(
    'an object of a PDF file that serves several purposes is no change of what is shown: %s',
    (_, options) => {
      expect(judge(options)).toEqual(passed)
    },
  )

  it.each([
    ['289.91999', 'TOTAL-PASSED'],
    ['289.91', 'TOTAL-FAILED'],
  ])('a field of a PDF file that is filled in may have its area rounded: 289.92, %s: %s', (side, indication) => {
    const field = text(`${black} /V (100)`, '').replace('[72 600', '[289.92 600')
    const filled = { fields: '7 0 R', annotations: inPage, objects: { 7: field } }
    const options = signed(filled, (d) => d.update({ 7: d.object(7).replace('(100)', '(200)').replace('289.92', side) }))
    expect(judge(options)).toMatchObject({ indication })
  })

  const valueIsResource = (entries: string) => ({
    ...signed({ fields: '7 0 R', annotations: inPage, objects: { 7: text(black, '/V 34 0 R'), 34: '(The sum is 100)' } }, (d) =>
      d.update({ 1: d.object(1).replace('/Helv', '/X 34 0 R /Helv'), 34: '(The sum is 900)' }),
    ),
    field: { existingField: 8, entries },
  })
  it('a value of a field of a PDF file that the resources of the form refer to as well is told', () => {
    expect(judge(valueIsResource(''))).toEqual({ ...passed, warnings: ['pdf-form-unchanged'] })
  })

  it('a locked value of a field of a PDF file that the resources of the form refer to as well does not pass', () => {
    const locked = valueIsResource('/Reference [<< /TransformMethod /FieldMDP /TransformParams << /Action /All >> >>]')
    expect(judge(locked)).toMatchObject({ indication: 'TOTAL-FAILED', errors: ['pdf-locked-fields-unchanged'] })
  })

  it.each([
    [
      'of a page that is no object of its own',
      { 2: `<< /Type /Pages /Kids [${page('/Annots [<< /Subtype /Popup /Rect [0 0 9 9] /Parent 10 0 R >>]')}] /Count 1 >>` },
    ],
    ['in the second list of annotations', { 3: page('/Annots [] /Annots [<< /Subtype /Popup /Rect [0 0 9 9] /Parent 10 0 R >>]') }],
    ['with two parents', { 3: page('/Annots [<< /Subtype /Popup /Rect [0 0 9 9] /Parent 3 0 R /Parent 10 0 R >>]') }],
  ])('a PDF file does not pass when a popup %s shows the place of a signature', (_, objects) => {
    const draft = () => withForm({ objects: { ...objects, 9: '<< >>' } })()
    const { indication, errors } = judge({ level: 'T', draft, field: { existingField: 8 } })
    expect({ indication, error: errors[0] }).toEqual({ indication: 'TOTAL-FAILED', error: 'pdf-contents-exact' })
  })

  it.each([
    ['in the second list of annotations', { 3: page('/Annots [] /Annots [7 0 R]'), 7: text(black) }],
    [
      'with two names',
      { 3: page(inPage), 7: text(black, '/T (other) /V (100)').replace('/T (sum)', '/T (name)').replace('/T (other)', '/T (sum)') },
    ],
  ])('a PDF file does not pass with a new signature field that has the name of a field %s', (_, objects) => {
    const options = signed({ objects }, (d) =>
      d.update({ 1: d.object(1).replace('/Fields [', '/Fields [90 0 R '), 90: place.replace('(signature)', '(sum)') }),
    )
    const { indication, errors } = judge(options)
    expect({ indication, error: errors[0] }).toEqual({ indication: 'TOTAL-FAILED', error: 'pdf-changes-explained' })
  })
})
