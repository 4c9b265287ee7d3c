import type { Rectangle } from './drawn-paths.js'
import type { WidthOf } from './letter-widths.js'

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
  /** The width from its start to the end of where it is seen. */
  readonly room: number
  /** How many of its letters are seen: programs cut off what has no room. */
  readonly seenLetters: number
  /** Whether a bar is behind it, which says that an option of a list is chosen. */
  readonly isMarked: boolean
}

/** Text is darker than this in each component of its colour, and what is filled behind it lighter. */
const darkest = 0.4
const lightest = 0.6
/** A dark bar, with a light text: as a whole, since one component may be lighter. */
const darkestBar = 0.3
const lightestText = 0.9
/** A bar differs by this from the background in some component. */
const leastContrast = 0.2
/** Colours differ by less than this in each component where nobody tells them apart on a page in one of them. */
const greatestDifference = 0.1
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
    const end = (text.x ?? line?.end ?? 0) + widthOfText(text, widthOf)
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

function widthOfText({ codes, size }: DrawnText, widthOf: WidthOf): number {
  let width = 0
  for (const code of codes) width += widthOf(code)
  return width * size
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
  const isReadable = texts.every(({ fill }) => (bar === null ? isDark(fill) : marks(bar, fill, background)))
  if (!isReadable || others.length > 0 || (bar !== null && !isBehind(bar, [start, y, end, y + heightOfLetters * size]))) return null
  return { codes, size, room: right - start, seenLetters, isMarked: bar !== null }
}

/** How many letters end within a width, which is a part of the size of the font. */
export function lettersWithin(codes: string, width: number, widthOf: WidthOf): number {
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

export function isDark(colour: readonly number[]): boolean {
  return colour.length > 0 && colour.every((component) => component <= darkest)
}

export function isLight(colour: readonly number[]): boolean {
  return colour.length > 0 && colour.every((component) => component >= lightest)
}

/** Whether a bar is seen on the background, and a text on the bar. */
function marks(bar: DrawnBar, text: readonly number[], background: readonly number[]): boolean {
  const [one, other] = [inThree(bar.fill), inThree(background)]
  if (!one.some((component, index) => Math.abs(component - (other[index] ?? Number.NaN)) >= leastContrast)) return false
  if (isLight(bar.fill)) return isDark(text)
  return lightnessOf(bar.fill) <= darkestBar && text.length > 0 && text.every((component) => component >= lightestText)
}

/** Whether bars have nearly the same colour, or both are dark, so that they are seen alike on any page on which the other options are. */
export function isSameBar(one: readonly number[], other: readonly number[]): boolean {
  if (lightnessOf(one) <= darkestBar && lightnessOf(other) <= darkestBar) return true
  const [first, second] = [inThree(one), inThree(other)]
  return first.every((component, index) => Math.abs(component - (second[index] ?? Number.NaN)) <= greatestDifference)
}

function inThree(colour: readonly number[]): readonly number[] {
  const [grey = Number.NaN] = colour
  return colour.length === 1 ? [grey, grey, grey] : colour
}

/** How light people see a colour (ISO 32000-1, 11.3.5.3). */
function lightnessOf(colour: readonly number[]): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = inThree(colour)
  return 0.3 * red + 0.59 * green + 0.11 * blue
}
