import { describe, expect, it } from 'vitest'
import { streamText } from '../support/pdf/draft.js'
import type { SignedPdfOptions } from '../support/pdf/signed-pdf.js'
import { judge } from './judge-signed-pdf.js'
import { type Change, font, replaced } from './pdf-changes.js'
import { field, gets, lookOf } from './pdf-fields.js'

const shown = 'BT 0 g /Helv 9 Tf 2 4 Td (100) Tj ET'
const drawnAs =
  (content: string, fonts?: string): Change =>
  (d) =>
    d.update({ 20: lookOf(content, undefined, fonts) })

const choice = field('/FT /Ch /Ff 131072 /V (1) /Opt [[(1) (Tallinn)] [(2) (Tartu)]]')
const list = field('/FT /Ch /V (Tallinn) /Opt [(Tallinn) (Tartu)]')
const push = field('/FT /Btn /Ff 65536 /MK << /CA (Send) >>')
const caption = 'BT 0 g /Helv 9 Tf 90 6 Td (Send) Tj ET'
const written = (text: string) => shown.replace('100', text)
const empty = field('/FT /Tx')
const place = field('/FT /Sig')
/** The field states a background, which not each appearance draws. */
const drawn = field('/FT /Tx /V (100) /DA (/Helv 9 Tf 0 g) /MK << /BG [1] >> /AP << /N 20 0 R >>', { 20: lookOf(shown) })

const square = '0 0 20 20'
const dingbats = `/ZaDb ${font('ZapfDingbats')}`
const markLook = (content: string, fonts = dingbats, box = square) => lookOf(content, box, fonts)
const cross = 'q 0 0 20 20 re W n q 0 0 0 rg 1 0 0 1 0 0 cm 2 18 m 18 2 l 18 18 m 2 2 l S Q Q'
const glyph = 'q 1 w BT 0 g 3 4 Td /ZaDb 16 Tf (4) Tj ET Q'
const tick =
  'q 0.8 0.843 1 rg 0 0 20 20 re f 0.1 0.1 0.1 RG 1 w 0.5 0.5 19 19 re s Q q 0.1 0.1 0.1 rg 3 8 m 8 3 l 17 16 l 15 18 13 16 9 9 c f Q'
const unchecked = 'q 0.8 0.843 1 rg 0 0 20 20 re f 0.1 0.1 0.1 RG 1 w 0.5 0.5 19 19 re s Q'
const box = (on: string, off: string, state = 'Yes', entries = '', area = '72 600 92 620') =>
  field(`/FT /Btn /V /${state} /AS /${state} ${entries} /AP << /N << /Yes 21 0 R /Off 22 0 R >> >>`, { 21: on, 22: off }, area)
const checked = box(markLook(cross), markLook(''))
const checkedByTick = box(markLook(tick), markLook(unchecked))
const tickOfCross = box(markLook(tick), markLook(unchecked), 'Yes', '/MK << /CA (8) >>')
const marks =
  (on: string, off = markLook('q Q')): Change =>
  (d) =>
    d.update({ 21: on, 22: off })
const grey = '0.6 g 3 8 m 8 3 l 17 16 l 8 6 l f'
const limited = (area: string, text: string) => `q ${area} re W n BT 0 g /Helv ${text} Tj ET Q`
const larger = field('/FT /Tx /V (9100) /DA (/Helv 9 Tf 0 g) /AP << /N 20 0 R >>', { 20: lookOf(written('9100')) })
const undrawnBox = field('/FT /Btn /V /Yes', {}, '72 600 92 620')
const getsMarks = (on: string, off = markLook('q Q'), entries = '/AS /Yes'): Change =>
  replaced(7, '/P 3', `${entries} /AP << /N << /Yes 91 0 R /Off 92 0 R >> >> /P 3`, { 91: on, 92: off })

