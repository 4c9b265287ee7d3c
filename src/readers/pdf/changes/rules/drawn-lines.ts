import { isDark, isSeenOn } from './drawn-colours.js'
import type { Rectangle } from './drawn-paths.js'
import { type WidthOf, widthOfText } from './letter-widths.js'

/** A text that content shows. */
export interface DrawnText {
  /** The codes of its letters, an octet each. */
  readonly codes: string
  readonly size: number
  /** Where it starts; null for directly behind the text before. */
  readonly x: number | null
  readonly y: number
  readonly fill: readonly number[]
  /** Where a text is seen: within what limits the drawing and within the border. */
  readonly seen: Rectangle
}

/** A filled row behind a text. */
export interface DrawnBar {
  readonly area: Rectangle
  readonly fill: readonly number[]
}

/** Texts side by side. */
export interface DrawnLine {
  readonly codes: string
  readonly size: number
  /** Where it starts and ends, and its height above the lower edge. */
  readonly start: number
  readonly end: number
  readonly y: number
  /** The width from its start to the end of where it is seen. */
  readonly room: number
  /** How many of its letters are seen: programs cut off what has no room. */
  readonly seenLetters: number
  /** Whether a bar is behind it, which says that an option of a list is chosen. */
  readonly isMarked: boolean
}

/** Parts of the size of a font: the height of letters, the smallest distance of two lines, and what a text begins beside the end of the one before. */
const heightOfLetters = 0.7
const leastLeading = 0.85
const greatestGap = 0.05
/** What may be cut off at the left of a text, in units; at its right and below its line, as a part of the size of its font. */
const greatestCut = 0.5
const greatestCutRight = 0.05
const greatestCutBelow = 0.1

interface OpenLine {
  readonly texts: readonly DrawnText[]
  readonly start: number
  readonly end: number
}

/**
 * The lines that texts form, one below the other, each of which is seen; null where texts may overlap, are not read in the order in which they are drawn, or are hidden.
 */
export function linesOf(
  texts: readonly DrawnText[],
  bars: readonly DrawnBar[],
  background: readonly number[],
  widthOf: WidthOf,
): readonly DrawnLine[] | null {
  const lines: OpenLine[] = []
  for (const text of texts) {
    const line = lines.at(-1)
    const [before] = line?.texts ?? []
    const end = (text.x ?? line?.end ?? 0) + widthOfText(text.codes, widthOf) * text.size
    if (!Number.isFinite(end)) return null
    if (line !== undefined && before !== undefined && before.y === text.y) {
      if (Math.abs((text.x ?? line.end) - line.end) > greatestGap * text.size || text.size !== before.size) return null
      lines[lines.length - 1] = { texts: [...line.texts, text], start: line.start, end }
    } else {
      if (text.x === null || (before !== undefined && (before.y - text.y < leastLeading * text.size || text.size !== before.size)))
        return null
      lines.push({ texts: [text], start: text.x, end })
    }
  }
  const seen = lines.map((line) => seenLine(line, bars, background, widthOf))
  // A bar without a text would be an option that is chosen as well.
  const hasTexts = bars.every(({ area }) => texts.some(({ y }) => y >= area[1] && y < area[3]))
  return hasTexts && seen.every((line) => line !== null) ? seen : null
}

function seenLine(
  { texts, start, end }: OpenLine,
  bars: readonly DrawnBar[],
  background: readonly number[],
  widthOf: WidthOf,
): DrawnLine | null {
  const [first] = texts
  if (first === undefined) return null
  const { size, y } = first
  const codes = texts.map((text) => text.codes).join('')
  const left = Math.max(...texts.map(({ seen }) => seen[0]))
  const right = Math.min(...texts.map(({ seen }) => seen[2]))
  const isSeen = texts.every(({ seen }) => y >= seen[1] - greatestCutBelow * size && y + heightOfLetters * size <= seen[3])
  if (start < 0 || y < 0 || start < left - greatestCut || !isSeen) return null
  const seenLetters = lettersWithin(codes, (right - start) / size + greatestCutRight, widthOf)
  const behind = bars.filter(({ area }) => area[1] < y + heightOfLetters * size && area[3] > y)
  const [bar = null, ...others] = behind
  const isReadable = texts.every(({ fill }) => (bar === null ? isDark(fill) : isSeenOn(fill, bar.fill, background)))
  if (!isReadable || others.length > 0 || (bar !== null && !isBehind(bar, [start, y, end, y + heightOfLetters * size]))) return null
  return { codes, size, start, end, y, room: right - start, seenLetters, isMarked: bar !== null }
}

/** How many letters end within a width, which is a part of the size of the font. */
function lettersWithin(codes: string, width: number, widthOf: WidthOf): number {
  let end = 0
  for (let count = 0; count < codes.length; count++) {
    end += widthOf(codes.charAt(count))
    if (!(end <= width)) return count
  }
  return codes.length
}

function isBehind({ area }: DrawnBar, [left, bottom, right, top]: Rectangle): boolean {
  return area[0] <= left && area[1] <= bottom && area[2] >= right && area[3] >= top
}
