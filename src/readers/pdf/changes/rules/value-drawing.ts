import { type Colour, colourOf, hasItsComponents, isDark, isLight, isSameColour, unknownColour } from './drawn-colours.js'
import type { DrawnBar, DrawnText } from './drawn-lines.js'
import { codesOf, operationsOf } from './drawn-operations.js'
import {
  commonArea,
  frameReach,
  isCross,
  isFigure,
  type PathPart,
  type Point,
  pairsOf,
  type Reach,
  type Rectangle,
  rectanglePart,
  rowOf,
  runsAlongEdges,
  sideReach,
} from './drawn-paths.js'

const smallestText = 4
const greatestText = 72
const widestBorder = 2
/** pdf-lib moves a frame by half of its width, so that its right and upper sides are outside. That of a thin one at the edges is no digit. */
const thinFrame = 1
/** Programs draw a thinner line of a figure too faintly to be seen. */
const thinnestLine = 0.3
/** The part of the width and height of the area that stays when programs draw only within a rectangle. */
const leastShown = 0.5
/** Distance of the left and lower edge of that rectangle from those of the area. */
const greatestMargin = 4
/** A part of a path has no more points, and content no more texts and bars. */
const mostPoints = 256
const mostTexts = 4096
const mostBars = 256
/** How far letters reach above and below their line, as parts of the size of the font. */
const heightOfLetters = 0.75
const depthOfLetters = 0.2
/** Bars of options one below the other may touch. */
const touching = 0.01
/** What an appearance with nothing but a value draws. */
export interface DrawnValue {
  readonly texts: readonly DrawnText[]
  /** The name of the font of the texts; null without a font. */
  readonly fontName: string | null
  /** The bars behind the options of a list that are chosen. */
  readonly bars: readonly DrawnBar[]
  /** The colour of the background; null for none. */
  readonly background: readonly number[] | null
  /** What it draws instead of a text: a cross from corner to corner, or another dark figure; null for nothing. */
  readonly figure: 'cross' | 'other' | null
}

interface DrawingState {
  readonly fill: Colour
  readonly stroke: Colour
  readonly width: number
  /** The distance of the lines of a text. */
  readonly leading: number
  /** How far everything is moved. */
  readonly origin: Point
  /** The rectangle within which programs draw. */
  readonly clip: Rectangle
  readonly font: DrawnFont | null
}

interface DrawnFont {
  readonly name: string
  readonly size: number
}

/**
 * The content of an appearance that draws texts in one font, or one dark figure, within its area and on a light background with a border, and nothing else. That of a
 * list of choices may draw bars behind its texts.
 */
export class ValueDrawing {
  readonly #right: number
  readonly #top: number
  readonly #isList: boolean
  #state: DrawingState
  readonly #saved: DrawingState[] = []
  #path: PathPart[] = []
  #clips = false
  #isInText = false
  /** Where the line of a text starts, and whether the next text is directly behind another one. */
  #start: Point = [0, 0]
  #follows = false
  #isClosed = false
  /** Whether some path was never ended: programs would paint it with the next one. */
  #hasOpenPath = false
  /** How far what was drawn as a border reaches into the area: a text there is not seen. */
  #border: Reach = [0, 0, 0, 0]
  /** At which edges a line of any colour runs: left, bottom, right, top. */
  readonly #sides = [false, false, false, false]
  readonly #texts: DrawnText[] = []
  readonly #bars: DrawnBar[] = []
  /** The name of the one font that the content selects. */
  #fontName: string | null = null
  #background: DrawnValue['background'] = null
  #figure: DrawnValue['figure'] = null

  constructor(right: number, top: number, isList: boolean) {
    this.#right = right
    this.#top = top
    this.#isList = isList
    const black = colourOf([0])
    this.#state = { fill: black, stroke: black, width: 1, leading: 0, origin: [0, 0], clip: [0, 0, right, top], font: null }
  }