const differences = (names: string) => font('Helvetica', `/Encoding << /Type /Encoding /Differences [${names}] >>`)
const all = '24 /breve /caron 39 /quotesingle 96 /grave 128 /bullet 192 /Agrave /Aacute'
const latin = '/Encoding /WinAnsiEncoding'
const beveled = [
  'q 0.8 0.843 1 rg 0 0 200 20 re f Q q 0.1 0.1 0.1 rg 1 19 m 199 19 l 200 20 l 0 20 l 1 19 l f Q q 0.1 0.1 0.1 rg 199 19 m 199 1 l 200 0 l 200 20 l f Q',
  'q 0.1 0.1 0.1 rg 199 1 m 1 1 l 0 0 l 200 0 l f Q q 0.1 0.1 0.1 rg 1 1 m 1 19 l 0 20 l 0 0 l f Q',
].join(' ')

const sharedBox = () =>
  box(
    streamText('/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Resources 31 0 R', 'BT 0 g /Own 16 Tf 2 2 Td <01> Tj ET'),
    markLook(''),
  )().update({ 31: '<< /Font << /Own 32 0 R >> >>', 32: font('Symbol') })
const withMoreFonts = (name: string): Change =>
  replaced(31, '>> >>', `/${name} 93 0 R >> >>`, {
    21: streamText('/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Resources 31 0 R', 'BT 0 g /Own 16 Tf 2 2 Td <01> Tj ET'),
    93: font('Courier'),
  })

const honest: readonly (readonly [title: string, options: SignedPdfOptions])[] = [
  [
    'a choice in a box that gets an appearance with the text of the option that is chosen',
    { draft: choice, after: gets(lookOf(written('Tallinn'))) },
  ],
  ['a button that gets an appearance with its caption', { draft: push, after: gets(lookOf(caption)) }],
  ['an empty text field that gets an empty appearance', { draft: empty, after: gets(lookOf('/Tx BMC EMC')) }],
  ['the place of a signature that gets an empty appearance', { draft: place, after: gets(lookOf('q Q')) }],
  [
    'a checked box with a cross that is drawn anew with other resources (iText)',
    { draft: checked, after: marks(markLook(cross, `/F1 ${font('Helvetica')}`)) },
  ],
  ['a checked box with a cross that is drawn anew with a check mark', { draft: checked, after: marks(markLook(glyph)) }],
  [
    'a checked box with a figure of lines (ReportLab) that is drawn anew with the cross that the field names',
    { draft: tickOfCross, after: marks(markLook(cross), markLook(unchecked)) },
  ],
  [
    'an unchecked box that is drawn anew',
    { draft: box(markLook(tick), markLook(unchecked), 'Off'), after: marks(markLook(glyph), markLook('')) },
  ],
  ['a checked box without an appearance that gets a mark', { draft: undrawnBox, after: getsMarks(markLook(glyph)) }],
  [
    'a text in a font with names of single letters (Acrobat, ReportLab)',
    { draft: drawn, after: drawnAs(shown, `/Helv ${differences(all)}`) },
  ],
  [
    'a text with letters of Estonian names',
    {
      draft: field('/FT /Tx /V (T\\365nu \\304rm)', {}),
      after: gets(lookOf('BT 0 g /Helv 9 Tf 2 4 Td (T\\365nu \\304rm) Tj ET', undefined, `/Helv ${font('Helvetica', latin)}`)),
    },
  ],
  ['a text in hexadecimal digits (pdf-lib)', { draft: drawn, after: drawnAs(shown.replace('(100)', '<313030>')) }],
  ['a text with a parenthesis', { draft: field('/FT /Tx /V (AS \\(OY\\))'), after: gets(lookOf(written('AS \\(OY\\)'))) }],
  ['a text within a beveled border (iText)', { draft: drawn, after: drawnAs(`${beveled} ${shown}`) }],
  [
    'a text on a light background within a frame, and with a line at the lower edge',
    { draft: drawn, after: drawnAs(`0.8 0.9 1 rg 0 0 200 20 re f 0.5 G 1 w 0.5 0.5 199 19 re s 0 1 m 200 1 l S ${shown}`) },
  ],
  [
    'a text within a border with a lit corner',
    { draft: drawn, after: drawnAs(`1 g 1 1 m 1 19 l 199 19 l 198 18 l 2 18 l 2 2 l f ${shown}`) },
  ],
  [
    'a text that programs drew in a dark colour on a light background',
    {
      draft: field('/FT /Tx /V (100) /DA (0 0 0.4 rg /Helv 0 Tf) /MK << /BG [0.9 0.9 1] >>'),
      after: gets(lookOf(`0.9 0.9 1 rg 0 0 200 20 re f ${shown}`)),
    },
  ],
  ['a text in a colour of a named colour space', { draft: drawn, after: drawnAs(shown.replace('0 g', '/DeviceRGB cs 0 0 0.2 sc')) }],
  ['a text whose limits are not ended (pypdf)', { draft: drawn, after: drawnAs(`q 2 1 194 17 re W ${shown} Q`) }],
]

