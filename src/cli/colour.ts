import { styleText } from 'node:util'
import type { Output } from './progress.js'

export type Colour = 'green' | 'red' | 'yellow' | 'dim' | 'bold'
export type Paint = (colour: Colour, text: string) => string

/** Colours text on a terminal, unless NO_COLOR is set to any non-empty value (no-color.org). Colour never carries information that the text does not have. */
export function paintFor(out: Output, environment: Readonly<Record<string, string | undefined>>): Paint {
  const { NO_COLOR: noColour = '', TERM: terminal = '' } = environment
  return out.isTTY === true && noColour === '' && terminal !== 'dumb'
    ? (colour, text) => styleText(colour, text, { validateStream: false })
    : (_colour, text) => text
}
