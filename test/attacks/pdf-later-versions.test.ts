import { describe, expect, it } from 'vitest'
import { type PdfDraft, streamText } from '../support/pdf/draft.js'
import { plain } from '../support/pdf/plain-document.js'
import { withEntry } from '../support/pdf/signature.js'
import { judge } from './judge-signed-pdf.js'

type Change = (draft: PdfDraft) => void

const evil = streamText('', 'BT /F1 24 Tf 72 720 Td (The sum is 900 euros) Tj ET')
/** Metadata, whose dictionary may refer to an object that is not there yet. */
const metadata =
  (entry: string): Change =>
  (d) =>
    d.update({
      [d.root]: withEntry(d.object(d.root), 'Metadata', '70 0 R'),
      70: streamText(`/Type /Metadata /Subtype /XML ${entry}`, '<x/>'),
    })
/** Validation data in an object of this number, in a store of its own. */
const evidence =
  (number: number): Change =>
  (d) =>
    d.update({ [d.root]: d.object(d.root).replace(/\/DSS \d+/, '/DSS 72'), 72: `<< /Certs [${number} 0 R] >>`, [number]: evil })
const title: Change = (d) => d.update({ [plain.information]: '<< /Title (Agreement) >>' })
const font =
  (one: string, other: string): Change =>
  (d) =>
    d.update({ 5: d.object(5).replace(one, other) })

const passed = 'TOTAL-PASSED'
const refused = 'TOTAL-FAILED'

/** What was added after the signature, version by version, and the verdict. */
const versions: readonly (readonly [what: string, verdict: string, ...changes: Change[]])[] = [
  ['validation data in a new object', passed, metadata(''), evidence(71)],
  ['validation data in an object to which the version before refers', refused, metadata('/Later 71 0 R'), evidence(71)],
  ['validation data in an object to which an older version refers', refused, metadata('/Later 71 0 R'), title, evidence(71)],
  [
    'validation data in an object to which the version before no longer refers',
    passed,
    metadata('/Later 71 0 R'),
    metadata(''),
    evidence(71),
  ],
  ['an object that is written again and differs in the version of iText', passed, font('>>', '/ITXT (5.5) >>')],
  ['an object that is written again with the version of iText and another value', refused, font('/Helvetica', '/Courier /ITXT (5.5)')],
  ['an object that is written again with an entry of iText that is no text', refused, font('>>', '/ITXT 5 >>')],
  ['an object that is written again with an entry of iText twice', refused, font('>>', '/ITXT (5.5) /ITXT (5.6) >>')],
  ['an object to which nothing refers', passed, (d) => d.update({ 90: evil })],
  ['an object to which only another object refers that nothing refers to', passed, (d) => d.update({ 90: evil, 91: '<< /X 90 0 R >>' })],
  ['an object to which only an object refers that cannot be read', refused, (d) => d.update({ 90: evil, 91: '<< /X 90 0 R' })],
  ['a removed object that the page shows', refused, (d) => d.update({ [plain.content]: null })],
]

describe('PDF versions after a signature', () => {
  for (const [what, verdict, ...changes] of versions)
    for (const [place, more] of [
      ['the newest version', []],
      ['a version that another one follows', [title]],
    ] as const)
      it(`a PDF file ${verdict === passed ? 'passes' : 'does not pass'} whose signature is followed by ${what}, in ${place}`, () => {
        const { indication, errors } = judge({
          after: (d) => {
            for (const change of [...changes, ...more]) change(d)
          },
        })
        expect({ indication, errors }).toEqual({ indication: verdict, errors: verdict === passed ? [] : ['pdf-changes-explained'] })
      })
})
