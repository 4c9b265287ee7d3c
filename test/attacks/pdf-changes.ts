import type { PdfDraft } from '../support/pdf/draft.js'

/** What somebody does to a PDF document that is signed already. */
export type Change = (draft: PdfDraft) => void

export const font = (name: string, more = ''): string => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} ${more} >>`

/** Writes an object anew with another text in the place of `one`, and other objects besides. Throws where there is nothing to replace. */
export const replaced =
  (number: number, one: string | RegExp, other: string, more: Readonly<Record<number, string>> = {}): Change =>
  (draft) => {
    const text = draft.object(number).replace(one, other)
    if (text === draft.object(number)) throw new Error('nothing replaced')
    draft.update({ [number]: text, ...more })
  }
