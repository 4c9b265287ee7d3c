import { type WidthOf, widthOfText } from './letter-widths.js'
import type { WidgetDrawing } from './widget-drawing.js'

/** What a field shows: a text in one line or in several, or the options of a list with those that are chosen. */
export type FieldContent = { readonly kind: 'line' | 'lines'; readonly text: string } | Options

interface Options {
  readonly kind: 'options'
  readonly labels: readonly string[]
  readonly chosen: ReadonlySet<number>
}

/** The letters that codes show; null where programs may show something else. */
export type Decode = (codes: string) => string | null

export function isEmpty(content: FieldContent): boolean {
  return content.kind === 'options' ? content.labels.length === 0 : content.text === ''
}

/** All letters of what a field shows. */
export function lettersOf(content: FieldContent): string {
  return content.kind === 'options' ? content.labels.join('') : content.text.replace(/[\r\n]/g, '')
}

/**
 * Whether lines show what a field does, whole, in its order, and nothing else.
 *
 * @param trims whether the spaces at the ends of lines are known to be spaces
 */
export function showsContent(content: FieldContent, { lines }: WidgetDrawing, decode: Decode, trims: boolean): boolean {
  const plain = (text: string) => (trims ? text.replace(/^ +| +$/g, '') : text)
  const texts = lines.map(({ codes }) => decode(codes))
  // Programs draw a line break within a line as nothing.
  if (!texts.every((text) => text !== null && !/[\0-\x1f]/.test(text))) return false
  const shown = texts.map((text) => plain(text ?? ''))
  const written = trims ? shown.filter((text) => text !== '') : shown
  switch (content.kind) {
    case 'line':
      return written.length <= 1 && (written[0] ?? '') === plain(content.text)
    case 'lines':
      return isWrapped(plain(content.text), written)
    case 'options':
      return isList(content, lines, shown, plain)
  }
}

/**
 * Whether lines are the options of a list to its end, of which exactly those that are chosen are marked. OpenPDF and older versions of iText start with the first one that is
 * chosen, as a list does that is moved there.
 */
function isList(
  { labels, chosen }: Options,
  lines: WidgetDrawing['lines'],
  texts: readonly string[],
  plain: (text: string) => string,
): boolean {
  const start = labels.length - lines.length
  if (start !== 0 && start !== Math.min(...chosen)) return false
  return lines.every(({ isMarked }, index) => texts[index] === plain(labels[start + index] ?? '') && isMarked === chosen.has(start + index))
}

/** A number or a date may have spaces: a line that ends like one, and what continues it. */
const endOfNumber = /(?:\d[.,]?|[-+])$/
const startOfNumber = /^\d/

/** Whether lines are a text that is broken only where it has spaces, none of which are within a number, and in each place where it has a line break. */
function isWrapped(text: string, lines: readonly string[]): boolean {
  let rest = text.replace(/^[\r\n]+/, '')
  for (const [index, line] of lines.entries()) {
    if (!rest.startsWith(line)) return false
    const behind = rest.slice(line.length)
    rest = behind.replace(/^[ \r\n]+/, '')
    const isBreak = rest !== behind || line.endsWith(' ')
    if (index < lines.length - 1 && !isBreak) return false
    const isWithinNumber =
      endOfNumber.test(line.trimEnd()) && startOfNumber.test(rest) && !/[\r\n]/.test(behind.slice(0, behind.length - rest.length))
    if (isWithinNumber) return false
  }
  return rest === ''
}

/**
 * Whether each letter of some lines is seen: programs cut off what has no room.
 *
 * @param trims whether the spaces at the ends of lines are known to be spaces
 */
export function isWhole({ lines }: WidgetDrawing, trims: boolean): boolean {
  return lines.every(({ codes, seenLetters }) => seenLetters >= (trims ? codes.replace(/ +$/, '').length : codes.length))
}

/** Whether two drawings of one line cut it off behind the same letter. */
export function isCutAlike(one: WidgetDrawing, other: WidgetDrawing): boolean {
  const [[first, ...more], [second, ...others]] = [one.lines, other.lines]
  return (
    first !== undefined && more.length + others.length === 0 && first.codes === second?.codes && first.seenLetters === second.seenLetters
  )
}

/** The widths of the lines that a program makes of what a field shows when so much has room in one: it breaks a text of several lines where it has spaces. */
export function widthsWithin(content: FieldContent, room: number, widthOf: WidthOf): readonly number[] {
  if (content.kind !== 'lines')
    return (content.kind === 'options' ? content.labels : [content.text]).map((line) => widthOfText(line, widthOf))
  return content.text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
    const lines: number[] = []
    let line: number | null = null
    for (const word of paragraph.split(/ +/)) {
      const width = widthOfText(word, widthOf)
      const longer: number = line === null ? width : line + widthOf(' ') + width
      if (line !== null && longer > room) lines.push(line)
      line = line !== null && longer > room ? width : longer
    }
    return [...lines, line ?? 0]
  })
}

/** Whether two drawings have the same lines. */
export function hasSameLines(one: WidgetDrawing, other: WidgetDrawing): boolean {
  return (
    one.lines.length === other.lines.length &&
    one.lines.every(({ codes, isMarked }, index) => codes === other.lines[index]?.codes && isMarked === other.lines[index].isMarked)
  )
}
