import type { Output } from './progress.js'

/** Whether text is coloured: on a terminal, unless NO_COLOR is set to any non-empty value (no-color.org). */
export function hasColours(out: Output, environment: Readonly<Record<string, string | undefined>>): boolean {
  const { NO_COLOR: noColour = '', TERM: terminal = '' } = environment
  return out.isTTY === true && noColour === '' && terminal !== 'dumb'
}
