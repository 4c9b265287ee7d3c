import { PDFDocument, StandardFonts } from 'pdf-lib'
import { PdfDraft, type RevisionOptions, streamText } from './draft.js'

/** Numbers of the objects of `plainDraft`. */
export const plain = { catalog: 1, pages: 2, page: 3, content: 4, font: 5, information: 6, text: 7, checkbox: 8, picture: 9 } as const

export interface PlainOptions extends RevisionOptions {
  /** Further entries of the catalog. */
  readonly catalog?: string
  readonly header?: string
  /** A form with a text field and a checkbox. */
  readonly form?: boolean
  readonly content?: string
  /** So many octets of a picture that no page shows. */
  readonly ballast?: number
}

/** One page with a sentence on it, written by hand so that every octet can be chosen. */
export function plainDraft(options: PlainOptions = {}): PdfDraft {
  const form = options.form === true
  const fields = form
    ? ` /AcroForm << /Fields [${plain.text} 0 R ${plain.checkbox} 0 R] /DR << /Font << /Helv ${plain.font} 0 R >> >> >>`
    : ''
  const annotations = form ? ` /Annots [${plain.text} 0 R ${plain.checkbox} 0 R]` : ''
  const appearance = (text: string) => streamText('/Type /XObject /Subtype /Form /BBox [0 0 100 20]', text)
  return new PdfDraft(options.header).update(
    {
      [plain.catalog]: `<< /Type /Catalog /Pages ${plain.pages} 0 R${fields} ${options.catalog ?? ''} >>`,
      [plain.pages]: `<< /Type /Pages /Kids [${plain.page} 0 R] /Count 1 >>`,
      [plain.page]: `<< /Type /Page /Parent ${plain.pages} 0 R /MediaBox [0 0 595 842] /Contents ${plain.content} 0 R /Resources << /Font << /F1 ${plain.font} 0 R >> >>${annotations} >>`,
      [plain.content]: streamText('', options.content ?? 'BT /F1 24 Tf 72 720 Td (The sum is 100 euros) Tj ET'),
      [plain.font]: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      [plain.information]: '<< /Title (Agreement) /Producer (Allkiri tests) >>',
      ...(form
        ? {
            [plain.text]: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /F 4 /Rect [72 600 272 620] /P ${plain.page} 0 R /DA (/Helv 12 Tf) /V (Mari) /AP << /N 20 0 R >> >>`,
            [plain.checkbox]: `<< /Type /Annot /Subtype /Widget /FT /Btn /T (agree) /F 4 /Rect [72 560 92 580] /P ${plain.page} 0 R /V /Off /AS /Off /AP << /N << /Yes 21 0 R /Off 22 0 R >> >> >>`,
            20: appearance('(Mari) Tj'),
            21: appearance('1 g'),
            22: appearance('0 g'),
          }
        : {}),
      ...(options.ballast === undefined ? {} : { [plain.picture]: streamText('', Buffer.alloc(options.ballast, 'picture ')) }),
    },
    { trailer: `/Info ${plain.information} 0 R`, ...options },
  )
}

/** A document of `pdf-lib` as a draft: its objects are found by their look, which is plain when they are not packed. */
export async function libraryDraft(pages = 1, fill: (document: PDFDocument) => void = () => undefined): Promise<PdfDraft> {
  const document = await PDFDocument.create()
  document.setCreationDate(new Date(0))
  document.setModificationDate(new Date(0))
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let page = 1; page <= pages; page++) document.addPage([595, 842]).drawText(`Page ${page}`, { x: 72, y: 720, font })
  fill(document)
  const bytes = Buffer.from(await document.save({ useObjectStreams: false, addDefaultPage: false }))
  return draftOf(bytes)
}

/** A file with plain objects and a cross-reference table, so that revisions can be added to it. */
function draftOf(bytes: Buffer): PdfDraft {
  const text = bytes.toString('latin1')
  const draft = new PdfDraft('', Number(/\/Root (\d+) 0 R/.exec(text)?.[1]))
  draft.bytes = bytes
  for (const [, number, body] of text.matchAll(/(?:^|[\r\n])(\d+) 0 obj\s([\s\S]*?)\s?endobj/g))
    draft.objects.set(Number(number), body ?? '')
  draft.section = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  return draft
}
