import { streamText } from '../support/pdf/draft.js'
import { plainDraft } from '../support/pdf/plain-document.js'
import { type Change, font, replaced } from './pdf-changes.js'

/** An appearance with this content, in an area of 200 by 20 units or another one. */
export const lookOf = (content: string, box = '0 0 200 20', fonts = `/Helv ${font('Helvetica')}`, entries = '') =>
  streamText(`/Type /XObject /Subtype /Form /BBox [${box}] /Resources << /Font << ${fonts} >> >> ${entries}`, content)

/** A form with one field, object 7, in an area of 200 by 20 units or another one. */
export const field =
  (entries: string, more: Readonly<Record<number, string>> = {}, area = '72 600 272 620', form = '') =>
  () =>
    plainDraft({ form: true }).update({
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] /DR << /Font << /Helv 5 0 R >> >> ${form} >> >>`,
      3: plainDraft({ form: true }).object(3).replace(' 8 0 R', ''),
      7: `<< /Type /Annot /Subtype /Widget /T (sum) /F 4 /Rect [${area}] /P 3 0 R ${entries} >>`,
      ...more,
    })
/** The field gets an appearance, and other entries. */
export const gets = (look: string, entries = ''): Change => replaced(7, '/P 3', `${entries} /AP << /N 90 0 R >> /P 3`, { 90: look })