const forged: readonly (readonly [title: string, options: SignedPdfOptions])[] = [
  ['a choice in a box that gets an appearance with another option', { draft: choice, after: gets(lookOf(written('Tartu'))) }],
  ['a choice in a box that gets an appearance with the value of its option', { draft: choice, after: gets(lookOf(written('1'))) }],
  [
    'a choice in a box whose value stands for two options',
    { draft: field('/FT /Ch /Ff 131072 /V (1) /Opt [[(1) (Tallinn)] [(1) (Tartu)]]'), after: gets(lookOf(written('Tallinn'))) },
  ],
  ['a list of choices that gets an appearance with a text', { draft: list, after: gets(lookOf(written('Tallinn'))) }],
  ['an empty choice that gets an appearance with a text', { draft: field('/FT /Ch /Ff 131072'), after: gets(lookOf(written('Tartu'))) }],
  ['a button that gets an appearance with another text', { draft: push, after: gets(lookOf(caption.replace('Send', 'Paid'))) }],
  ['a button without a caption that gets an appearance with a text', { draft: field('/FT /Btn /Ff 65536'), after: gets(lookOf(shown)) }],
  ['a button that gets an appearance with its caption and a picture', { draft: push, after: gets(lookOf(`${caption} /X Do`)) }],
  ['an empty text field that gets an appearance with a text', { draft: empty, after: gets(lookOf(shown)) }],
  ['an empty text field that gets a black appearance', { draft: empty, after: gets(lookOf('0 g 0 0 200 20 re f')) }],
  ['a field without a type that gets an appearance', { draft: field(''), after: gets(lookOf(shown)) }],
  ['the place of a signature that gets an appearance with a text', { draft: place, after: gets(lookOf(shown)) }],
  ['a checked box whose mark goes', { draft: checked, after: marks(markLook('q Q')) }],
  [
    'a checked box that gets a text for a mark',
    { draft: checked, after: marks(markLook('BT 0 g /Helv 9 Tf 2 4 Td (No) Tj ET', `/Helv ${font('Helvetica')}`)) },
  ],
  [
    'a checked box whose mark is a letter of a font for texts',
    { draft: checked, after: marks(markLook(glyph, `/ZaDb ${font('Helvetica')}`)) },
  ],
  ['a checked box whose mark is another sign of the font', { draft: checked, after: marks(markLook(glyph.replace('(4)', '(I)'))) }],
  ['a checked box with several marks', { draft: checked, after: marks(markLook(glyph.replace('(4)', '(44)'))) }],
  ['a checked box with a mark in white', { draft: checked, after: marks(markLook(glyph.replace('0 g', '1 g'))) }],
  ['a checked box with a mark too small to be seen', { draft: checked, after: marks(markLook(glyph.replace('16 Tf', '4 Tf'))) }],
  ['a checked box with a mark outside', { draft: checked, after: marks(markLook(glyph.replace('3 4 Td', '3 24 Td'))) }],
  [
    'a checked box with a mark in a font with an encoding, which Poppler does not draw (MuPDF)',
    { draft: checked, after: marks(markLook(glyph, `/ZaDb ${font('ZapfDingbats', latin)}`)) },
  ],
  ['a checked box with a cross and a text', { draft: checked, after: marks(markLook(`${cross} ${glyph}`)) }],
  ['a checked box with a cross in white', { draft: checked, after: marks(markLook(cross.replace('0 0 0 rg', '1 1 1 RG'))) }],
  ['a checked box with half a cross', { draft: checked, after: marks(markLook(cross.replace('18 18 m 2 2 l', ''))) }],
  ['a checked box with a figure of lines', { draft: checked, after: marks(markLook(tick)) }],
  ['a checked box with a cross of three lines', { draft: checked, after: marks(markLook(cross.replace('S Q', '2 2 m 18 18 l S Q'))) }],
  ['a checked box whose check mark becomes a cross', { draft: checkedByTick, after: marks(markLook(cross), markLook(unchecked)) }],
  [
    'a checked box whose check mark becomes a square',
    { draft: checkedByTick, after: marks(markLook(glyph.replace('(4)', '(n)')), markLook(unchecked)) },
  ],
  ['an undrawn checked box that gets a cross', { draft: undrawnBox, after: getsMarks(markLook(cross)) }],
  [
    'an unchecked box that shows a mark',
    { draft: box(markLook(cross), markLook(''), 'Off'), after: marks(markLook(cross), markLook(cross)) },
  ],
  [
    'an unchecked box that showed a mark and shows none',
    { draft: box(markLook(cross), markLook(cross), 'Off'), after: marks(markLook(cross)) },
  ],
  ['a checked box that showed no mark and gets one', { draft: box(markLook('q Q'), markLook('q Q')), after: marks(markLook(cross)) }],
  [
    'a checked box that showed a mark in white and gets one',
    { draft: box(markLook(tick.replace('0.1 0.1 0.1 rg', '1 1 1 rg')), markLook('')), after: marks(markLook(cross)) },
  ],
  [
    'a large box that is drawn anew, in which lines could be a text',
    {
      draft: box(markLook(cross, dingbats, '0 0 60 60'), markLook('', dingbats, '0 0 60 60'), 'Yes', '', '72 600 132 660'),
      after: marks(markLook('2 50 m 50 2 l 50 50 m 2 2 l S', dingbats, '0 0 60 60'), markLook('q Q', dingbats, '0 0 60 60')),
    },
  ],
  [
    'a checked box without the appearance of its state',
    { draft: checked, after: replaced(7, '/Yes 21 0 R', '/Other 21 0 R', { 21: markLook(glyph) }) },
  ],
  [
    'a checked box that shows something else when it is pressed',
    { draft: checked, after: replaced(7, '/N <<', '/D << /Yes 90 0 R >> /N <<', { 90: lookOf(shown), 21: markLook(glyph) }) },
  ],
  [
    'an undrawn checked box that gets a mark and the state that is off',
    { draft: undrawnBox, after: getsMarks(markLook(glyph), undefined, '/AS /Off') },
  ],
  [
    'an undrawn checked box that gets a text',
    { draft: undrawnBox, after: getsMarks(markLook('BT 0 g /Helv 9 Tf 2 4 Td (No) Tj ET', `/Helv ${font('Helvetica')}`)) },
  ],
  ['a mark with a layer', { draft: checked, after: marks(lookOf(glyph, square, dingbats, '/OC << /Type /OCG /Name (off) >>')) }],
  [
    'a text in a font that gives a letter the name of another one',
    { draft: drawn, after: drawnAs(shown, `/Helv ${differences('49 /nine')}`) },
  ],
  [
    'a text in a font whose codes stand for other letters',
    { draft: drawn, after: drawnAs(shown.replace('100', '900'), `/Helv ${differences('49 /one')}`) },
  ],
  ['a text in a font that gives a letter an unknown name', { draft: drawn, after: drawnAs(shown, `/Helv ${differences('48 /g0')}`) }],
  ['a text in a font whose names have no code', { draft: drawn, after: drawnAs(shown, `/Helv ${differences('/one 48 /zero')}`) }],
  [
    'a text in a font with two encodings',
    {
      draft: drawn,
      after: drawnAs(shown, `/Helv ${font('Helvetica', '/Encoding << /Differences [48 /zero] /Differences [49 /nine] >>')}`),
    },
  ],
  [
    'a text in a font with an unknown base encoding',
    { draft: drawn, after: drawnAs(shown, `/Helv ${font('Helvetica', '/Encoding << /BaseEncoding /MacExpertEncoding >>')}`) },
  ],
  [
    'a number whose last digits have no room',
    { draft: field('/FT /Tx /V (1000000)'), after: gets(lookOf('BT 0 g /Helv 60 Tf 2 -20 Td 0 22 Td (1000000) Tj ET', '0 0 200 60'), '') },
  ],
  [
    'a number whose last digit is cut off',
    {
      draft: field('/FT /Tx /V (1000000000000000000000)'),
      after: gets(lookOf('BT 0 g /Helv 18 Tf 2 4 Td (1000000000000000000000) Tj ET')),
    },
  ],
  [
    'a text in a font of the form that gives a letter the name of another one, so that programs draw the value in two ways',
    {
      draft: field('/FT /Tx /V (100) /DA (/Helv 9 Tf 0 g)', { 5: differences('49 /nine') }),
      after: gets(lookOf(shown, undefined, '/Helv 5 0 R')),
    },
  ],
  [
    'an appearance that drew with the resources of the page and gets resources',
    {
      draft: field('/FT /Tx /V (x) /AP << /N 20 0 R >>', {
        20: streamText('/Type /XObject /Subtype /Form /BBox [0 0 200 20]', 'BT /F1 9 Tf (y) Tj ET'),
      }),
      after: (d) =>
        d.update({ 20: streamText('/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << >>', 'BT /F1 9 Tf (y) Tj ET') }),
    },
  ],
  [
    'a text in white that PDFium keeps when a colour space is named',
    { draft: drawn, after: drawnAs(`1 g /DeviceRGB cs ${shown.replace('0 g ', '')}`) },
  ],
  ['a text whose upper part is cut off', { draft: drawn, after: drawnAs(shown.replace('2 4 Td', '2 15 Td')) }],
  ['a mark that is cut off', { draft: checked, after: marks(markLook(glyph.replace('3 4 Td', '14 4 Td'))) }],
  [
    'a mark of which the left part alone is within the box',
    { draft: checked, after: marks(markLook('BT 0 g 18.8 15 Td /ZaDb 6 Tf (4) Tj ET')) },
  ],
  [
    'a small mark whose font gets a larger size behind it',
    { draft: checked, after: marks(markLook(glyph.replace('16 Tf (4) Tj', '4 Tf (4) Tj /ZaDb 16 Tf'))) },
  ],
  [
    'a small mark whose font had a larger size in a state that was left',
    { draft: checked, after: marks(markLook('/ZaDb 4 Tf q /ZaDb 16 Tf Q BT 0 g 3 4 Td (4) Tj ET')) },
  ],
  [
    'a mark whose font was selected in a state that was left',
    { draft: checked, after: marks(markLook('q /ZaDb 16 Tf Q BT 0 g 3 4 Td (4) Tj ET')) },
  ],
  ['a cross of lines too thin to be seen', { draft: checked, after: marks(markLook(cross.replace('2 18 m', '0.001 w 2 18 m'))) }],
  ['a cross of which one quarter is drawn', { draft: checked, after: marks(markLook(cross.replace('20 20 re', '10 10 re'))) }],
  ['a cross whose lines meet at an edge', { draft: checked, after: marks(markLook('2 18 m 12 2 l 18 18 m 8 2 l S')) }],
  ['an unchecked box with a mark in grey', { draft: checked, after: marks(markLook(glyph), markLook(grey)) }],
  [
    'an unchecked box with a mark in grey of sides that start anew',
    { draft: checked, after: marks(markLook(glyph), markLook('0.6 g 0 0 m 20 0 l h 20 20 l 0 20 l f')) },
  ],
  ['a text below what limits the drawing', { draft: drawn, after: drawnAs(limited('4 4 190 16', '4 Tf 4 0 Td (100)')) }],
  ['a text whose first digit is cut off', { draft: larger, after: drawnAs(limited('4 1 190 18', '7 Tf 0 4 Td (9100)')) }],
  ['a text on a border as dark', { draft: drawn, after: drawnAs(`0 g 0 0 200 3 re f ${shown.replace('9 Tf 2 4', '4 Tf 2 0')}`) }],
  [
    'a text whose first digit is on a border as dark',
    { draft: larger, after: drawnAs('0 g 0 0 3 20 re f BT 0 g /Helv 5 Tf 0 4 Td (9100) Tj ET') },
  ],
  [
    'a number without room for its last digits, whose font gets a smaller size behind it',
    {
      draft: field('/FT /Tx /V (1000000)', {}, '72 600 272 660'),
      after: gets(lookOf('BT 0 g /Helv 60 Tf 2 10 Td (1000000) Tj /Helv 4 Tf ET', '0 0 200 60')),
    },
  ],
  ['a text behind a digit in grey', { draft: drawn, after: drawnAs(`0.6 g 3 4 1 7 re f ${shown.replace('2 4', '5 4')}`) }],
  ['an empty text field that gets letters in grey', { draft: empty, after: gets(lookOf('0.6 g 10 2 2 16 re f 10 2 12 2 re f')) }],
  ['an empty text field that gets letters at its edge', { draft: empty, after: gets(lookOf('0 g 10 0 1 3 re f 10 0 3 1 re f')) }],
  [
    'a text behind a background whose colour is a number too large',
    { draft: drawn, after: drawnAs(`4294967296 g 0 0 200 20 re f ${shown}`) },
  ],
  ['a text whose colour is a number too large', { draft: drawn, after: drawnAs(shown.replace('0 g', '-4294967295 g')) }],
  ['a text in a size with hundreds of zeros', { draft: drawn, after: drawnAs(shown.replace('9 Tf', `${'0'.repeat(300)}9 Tf`)) }],
  ['a text in a size with hundreds of digits', { draft: drawn, after: drawnAs(shown.replace('9 Tf', `9.${'9'.repeat(300)} Tf`)) }],
  ['a text behind a state that was never saved', { draft: drawn, after: drawnAs(`Q ${shown}`) }],
  [
    'a text whose colour has more components than its colour space',
    { draft: drawn, after: drawnAs(shown.replace('0 g', '/DeviceRGB cs 1 g 0 0 0 sc')) },
  ],
  [
    'a text whose colour has more components than the first colour space',
    { draft: drawn, after: drawnAs(shown.replace('0 g', '0 0 0 sc')) },
  ],
  ['a text that begins twice', { draft: drawn, after: drawnAs(shown.replace('2 4', 'BT 2 4')) }],
  ...(
    [
      ['in white', '/DA (/Helv 9 Tf 1 g)'],
      ['in white of four colours', '/DA (0 0 0 0 k /Helv 9 Tf)'],
      ['without a visible colour', '/DA (/Helv 9 Tf 0 g 3 Tr)'],
      ['too small to be read', '/DA (/Helv 0.1 Tf 0 g)'],
      ['in a colour that is not clear', '/DA (/Helv 9 Tf 0 0 g)'],
      ['on a black background', '/DA (/Helv 9 Tf 0 g) /MK << /BG [0] >>'],
      ['on a black background of four colours', '/DA (/Helv 9 Tf 0 g) /MK << /BG [0 0 0 1] >>'],
      ['as asterisks', '/DA (/Helv 9 Tf 0 g) /Ff 8192'],
      ['as another text with styles', '/DA (/Helv 9 Tf 0 g) /Ff 33554432 /RV (<body><p>900</p></body>)'],
    ] as const
  ).map(
    ([how, entries]) =>
      [
        `a text that programs drew ${how}, and is in black on white`,
        { draft: field(`/FT /Tx /V (100) ${entries}`), after: gets(lookOf(shown)) },
      ] as const,
  ),
  [
    'a text that the default appearance of the form drew in white',
    { draft: field('/FT /Tx /V (100)', {}, undefined, '/DA (1 g /Helv 9 Tf)'), after: gets(lookOf(shown)) },
  ],
  [
    'a button whose caption was not shown, and is',
    { draft: field('/FT /Btn /Ff 65536 /MK << /CA (Send) /TP 1 >>'), after: gets(lookOf(caption)) },
  ],
  [
    'a text in a font of the form that maps letters to other codes',
    {
      draft: field('/FT /Tx /V (100) /DA (/Helv 9 Tf 0 g)', { 5: font('Helvetica', `${latin} /ToUnicode 60 0 R`), 60: streamText('', '') }),
      after: gets(lookOf(shown, undefined, '/Helv 5 0 R')),
    },
  ],
  [
    'a text in a font of the form whose codes have two octets',
    {
      draft: field('/FT /Tx /V (100) /DA (/Helv 9 Tf 0 g)', {
        5: '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [60 0 R] >>',
        60: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X >>',
      }),
      after: gets(lookOf(shown, undefined, '/Helv 5 0 R')),
    },
  ],
  [
    'a text that programs drew on a light background, and is on what the page shows',
    { draft: field('/FT /Tx /V (100) /MK << /BG [0.9 0.9 1] >>'), after: gets(lookOf(shown)) },
  ],
  [
    'a text that was on a light background, and is on what the page shows',
    { draft: field('/FT /Tx /V (100) /AP << /N 20 0 R >>', { 20: lookOf(`1 g 0 0 200 20 re f ${shown}`) }), after: drawnAs(shown) },
  ],
  ['another text in hexadecimal digits', { draft: drawn, after: drawnAs(shown.replace('(100)', '<393030>')) }],
  ['another text in octal digits', { draft: drawn, after: drawnAs(shown.replace('(100)', '(\\07100)')) }],
  [
    'a letter outside of ASCII in a font without an encoding',
    { draft: field('/FT /Tx /V (T\\365nu)'), after: gets(lookOf(written('T\\365nu'))) },
  ],
  ['a text that a line strikes through', { draft: drawn, after: drawnAs(`0 g 0 8 200 1 re f ${shown}`) }],
  ['a text that a thin frame strikes through', { draft: drawn, after: drawnAs(`1 w 0 8 200 0 re S ${shown}`) }],
  ['a text that two lines strike through', { draft: drawn, after: drawnAs(`1 w 0 0 m 200 20 l 0 20 m 200 0 l S ${shown}`) }],
  ['a text in a dark polygon', { draft: drawn, after: drawnAs(`0.1 g 0 0 m 200 0 l 200 20 l 0 20 l f ${shown}`) }],
  ['a text in a border that is as wide as the field', { draft: drawn, after: drawnAs(`0.1 g 0 0 m 200 0 l 200 9 l 0 9 l f ${shown}`) }],
  ['a text outside of limits that are not ended', { draft: drawn, after: drawnAs(`q 100 1 90 17 re W ${shown} Q`) }],
  ['a text behind an open path', { draft: drawn, after: drawnAs(`q 0 0 200 20 re ${shown} f Q`) }],
  ['a text that is moved by a matrix', { draft: drawn, after: drawnAs(`q 1 0 0 1 300 0 cm ${shown} Q`) }],
  ['a text behind a dark curve', { draft: drawn, after: drawnAs(`0 g 0 0 m 100 20 150 20 200 0 c f ${shown}`) }],
  [
    'a mark whose font becomes another one through the resources that all fields share',
    { draft: sharedBox, after: (d) => d.update({ 32: font('ZapfDingbats') }) },
  ],
  [
    'a mark whose resources get a font under the name that its content has',
    {
      draft: () => sharedBox().update({ 31: '<< /Font << /Not 32 0 R >> >>' }),
      after: replaced(31, '>> >>', '/Own 93 0 R >> >>', { 93: font('Courier') }),
    },
  ],
  [
    'a mark whose transparency group changes with the resources that all fields share',
    {
      draft: () => sharedBox().update({ 21: sharedBox().object(21).replace('/BBox', '/Group 94 0 R /BBox'), 94: '<< /S /Transparency >>' }),
      after: replaced(31, '>> >>', '/New 93 0 R >> >>', { 93: font('Courier'), 94: '<< /S /Transparency /K true >>' }),
    },
  ],
  [
    'fields that are drawn anew after a signature that locks all fields',
    {
      draft: drawn,
      field: { entries: '/Reference [<< /TransformMethod /FieldMDP /TransformParams << /Action /All >> >>]' },
      after: replaced(1, '/DR', '/NeedAppearances true /DR'),
    },
  ],
  [
    'a default appearance after a signature that locks all fields but none',
    {
      draft: field('/FT /Tx /V (100)'),
      field: { entries: '/Reference [<< /TransformMethod /FieldMDP /TransformParams << /Action /Exclude /Fields [] >> >>]' },
      after: replaced(1, '/DR', '/DA (/Helv 0 Tf 0 g) /DR'),
    },
  ],
  [
    'a value that is removed after a signature that locks the field',
    {
      draft: drawn,
      field: { entries: '/Reference [<< /TransformMethod /FieldMDP /TransformParams << /Action /Include /Fields [(sum)] >> >>]' },
      after: replaced(7, '/V (100)', ''),
    },
  ],
]

