import {
  boundsOf,
  frameReach,
  isCross,
  isFigure,
  type PathPart,
  type Point,
  type Reach,
  type Rectangle,
  rectanglePart,
  runsAlongEdges,
  sideReach,
} from './drawn-paths.js'

/** Operators, with a number of operands, that an appearance with nothing but a value may have (ISO 32000-1, 12.7.3.3). */
const operators: ReadonlyMap<string, number> = new Map(
  Object.entries({
    q: 0,
    Q: 0,
    BT: 0,
    ET: 0,
    BMC: 1,
    EMC: 0,
    cm: 6,
    m: 2,
    l: 2,
    c: 6,
    v: 4,
    y: 4,
    h: 0,
    re: 4,
    W: 0,
    n: 0,
    w: 1,
    S: 0,
    s: 0,
    f: 0,
    'f*': 0,
    Tf: 2,
    Td: 2,
    Tm: 6,
    Tj: 1,
    g: 1,
    rg: 3,
    cs: 1,
    sc: 3,
    G: 1,
    RG: 3,
    CS: 1,
    SC: 3,
  }),
)
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
const smallestText = 4
const greatestText = 72
const widestBorder = 2
/** Programs draw a thinner line of a figure too faintly to be seen. */
const thinnestLine = 0.3
/** Programs read a larger number, an integer above all, in different ways (ISO 32000-1, annex C). */
const greatestNumber = 32_767
/** PDFium and MuPDF do not read a longer number as it is, Ghostscript none with so many digits behind the point. */
const longestNumber = 24
/** Text is darker than this in each component of its colour, and what is filled behind it lighter. */
const darkest = 0.4
const lightest = 0.6
/** Black after a colour space is named (ISO 32000-1, 8.6.3), but PDFium keeps the colour before. */
const unknownColour: readonly number[] = [Number.NaN]
/** The height of letters, as a part of the size of the font. */
const heightOfLetters = 0.7
/** The part of the width and height of the area that stays when programs draw only within a rectangle. */
const leastShown = 0.5
/** Distance of the left and lower edge of that rectangle from those of the area. */
const greatestMargin = 4
/** A letter is at least so wide, as a part of the size of its font. */
const narrowestLetter = 0.2
/** What may be cut off at the left of a text, in units, and below its line, as a part of the size of its font. */
const greatestCut = 0.5
const greatestCutBelow = 0.1
/** A part of a path has no more points. */
const mostPoints = 256
const text = String.raw`\((?:[^()\\]|\\(?:[0-3][0-7]{2}|[()\\]))*\)|<[0-9A-Fa-f]*>`
const token = new RegExp(String.raw`${text}|\/[^\0\t\n\f\r ()<>[\]{}/%]+|[^\0\t\n\f\r ()<>[\]{}/%]+`, 'g')
/** Content in which every text ends on its line, and nothing is a comment, a list or a dictionary. */
const isSeparated = /^(?:[^()<>[\]{}%]|\((?:[^()\\\r\n]|\\(?:[0-7]{3}|[()\\]))*\)|<[0-9A-Fa-f]*>)*$/

/** What an appearance with nothing but a value draws. */
export interface DrawnValue {
  /** The codes of its letters, an octet each; empty for none. */
  readonly codes: string
  /** The name of the font, and its size; null without a text. */
  readonly fontName: string | null
  readonly size: number
  /** The width from the start of the text to the end of what is drawn. */
  readonly room: number
  /** What it draws instead of a text: a cross from corner to corner, or another dark figure; null for nothing. */
  readonly figure: 'cross' | 'other' | null
}

interface DrawingState {
  readonly fill: readonly number[]
  readonly stroke: readonly number[]
  readonly width: number
  /** The rectangle within which programs draw. */
  readonly clip: Rectangle
  readonly font: DrawnFont | null
}

interface DrawnFont {
  readonly name: string
  readonly size: number
}

/**
 * The content of an appearance that draws at most one dark text in one font, or one dark figure, within its area and on a light background with a border, and nothing else.
 */
