/** Control characters, invisible ones, and those that reverse the direction of writing: a file name could otherwise show `exe.fdp` as `pdf.exe`. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Characters of the longest text of a document that is shown: a name of ten thousand would push the verdict off the page. */
const longest = 300

/** Text of a document as a page or a sheet may show it: unsafe characters are written as `\u` escapes, and a long text is cut. */
export function safeText(text: string): string {
  const characters = text.length <= longest ? text : `${Array.from(text.slice(0, longest)).slice(0, -1).join('')}…`
  return characters.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