  /** What the content draws; null where it may be something else. */
  read(content: string): DrawnValue | null {
    const operations = operationsOf(content)
    if (operations?.every(({ operator, operands }) => this.#draws(operator, operands)) !== true || this.#path.length > 0) return null
    if (!this.#hasWholeFrame()) return null
    return { texts: this.#texts, fontName: this.#fontName, bars: this.#bars, background: this.#background, figure: this.#figure }
  }

  /** Whether the drawing may have this operator here. */
  #draws(operator: string, operands: readonly string[]): boolean {
    const numbers = operands.map(Number)
    const [first = Number.NaN, second = Number.NaN] = numbers
    switch (operator) {
      case 'q':
        this.#saved.push(this.#state)
        return !this.#isInText
      case 'Q': {
        // Where no state was saved, Poppler ends what it draws.
        const saved = this.#saved.pop()
        // Programs move a path as the state says where it starts, or where it ends.
        const isMoved = this.#path.length > 0 && saved?.origin.join() !== this.#state.origin.join()
        this.#state = saved ?? this.#state
        return saved !== undefined && !this.#isInText && !isMoved
      }
      case 'BT':
        if (this.#isInText) return false
        this.#isInText = true
        this.#startAt([0, 0])
        // pypdf does not end the path that limits what is drawn.
        this.#hasOpenPath ||= this.#path.length > 0
        return this.#path.length === 0 || (this.#clips && this.#endsPath())
      case 'ET': {
        const wasInText = this.#isInText
        this.#isInText = false
        return wasInText
      }
      case 'w':
        this.#state = { ...this.#state, width: first }
        return true
      case 'd':
        return operands.join(' ') === '[] 0'
      case 'g':
      case 'rg':
        this.#state = { ...this.#state, fill: colourOf(numbers) }
        return true
      case 'G':
      case 'RG':
        this.#state = { ...this.#state, stroke: colourOf(numbers) }
        return true
      case 'sc':
        this.#state = { ...this.#state, fill: { ...this.#state.fill, components: numbers } }
        return hasItsComponents(this.#state.fill)
      case 'SC':
        this.#state = { ...this.#state, stroke: { ...this.#state.stroke, components: numbers } }
        return hasItsComponents(this.#state.stroke)
      case 'cs':
        this.#state = { ...this.#state, fill: unknownColour(operands[0]) }
        return this.#state.fill.count > 0
      case 'CS':
        this.#state = { ...this.#state, stroke: unknownColour(operands[0]) }
        return this.#state.stroke.count > 0
      case 'cm':
        return this.#isMoved(numbers)
      case 'TL':
        this.#state = { ...this.#state, leading: first }
        return true
      case 'Td':
        return this.#moves(first, second)
      case 'TD':
        this.#state = { ...this.#state, leading: -second }
        return this.#moves(first, second)
      case 'T*':
        return this.#moves(0, -this.#state.leading)
      case 'Tm':
        this.#startAt([numbers[4] ?? Number.NaN, numbers[5] ?? Number.NaN])
        return this.#isInText && isTranslation(numbers)
      case 'Tf':
        return this.#takesFont((operands[0] ?? '').slice(1), second)
      case 'm':
        this.#isClosed = false
        this.#path.push({ kind: 'lines', points: this.#moved([[first, second]]) })
        return this.#mayHavePath()
      case 'l':
        return this.#mayHavePath() && this.#continues([[first, second]], 'lines')
      case 'c':
      case 'v':
      case 'y':
        return this.#mayHavePath() && this.#continues(pairsOf(numbers), 'curves')
      case 'h':
        this.#isClosed = true
        return this.#mayHavePath()
      case 're':
        this.#path.push({ kind: 'rectangle', points: this.#moved(rectanglePart(numbers).points) })
        return this.#mayHavePath()
      case 'W':
        this.#clips = true
        return this.#mayHavePath()
      case 'n':
        return !this.#isInText && this.#endsPath()
      case 'f':
      case 'f*':
        // Poppler fills nothing before it fills a bar.
        return !this.#isInText && !this.#hasOpenPath && (this.#path.length === 0 || this.#fills()) && this.#endsPath()
      case 's':
      case 'S':
        return this.#isBackground() && this.#strokes() && this.#endsPath()
      case 'B':
        return this.#isBackground() && isLight(this.#state.fill.components) && this.#fills() && this.#strokes() && this.#endsPath()
      case 'Tj':
        return this.#takesText(operands[0] ?? '')
      default:
        return true
    }
  }

  /** Whether lines at the left and right are sides of a frame: a line alone beside a number could be read as the digit 1. */
  #hasWholeFrame(): boolean {
    const [left, bottom, right, top] = this.#sides
    return left === right && (left === false || (bottom === true && top === true))
  }

  /** Notes the edges at which a line is seen that reaches so far from them. */
  #takesSides(reach: Reach, halfWidth: number): void {
    const [left, bottom, right, top] = this.#state.clip
    const hidden = [left, bottom, this.#right - right, this.#top - top]
    if (2 * halfWidth <= thinFrame && isNearEdges(reach) && hidden.every((distance) => distance <= 0)) return
    for (const [edge, distance] of reach.entries()) if (distance + halfWidth > (hidden[edge] ?? 0)) this.#sides[edge] = true
  }

  /** What is painted comes before the text and before the bars, which it could hide. */
  #isBackground(): boolean {
    return !this.#isInText && !this.#hasOpenPath && this.#texts.length === 0 && this.#bars.length === 0 && this.#figure === null
  }

  /** Bars may be painted between the texts of a list. */
  #mayHavePath(): boolean {
    return this.#isBackground() || (this.#isList && !this.#isInText && !this.#hasOpenPath)
  }

  #isMoved(matrix: readonly number[]): boolean {
    const origin = this.#moved([[matrix[4] ?? Number.NaN, matrix[5] ?? Number.NaN]])
    this.#state = { ...this.#state, origin: origin[0] ?? [Number.NaN, Number.NaN] }
    return !this.#isInText && this.#path.length === 0 && isTranslation(matrix)
  }

  #moved(points: readonly Point[]): readonly Point[] {
    const [right, up] = this.#state.origin
    return points.map(([x, y]) => [x + right, y + up])
  }

  /** Starts the next line of a text. */
  #moves(right: number, up: number): boolean {
    this.#startAt([this.#start[0] + right, this.#start[1] + up])
    return this.#isInText
  }

