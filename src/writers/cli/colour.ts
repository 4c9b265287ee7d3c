import { styleText } from 'node:util'

export type Colour = 'green' | 'red' | 'yellow' | 'dim' | 'bold'
export type Paint = (colour: Colour, text: string) => string

/** Colours of a terminal, or none. Colour never carries information that the text does not have. */
export function paintOf(colours: boolean): Paint {
  return colours ? (colour, text) => styleText(colour, text, { validateStream: false }) : (_colour, text) => text
}
