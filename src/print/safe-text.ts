import { reportBounds, shortened, unsafeToShow } from '#model'

/** Text of a document as a page or a sheet may show it: unsafe characters are written as `\u` escapes, and a long text is cut. */
export function safeText(text: string): string {
  return shortened(text, reportBounds.printedCharacters).replace(
    unsafeToShow,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
