import type { Row } from './sheet-signature.js'

type Document = PDFKit.PDFDocument
/** `dictionary`: where the element is written; the types of the library lack it. */
type Element = PDFKit.PDFStructureElement & { readonly dictionary?: { readonly data: Record<string, unknown> } }

export const colours = {
  passed: '#12643a',
  failed: '#a3161d',
  undecided: '#745000',
  text: '#16202e',
  quiet: '#4d5b6c',
  line: '#c3ccd6',
} as const
export const margin = 54
const foot = 46

/** Characters of one paragraph or cell. A longer text is split, so that each part fits on one page: a structure element that goes on behind a page break would leave its tags open. */
const longest = 1_400

interface TextStyle {
  readonly strong?: boolean
  readonly size?: number
  readonly colour?: string
  /** Points above. */
  readonly gap?: number
}

export interface Cell extends TextStyle {
  readonly text: string
}

/**
 * Writes from top to bottom, each piece as a structure element. Every piece is measured before it is written, and begins a new page when it does not fit: the
 * library would break inside the element, and neither colour nor tags would go on behind the break.
 */
export class Layout {
  readonly document: Document
  readonly width: number
  readonly #root: Element

  constructor(document: Document) {
    this.document = document
    this.width = document.page.width - 2 * margin
    this.#root = document.struct('Document')
    document.addStructure(this.#root)
  }

  /** The structure of what stands on a desk, or of the annex. */
  heading(role: 'H1' | 'H2' | 'H3', text: string, size: number, colour: string = colours.text): void {
    // With the two lines below it: a heading at the foot of a page belongs to nothing.
    this.#write(this.#root, role, text, { strong: true, size, colour, gap: size * 0.9 }, 60)
  }

  paragraph(text: string, style: TextStyle = {}): void {
    for (const part of parts(text)) this.#write(this.#root, 'P', part, style)
  }

  list(label: string, items: readonly string[], style: TextStyle = {}): void {
    if (items.length === 0) return
    this.#write(this.#root, 'P', label, { strong: true, size: 9.5, gap: 7, ...style }, 30)
    const list = this.document.struct('L')
    this.#root.add(list)
    for (const item of items.flatMap(parts)) {
      const entry = this.document.struct('LI')
      list.add(entry)
      this.#write(entry, 'LBody', `•  ${item}`, { size: 9.5 })
      entry.end()
    }
    list.end()
  }

  /** Labels and values: a table with a header cell in each row. */
  rows(rows: readonly Row[], labelWidth = 130): void {
    const split = rows.flatMap(([label, value]) =>
      parts(value).map((part, at): readonly Cell[] => [
        { text: at === 0 ? label : '', colour: colours.quiet },
        { text: part, size: /^[0-9a-f]{64}$/.test(part) ? 8 : 9.5 },
      ]),
    )
    this.#table(null, split, [labelWidth, this.width - labelWidth], 'row')
  }

  /** @param widths points, of which the sum is the width of the text */
  table(head: readonly string[], rows: readonly (readonly Cell[])[], widths: readonly number[]): void {
    this.#table(
      head.map((text) => ({ text, strong: true, size: 8.5, colour: colours.quiet })),
      rows,
      widths,
      'column',
    )
  }

  /** What is drawn and no text. Readers of the structure do not see it. */
  drawing(draw: (document: Document) => void): void {
    this.document.markContent('Artifact', { type: 'Layout' })
    this.document.save()
    draw(this.document)
    this.document.restore()
    this.document.endMarkedContent()
  }

  /** Begins a new page unless this much fits. */
  room(height: number): void {
    if (this.document.y + height > this.document.page.height - margin - foot) this.newPage()
  }

  newPage(): void {
    this.document.addPage()
  }

  end(): void {
    this.#root.end()
  }

  /** A text at a place of its own, such as beside the sign of the verdict. */
  textAt(role: 'H1' | 'P', text: string, x: number, y: number, width: number, style: TextStyle): number {
    const height = this.#heightOf({ text, ...style }, width)
    this.#root.add(this.document.struct(role, {}, () => this.#text({ text, ...style }, x, y, width)))
    return height
  }

