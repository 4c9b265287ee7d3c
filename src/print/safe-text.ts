/** Controls, and the marks that turn the direction of writing: a name could otherwise show `exe.fdp` as `pdf.exe`. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** The longest text of a document that is shown; names of ten thousand characters would bury the verdict. */
const longest = 300

/** Text of a document as a page or a sheet may show it: what could steer the reader is written as an escape, and what is very long is cut. */
export function safeText(text: string): string {
  const characters = text.length <= longest ? text : `${Array.from(text.slice(0, longest)).slice(0, -1).join('')}…`
  return characters.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
