/** Operators, with a number of operands, that an appearance with nothing but a value may have (ISO 32000-1, 12.7.3.3). */
const operators: ReadonlyMap<string, number> = new Map(
  Object.entries({
    q: 0,
    Q: 0,
    BT: 0,
    ET: 0,
    BMC: 1,
    EMC: 0,
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
/** Text is darker than this in each component of its colour, and what is filled behind it lighter. */
const darkest = 0.4
const lightest = 0.6
/** The part of the width and height of the area that stays when programs draw only within a rectangle. */
const leastShown = 0.5
/** Distance of the left and lower edge of that rectangle from those of the area. */
const greatestMargin = 4
/** A letter is at least so wide, as a part of the size of its font. */
const narrowestLetter = 0.2
const token = /\((?:[^()\\]*)\)|\/[^\0\t\n\f\r ()<>[\]{}/%]+|[^\0\t\n\f\r ()<>[\]{}/%]+/g

type Rectangle = readonly [left: number, bottom: number, right: number, top: number]

interface DrawingState {
  readonly fill: readonly number[]
  readonly width: number
  /** The rectangle within which programs draw. */
  readonly clip: Rectangle
}

/** The content of an appearance that draws at most one dark text in one font, within its area and on a light background, and nothing else. */
export class ValueDrawing {
  readonly #right: number
  readonly #top: number
  #state: DrawingState
  readonly #saved: DrawingState[] = []
  /** The rectangles of the path. Two of them cut each other out of the area within which programs draw. */
  #path: Rectangle[] = []
  #clips = false
  #isInText = false
  #position: readonly [x: number, y: number] = [0, 0]
  #fontName: string | null = null
  #size = 0
  #text: string | null = null

  constructor(right: number, top: number) {
    this.#right = right
    this.#top = top
    this.#state = { fill: [0], width: 1, clip: [0, 0, right, top] }
  }

  /** The text, empty for none, and the name of the font; null for any other content. */
  read(content: string): { readonly text: string; readonly fontName: string | null } | null {
    let operands: string[] = []
    for (const [word] of content.matchAll(token)) {
      const count = operators.get(word)
      if (count === undefined) {
        if (!/^[(/]/.test(word) && !number.test(word)) return null
        operands.push(word)
      } else {
        if (operands.length !== count || !this.#draws(word, operands)) return null
        operands = []
      }
    }
    return operands.length > 0 ? null : { text: this.#text ?? '', fontName: this.#fontName }
  }

  /** Whether the drawing may have this operator here. */
  #draws(operator: string, operands: readonly string[]): boolean {
    const numbers = operands.map(Number)
    const [first = Number.NaN, second = Number.NaN] = numbers
    switch (operator) {
      case 'q':
        this.#saved.push(this.#state)
        return !this.#isInText
      case 'Q':
        this.#state = this.#saved.pop() ?? this.#state
        return !this.#isInText
      case 'BT':
        this.#isInText = true
        this.#position = [0, 0]
        return true
      case 'ET':
        this.#isInText = false
        return true
      case 'w':
        this.#state = { ...this.#state, width: first }
        return true
      case 'g':
      case 'rg':
      case 'sc':
        this.#state = { ...this.#state, fill: numbers }
        return true
      case 'cs':
        this.#state = { ...this.#state, fill: [0] }
        return operands[0] === '/DeviceRGB'
      case 'CS':
        return operands[0] === '/DeviceRGB'
      case 'Td':
        this.#position = [this.#position[0] + first, this.#position[1] + second]
        return true
      case 'Tm':
        this.#position = [numbers[4] ?? Number.NaN, numbers[5] ?? Number.NaN]
        return numbers.slice(0, 4).join(' ') === '1 0 0 1'
      case 'Tf':
        return this.#takesFont((operands[0] ?? '').slice(1), second)
      case 're':
        this.#path.push(rectangleFrom(numbers))
        return this.#isBackground()
      case 'W':
        this.#clips = true
        return this.#isBackground()
      case 'n':
        return this.#endsPath()
      case 'f':
      case 'f*':
        return this.#isBackground() && this.#state.fill.every((component) => component >= lightest) && this.#endsPath()
      case 's':
      case 'S':
        return this.#isBackground() && this.#state.width <= widestBorder && this.#endsPath()
      case 'Tj':
        return this.#takesText(operands[0] ?? '')
      default:
        return true
    }
  }

  /** What is painted comes before the text. */
  #isBackground(): boolean {
    return !this.#isInText && this.#text === null
  }

  /** A path that limits what is drawn must be one rectangle that leaves most of the area. */
  #endsPath(): boolean {
    const [only, ...others] = this.#path
    const clips = this.#clips
    this.#path = []
    this.#clips = false
    if (!clips) return true
    if (only === undefined || others.length > 0) return false
    const before = this.#state.clip
    const clip = [
      Math.max(only[0], before[0]),
      Math.max(only[1], before[1]),
      Math.min(only[2], before[2]),
      Math.min(only[3], before[3]),
    ] as const
    this.#state = { ...this.#state, clip }
    const [left, bottom, right, top] = clip
    const isAtEdge = left <= greatestMargin && bottom <= greatestMargin
    return isAtEdge && right - left >= leastShown * this.#right && top - bottom >= leastShown * this.#top
  }

  #takesFont(name: string, size: number): boolean {
    const isOther = this.#fontName !== null && name !== this.#fontName
    this.#fontName = name
    this.#size = size
    return !isOther && size >= smallestText && size <= greatestText
  }

  #takesText(operand: string): boolean {
    const [x, y] = this.#position
    const [, , right, top] = this.#state.clip
    const room = Math.max(right - (operand.length - 2) * narrowestLetter * this.#size, greatestMargin)
    const isWithin = x >= 0 && y >= 0 && x <= room && y + this.#size / 2 <= top
    const isFirst = this.#text === null && this.#isInText && this.#fontName !== null && operand.startsWith('(')
    this.#text = operand.slice(1, -1)
    return isFirst && isWithin && this.#state.fill.every((component) => component <= darkest)
  }
}

function rectangleFrom([x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN]: readonly number[]): Rectangle {
  return [Math.min(x, x + width), Math.min(y, y + height), Math.max(x, x + width), Math.max(y, y + height)]
}