  #table(head: readonly Cell[] | null, rows: readonly (readonly Cell[])[], widths: readonly number[], scope: 'row' | 'column'): void {
    if (rows.length === 0) return
    const table = this.document.struct('Table')
    this.#root.add(table)
    this.document.y += 3
    if (head !== null) this.#row(table, head, widths, () => 'TH', 'Column', rows[0])
    for (const row of rows) this.#row(table, row, widths, (at) => (scope === 'row' && at === 0 ? 'TH' : 'TD'), 'Row')
    table.end()
  }

  #row(
    table: Element,
    cells: readonly Cell[],
    widths: readonly number[],
    roleOf: (at: number) => 'TH' | 'TD',
    scope: 'Row' | 'Column',
    together: readonly Cell[] = [],
  ): void {
    const heightOf = (row: readonly Cell[]) => Math.max(0, ...row.map((cell, at) => this.#heightOf(cell, (widths[at] ?? 0) - 8))) + 5
    const height = heightOf(cells)
    this.room(height + (together.length > 0 ? heightOf(together) : 0))
    const top = this.document.y
    const row = this.document.struct('TR')
    table.add(row)
    let x = margin
    for (const [at, cell] of cells.entries()) {
      const left = x
      const width = widths[at] ?? 0
      const role = roleOf(at)
      const element: Element = this.document.struct(role, {}, () => this.#text(cell, left, top, width - 8))
      if (role === 'TH' && element.dictionary !== undefined) element.dictionary.data['A'] = { O: 'Table', Scope: scope }
      row.add(element)
      element.end()
      x += width
    }
    row.end()
    this.drawing((document) =>
      document
        .moveTo(margin, top + height - 2)
        .lineTo(margin + this.width, top + height - 2)
        .lineWidth(0.4)
        .stroke(colours.line),
    )
    this.document.x = margin
    this.document.y = top + height
  }

  #write(parent: Element, role: string, text: string, style: TextStyle, below = 0): void {
    const height = this.#heightOf({ text, ...style }, this.width)
    if (style.gap !== undefined) this.document.y += style.gap
    this.room(height + below)
    const top = this.document.y
    const element = this.document.struct(role, {}, () => this.#text({ text, ...style }, margin, top, this.width))
    parent.add(element)
    element.end()
    this.document.x = margin
    this.document.y = top + height
  }

  #heightOf({ text, strong = false, size = 9.5 }: Cell, width: number): number {
    return this.document
      .font(strong ? 'strong' : 'plain')
      .fontSize(size)
      .heightOfString(drawable(this.document, text), { width, lineGap: 1.5 })
  }

  #text({ text, strong = false, size = 9.5, colour = colours.text }: Cell, x: number, y: number, width: number): void {
    this.document
      .font(strong ? 'strong' : 'plain')
      .fontSize(size)
      .fillColor(colour)
      .text(drawable(this.document, text), x, y, { width, lineGap: 1.5 })
  }
}

/**
 * The text as the chosen font can draw it, with U+FFFD for each character that the font lacks: its glyph for those has no meaning that a screen reader could say,
 * and PDF/UA forbids it (ISO 14289-1 7.21.8).
 */
export function drawable(document: Document, text: string): string {
  if (text === '') return ' '
  if (!/[^\n -\u024f]/.test(text)) return text
  const { font } = (document as unknown as { readonly _font: { readonly font: { hasGlyphForCodePoint(point: number): boolean } } })._font
  const isDrawn = (character: string) => character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  return Array.from(text, (character) => (isDrawn(character) ? character : '\ufffd')).join('')
}

/** The text in parts that each fit on a page. */
function parts(text: string): readonly string[] {
  if (text.length <= longest) return [text]
  const characters = Array.from(text)
  return Array.from({ length: Math.ceil(characters.length / longest) }, (_, at) =>
    characters.slice(at * longest, (at + 1) * longest).join(''),
  )
}
