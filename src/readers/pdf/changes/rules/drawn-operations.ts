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
    d: 2,
    S: 0,
    s: 0,
    f: 0,
    'f*': 0,
    B: 0,
    Tf: 2,
    Td: 2,
    TD: 2,
    'T*': 0,
    TL: 1,
    Tm: 6,
    Tj: 1,
    g: 1,
    rg: 3,
    cs: 1,
    G: 1,
    RG: 3,
    CS: 1,
  }),
)
/** Operators with as many numbers as the colour space has components. */
const colourOperators: ReadonlySet<string> = new Set(['sc', 'SC'])
/** Operators that have other operands than numbers. */
const withOtherOperands: ReadonlySet<string> = new Set(['BMC', 'Tf', 'Tj', 'cs', 'CS', 'd'])
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
/** Programs read a larger number, an integer above all, in different ways (ISO 32000-1, annex C). All read the million units to which iText limits the drawing of a list. */
const greatestNumber = 32_767
const greatestSide = 1_000_000
/** PDFium and MuPDF do not read a longer number as it is, Ghostscript none with so many digits behind the point. */
const longestNumber = 24
const text = String.raw`\((?:[^()\\]|\\(?:[0-3][0-7]{2}|[()\\]))*\)|<[0-9A-Fa-f]*>`
const token = new RegExp(String.raw`${text}|\[\]|\/[^\0\t\n\f\r ()<>[\]{}/%]+|[^\0\t\n\f\r ()<>[\]{}/%]+`, 'g')
/** Content in which every text ends on its line, and nothing is a comment, a dictionary or a list with something in it. */
const isSeparated = /^(?:[^()<>[\]{}%]|\[\]|\((?:[^()\\\r\n]|\\(?:[0-7]{3}|[()\\]))*\)|<[0-9A-Fa-f]*>)*$/

/** An operator with its operands as they are written. */
export interface DrawnOperation {
  readonly operator: string
  readonly operands: readonly string[]
}

/** The operations of content; null where it has others than an appearance with nothing but a value, or writes them so that programs read them differently. */
export function operationsOf(content: string): readonly DrawnOperation[] | null {
  if (!isSeparated.test(content)) return null
  const operations: DrawnOperation[] = []
  let operands: string[] = []
  for (const [word] of content.matchAll(token)) {
    const count = colourOperators.has(word) ? operands.length : operators.get(word)
    if (count === undefined) {
      if (!/^[(/<[]/.test(word) && !number.test(word)) return null
      operands.push(word)
    } else {
      const greatest = word === 're' ? greatestSide : greatestNumber
      const isPlain = operands.every((operand) => (number.test(operand) ? isReadAlike(operand, greatest) : withOtherOperands.has(word)))
      if (operands.length !== count || !isPlain) return null
      operations.push({ operator: word, operands })
      operands = []
    }
  }
  return operands.length === 0 ? operations : null
}

/** Whether programs read a number alike. */
function isReadAlike(operand: string, greatest: number): boolean {
  return operand.length <= longestNumber && Math.abs(Number(operand)) <= greatest
}

/** The octets of a text in content (ISO 32000-1, 7.3.4). An odd last digit is followed by a zero. */
export function codesOf(operand: string): string {
  const inner = operand.slice(1, -1)
  if (operand.startsWith('<')) return Buffer.from(inner.length % 2 === 0 ? inner : `${inner}0`, 'hex').toString('latin1')
  return inner.replace(/\\([0-7]{3}|.)/g, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped, 8) & 0xff) : escaped,
  )
}
