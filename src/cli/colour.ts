import { styleText } from 'node:util'
import type { Output } from './progress.js'

export type Colour = 'green' | 'red' | 'yellow' | 'dim' | 'bold'
export type Paint = (colour: Colour, text: string) => string

/** Colours on a terminal only, and never where NO_COLOR is set to anything (no-color.org). Each stands beside a word that says the same. */
export function paintFor(out: Output, environment: Readonly<Record<string, string | undefined>>): Paint {
  const { NO_COLOR: noColour = '', TERM: terminal = '' } = environment
  return out.isTTY === true && noColour === '' && terminal !== 'dumb'
    ? (colour, text) => styleText(colour, text, { validateStream: false })
    : (_colour, text) => text
}
