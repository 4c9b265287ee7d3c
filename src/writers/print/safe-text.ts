import { reportBounds, shortened } from '#model'
import { unsafeToShow } from '#std'

/** Text from a document in a form that is safe to display: unsafe characters become `\u` escapes, and a long text is shortened. */
export function safeText(text: string): string {
  return shortened(text, reportBounds.printedCharacters).replace(
    unsafeToShow,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