export class ValueDrawing {
  readonly #right: number
  readonly #top: number
  #state: DrawingState
  readonly #saved: DrawingState[] = []
  /** The parts of the path. Two rectangles cut each other out of the area within which programs draw. */
  #path: PathPart[] = []
  #clips = false
  #isInText = false
  #position: Point = [0, 0]
  #isClosed = false
  /** How far what was drawn as a border reaches into the area: a text there is not seen. */
  #border: Reach = [0, 0, 0, 0]
  #shown: Omit<DrawnValue, 'figure'> | null = null
  /** The name of the one font that the content selects. */
  #fontName: string | null = null
  #figure: DrawnValue['figure'] = null

  constructor(right: number, top: number) {
    this.#right = right
    this.#top = top
    this.#state = { fill: [0], stroke: [0], width: 1, clip: [0, 0, right, top], font: null }
  }

  /** What the content draws; null where it may be something else. */
  read(content: string): DrawnValue | null {
    if (!isSeparated.test(content)) return null
    let operands: string[] = []
    for (const [word] of content.matchAll(token)) {
      const count = operators.get(word)
      if (count === undefined) {
        if (!/^[(/<]/.test(word) && !number.test(word)) return null
        operands.push(word)
      } else {
        if (operands.length !== count || !operands.every(isReadAlike) || !this.#draws(word, operands)) return null
        operands = []
      }
    }
    if (operands.length > 0 || this.#path.length > 0) return null
    const { codes, fontName, size, room } = this.#shown ?? { codes: '', fontName: null, size: 0, room: 0 }
    return { codes, fontName, size, room, figure: this.#figure }
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
        this.#state = saved ?? this.#state
        return saved !== undefined && !this.#isInText
      }
      case 'BT':
        if (this.#isInText) return false
        this.#isInText = true
        this.#position = [0, 0]
        // pypdf does not end the path that limits what is drawn.
        return this.#path.length === 0 || (this.#clips && this.#endsPath())
      case 'ET':
        this.#isInText = false
        return true
      case 'w':
        this.#state = { ...this.#state, width: first }
        return true
      case 'sc':
        if (!isOfThreeColours(this.#state.fill)) return false
        this.#state = { ...this.#state, fill: numbers }
        return true
      case 'g':
      case 'rg':
        this.#state = { ...this.#state, fill: numbers }
        return true
      case 'SC':
        if (!isOfThreeColours(this.#state.stroke)) return false
        this.#state = { ...this.#state, stroke: numbers }
        return true
      case 'G':
      case 'RG':
        this.#state = { ...this.#state, stroke: numbers }
        return true
      case 'cs':
        this.#state = { ...this.#state, fill: unknownColour }
        return operands[0] === '/DeviceRGB'
      case 'CS':
        this.#state = { ...this.#state, stroke: unknownColour }
        return operands[0] === '/DeviceRGB'
      case 'cm':
        return numbers.join(' ') === '1 0 0 1 0 0'
      case 'Td':
        this.#position = [this.#position[0] + first, this.#position[1] + second]
        return true
      case 'Tm':
        this.#position = [numbers[4] ?? Number.NaN, numbers[5] ?? Number.NaN]
        return numbers.slice(0, 4).join(' ') === '1 0 0 1'
      case 'Tf':
        return this.#takesFont((operands[0] ?? '').slice(1), second)
      case 'm':
        this.#isClosed = false
        this.#path.push({ kind: 'lines', points: [[first, second]] })
        return this.#isBackground()
      case 'l':
        return this.#isBackground() && this.#continues([[first, second]], 'lines')
      case 'c':
      case 'v':
      case 'y':
        return this.#isBackground() && this.#continues(pairsOf(numbers), 'curves')
      case 'h':
        this.#isClosed = true
        return this.#isBackground()
      case 're':
        this.#path.push(rectanglePart(numbers))
        return this.#isBackground()
      case 'W':
        this.#clips = true
        return this.#isBackground()
      case 'n':
        return this.#endsPath()
      case 'f':
      case 'f*':
        return this.#isBackground() && this.#fills() && this.#endsPath()
      case 's':
      case 'S':
        return this.#isBackground() && this.#strokes() && this.#endsPath()
      case 'Tj':
        return this.#takesText(operands[0] ?? '')
      default:
        return true
    }
  }

  /** What is painted comes before the text. */
  #isBackground(): boolean {
    return !this.#isInText && this.#shown === null && this.#figure === null
  }

  #continues(points: readonly Point[], kind: 'lines' | 'curves'): boolean {
    const part = this.#path.pop()
    // What follows a closed part starts where that part did.
    if (part === undefined || part.kind === 'rectangle' || this.#isClosed) return false
    this.#path.push({ kind: part.kind === 'curves' ? 'curves' : kind, points: [...part.points, ...points] })
    return part.points.length < mostPoints
  }

  /** A light background, the sides of a border, or a figure. */
  #fills(): boolean {
    const [right, top] = [this.#right, this.#top]
    const { fill } = this.#state
    const isLight = fill.every((component) => component >= lightest)
    if (isLight) return this.#path.every((part) => sideReach(part, right, top) !== null || runsAlongEdges(part, right, top))
    return this.#takesBorder((part) => sideReach(part, right, top), 0) || this.#takesFigure(false, fill)
  }

  /** A thin border, or a figure. */
  #strokes(): boolean {
    const [right, top] = [this.#right, this.#top]
    const { width, stroke } = this.#state
    if (width > widestBorder) return false
    if (this.#takesBorder((part) => frameReach(part, right, top) ?? sideReach(part, right, top), width / 2)) return true
    return width >= thinnestLine && this.#takesFigure(isCross(this.#path, right, top), stroke)
  }

  /** Whether each part of the path is a part of a border. */
  #takesBorder(reachOf: (part: PathPart) => Reach | null, halfWidth: number): boolean {
    let border = this.#border
    for (const part of this.#path) {
      const reach = reachOf(part)
      if (reach === null) return false
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
    const isSeen = isFigure(this.#path, this.#right, this.#top, this.#state.clip)
    return isSeen && colour.every((component) => component <= darkest)
  }

  /** A path that limits what is drawn must be one rectangle that leaves most of the area. */
  #endsPath(): boolean {
    const [only, ...others] = this.#path
    const clips = this.#clips
    this.#path = []
    this.#clips = false
    if (!clips) return true
    if (only?.kind !== 'rectangle' || others.length > 0) return false
    const [before, limits] = [this.#state.clip, boundsOf(only)]
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
    if (font === null || this.#shown !== null || this.#figure !== null || !this.#isInText || !/^[(<]/.test(operand)) return false
    const { name, size } = font
    const [x, y] = this.#position
    const [left, bottom, right, top] = this.#seen()
    const codes = codesOf(operand)
    const room = Math.max(right - codes.length * narrowestLetter * size, greatestMargin)
    const isWithin = x >= 0 && y >= 0 && x <= room && y + heightOfLetters * size <= top
    const isWhole = x >= left - greatestCut && y >= bottom - greatestCutBelow * size
    this.#shown = { codes, fontName: name, size, room: right - x }
    return isWithin && (codes === '' || isWhole) && fill.every((component) => component <= darkest)
  }

  /** Where a text is seen: within what limits the drawing and within the border. */
  #seen(): Rectangle {
    const { clip } = this.#state
    const [left, bottom, right, top] = this.#border
    return [Math.max(clip[0], left), Math.max(clip[1], bottom), Math.min(clip[2], this.#right - right), Math.min(clip[3], this.#top - top)]
  }
}

/** Whether an operand is no number that programs read in different ways. */
function isReadAlike(operand: string): boolean {
  return !number.test(operand) || (operand.length <= longestNumber && Math.abs(Number(operand)) <= greatestNumber)
}

/** Whether the colour space has three components: a colour in another one has as many as that has, and Poppler does not use it otherwise. */
function isOfThreeColours(colour: readonly number[]): boolean {
  return colour === unknownColour || colour.length === 3
}

function pairsOf(numbers: readonly number[]): readonly Point[] {
  const pairs: Point[] = []
  for (let at = 0; at + 1 < numbers.length; at += 2) pairs.push([numbers[at] ?? Number.NaN, numbers[at + 1] ?? Number.NaN])
  return pairs
}

/** The octets of a text in content (ISO 32000-1, 7.3.4). An odd last digit is followed by a zero. */
function codesOf(operand: string): string {
  const inner = operand.slice(1, -1)
  if (operand.startsWith('<')) return Buffer.from(inner.length % 2 === 0 ? inner : `${inner}0`, 'hex').toString('latin1')
  return inner.replace(/\\([0-7]{3}|.)/g, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped, 8) & 0xff) : escaped,
  )
}
