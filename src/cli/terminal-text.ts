import { unsafeToShow } from '#model'

/** Text of a document or a file name as a terminal may show it: what could clear the screen or show another name is written as an escape. */
export function terminalText(text: string): string {
  return text.replace(unsafeToShow, escapeCharacter)
}

/** JSON for a terminal or a pipe, on lines with an indent or, with none, on one. Inside JSON these characters can stand in strings only, where the escape means the same. */
export function terminalJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(unsafeToShow, (character) =>
    character === '\n' ? character : escapeCharacter(character),
  )
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
