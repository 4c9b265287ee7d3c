import { unsafeToShow } from '#std'

/** Makes text of a document or a file name safe for a terminal: each character in `unsafeToShow` becomes its escape `\uXXXX`. */
export function terminalText(text: string): string {
  return text.replace(unsafeToShow, escapeCharacter)
}

/** JSON that is safe for a terminal; on one line when `indent` is 0. In JSON the escaped characters occur only in strings, where the escape means the same. */
export function terminalJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(unsafeToShow, (character) =>
    character === '\n' ? character : escapeCharacter(character),
  )
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A number with its noun: `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
