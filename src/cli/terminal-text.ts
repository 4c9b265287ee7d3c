/**
 * Control characters, C1 controls, and the marks that turn the direction of writing: a document can name its signer so that a terminal would
 * clear the screen, or show `exe.fdp` as `pdf.exe`.
 */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Text of a document or a file name as a terminal may show it: what could steer the terminal is written as an escape. */
export function terminalText(text: string): string {
  return text.replace(unsafe, escapeCharacter)
}

/** JSON for a terminal or a pipe, on lines with an indent or, with none, on one. Inside JSON these characters can stand in strings only, where the escape means the same. */
export function terminalJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(unsafe, (character) => (character === '\n' ? character : escapeCharacter(character)))
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