  #startAt(point: Point): void {
    this.#start = point
    this.#follows = false
  }

  #continues(points: readonly Point[], kind: 'lines' | 'curves'): boolean {
    const part = this.#path.pop()
    // What follows a closed part starts where that part did.
    if (part === undefined || part.kind === 'rectangle' || this.#isClosed) return false
    this.#path.push({ kind: part.kind === 'curves' ? 'curves' : kind, points: [...part.points, ...this.#moved(points)] })
    return part.points.length < mostPoints
  }

  /** A light background, the sides of a border, bars, or a figure. */
  #fills(): boolean {
    const [right, top] = [this.#right, this.#top]
    const { components } = this.#state.fill
    if (this.#isList && this.#takesBars(components)) return true
    if (!this.#isBackground()) return false
    if (!isLight(components)) return this.#takesBorder((part) => sideReach(part, right, top), 0) || this.#takesFigure(false, components)
    if (this.#path.some((part) => commonArea([part]) !== null && runsAlongEdges(part, right, top))) this.#background = components
    return this.#path.every((part) => {
      const reach = sideReach(part, right, top)
      if (reach !== null) this.#takesSides(reach, 0)
      return reach !== null || runsAlongEdges(part, right, top)
    })
  }

  /** Whether each part of the path is a bar that hides no text and no other bar. */
  #takesBars(fill: readonly number[]): boolean {
    const areas = this.#path.map((part) => rowOf(part, this.#right, this.#top, this.#state.clip)).filter((area) => area !== null)
    const isOfBars = areas.length > 0 && areas.length === this.#path.length && this.#bars.every((bar) => isSameColour(bar.fill, fill))
    return isOfBars && fill.length > 0 && areas.every((area) => this.#takesBar({ area, fill }))
  }

  #takesBar(bar: DrawnBar): boolean {
    const [, bottom, , top] = bar.area
    const hidesNothing =
      this.#texts.every(({ y, size }) => top <= y - depthOfLetters * size || bottom >= y + heightOfLetters * size) &&
      this.#bars.every(({ area }) => top <= area[1] + touching || bottom >= area[3] - touching)
    this.#bars.push(bar)
    return hidesNothing && this.#bars.length <= mostBars
  }

  /** A thin border, or a figure. */
  #strokes(): boolean {
    const [right, top] = [this.#right, this.#top]
    const { width, stroke } = this.#state
    if (width > widestBorder) return false
    if (this.#takesBorder((part) => frameReach(part, right, top) ?? sideReach(part, right, top), width / 2)) return true
    return width >= thinnestLine && this.#takesFigure(isCross(this.#path, right, top), stroke.components)
  }

  /** Whether each part of the path is a part of a border. */
  #takesBorder(reachOf: (part: PathPart) => Reach | null, halfWidth: number): boolean {
    let border = this.#border
    for (const part of this.#path) {
      const reach = reachOf(part)
      if (reach === null) return false
      this.#takesSides(reach, halfWidth)
      const [left, bottom, right, top] = reach
      border = [
        Math.max(border[0], left + halfWidth),
        Math.max(border[1], bottom + halfWidth),
        Math.max(border[2], right + halfWidth),
        Math.max(border[3], top + halfWidth),
      ]
    }
    this.#border = border
    return true
  }

  #takesFigure(isCross: boolean, colour: readonly number[]): boolean {
    this.#figure = isCross ? 'cross' : 'other'
    return !this.#isList && isFigure(this.#path, this.#right, this.#top, this.#state.clip) && isDark(colour)
  }

  /**
   * A path that limits what is drawn must be one rectangle that leaves most of the area, or several with such a common part: pdf-lib adds the area to the rectangle, and
   * programs differ about a path before a restored state.
   */
  #endsPath(): boolean {
    const path = this.#path
    const clips = this.#clips
    this.#path = []
    this.#clips = false
    if (!clips) return true
    const [before, limits] = [this.#state.clip, commonArea(path)]
    if (limits === null || this.#texts.length > 0) return false
    const clip = [
      Math.max(limits[0], before[0]),
      Math.max(limits[1], before[1]),
      Math.min(limits[2], before[2]),
      Math.min(limits[3], before[3]),
    ] as const
    this.#state = { ...this.#state, clip }
    const [left, bottom, right, top] = clip
    const isInCorner = left <= greatestMargin && bottom <= greatestMargin
    return isInCorner && right - left >= leastShown * this.#right && top - bottom >= leastShown * this.#top
  }

  #takesFont(name: string, size: number): boolean {
    const isOther = this.#fontName !== null && name !== this.#fontName
    this.#fontName = name
    this.#state = { ...this.#state, font: { name, size } }
    return !isOther && size >= smallestText && size <= greatestText
  }

  #takesText(operand: string): boolean {
    const { font, fill } = this.#state
    const [start] = this.#moved([this.#start])
    if (font === null || start === undefined || this.#figure !== null || !this.#isInText || !/^[(<]/.test(operand)) return false
    const codes = codesOf(operand)
    if (codes === '') return true
    const [x, y] = start
    this.#texts.push({ codes, size: font.size, x: this.#follows ? null : x, y, fill: fill.components, seen: this.#seen() })
    this.#follows = true
    return this.#texts.length <= mostTexts
  }

  /** Where a text is seen: within what limits the drawing and within the border. */
  #seen(): Rectangle {
    const { clip } = this.#state
    const [left, bottom, right, top] = this.#border
    return [Math.max(clip[0], left), Math.max(clip[1], bottom), Math.min(clip[2], this.#right - right), Math.min(clip[3], this.#top - top)]
  }
}

function isNearEdges(reach: Reach): boolean {
  return reach.every((distance) => Math.abs(distance) <= thinFrame / 2)
}

function isTranslation(matrix: readonly number[]): boolean {
  return matrix.slice(0, 4).join(' ') === '1 0 0 1'
}