describe('a field of a signed PDF file that is drawn anew shows what it did', () => {
  it.each(honest)('a PDF file passes with a warning: %s', (_, options) => {
    expect(judge({ ...options, after: () => undefined })).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: [] })
    expect(judge(options)).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: ['pdf-form-unchanged'] })
  })

  it.each(forged)('a PDF file does not pass: %s', (_, options) => {
    expect(judge({ ...options, after: () => undefined })).toMatchObject({ indication: 'TOTAL-PASSED' })
    expect(judge(options)).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  it('resources that the fields of a PDF file share may get a font that no content names (PDFBox)', () => {
    expect(judge({ draft: sharedBox, after: withMoreFonts('New') })).toMatchObject({ indication: 'TOTAL-PASSED', errors: [] })
  })

  it('a value that is removed from a field of a PDF file is a form that was filled in', () => {
    expect(judge({ draft: drawn, after: replaced(7, '/V (100)', '') })).toEqual({
      indication: 'TOTAL-PASSED',
      errors: [],
      warnings: ['pdf-form-unchanged'],
    })
  })

  it('a lock of one field of a PDF file does not forbid what programs write when another one is filled in', () => {
    const entries = '/Reference [<< /TransformMethod /FieldMDP /TransformParams << /Action /Include /Fields [(other)] >> >>]'
    expect(judge({ draft: drawn, field: { entries }, after: replaced(1, '/DR', '/NeedAppearances true /DR') })).toEqual({
      indication: 'TOTAL-PASSED',
      errors: [],
      warnings: ['pdf-form-drawn-alike'],
    })
  })
})
