import { unsafeToShow } from '#model'

/** Characters of the longest text of a document that is shown: a name of ten thousand would push the verdict off the page. */
const longest = 300

/** Text of a document as a page or a sheet may show it: unsafe characters are written as `\u` escapes, and a long text is cut. */
export function safeText(text: string): string {
  const characters = text.length <= longest ? text : `${Array.from(text.slice(0, longest)).slice(0, -1).join('')}…`
  return characters.replace(unsafeToShow, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
