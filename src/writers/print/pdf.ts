import { createRequire } from 'node:module'
import type { Sheet, SheetSignature } from './sheet.js'

type Document = PDFKit.PDFDocument

const colours = { passed: '#1b6b32', failed: '#a01c15', undecided: '#7a5600', text: '#1a1a1a', muted: '#555555' } as const
const margin = 56

/**
 * The report as tagged PDF: searchable text with embedded fonts, language, title and the structure that screen readers use. The same sheet always gives the
 * same pages.
 *
 * @param made creation date in the file: the validation time, so that the output depends only on the input
 */
export async function renderPdf(sheet: Sheet, made: Date): Promise<Uint8Array> {
  const PdfDocument = loadPdfDocument()
  const { texts, language } = sheet
  const title = `${texts.title}: ${sheet.rows[0]?.[1] ?? ''}`
  const document = new PdfDocument({
    size: 'A4',
    margin,
    lang: language,
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    pdfVersion: '1.7',
    info: { Title: title, Creator: 'allkiri', Producer: 'allkiri', CreationDate: made, ModDate: made },
  })
  const pieces: Uint8Array[] = []
  document.on('data', (piece: Uint8Array) => pieces.push(piece))
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve)
    document.once('error', reject)
  })
  const fonts = createRequire(import.meta.url)
  document.registerFont('plain', fonts.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'))
  document.registerFont('strong', fonts.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'))
  const layout = new Layout(document)
  layout.heading('H1', texts.title, 18)
  layout.rows(sheet.rows)
  layout.paragraph(sheet.summary, { strong: true, size: 12, gap: 8 })
  layout.list(texts.warnings, sheet.warnings)
  for (const signature of sheet.signatures) printSignature(layout, signature, sheet)
  layout.list(texts.trustSources, sheet.trustSources)
  layout.paragraph(`${texts.utc} ${texts.legalNote}`, { colour: colours.muted, size: 8, gap: 10 })
  layout.end()
  numberPages(document, sheet)
  document.end()
  await ended
  return Buffer.concat(pieces)
}

/**
 * Loads the library only for the first PDF: it is large, and most processes never write one. Uses `require`, which reads each file in one call of the platform:
 * a thread that is ended during an `import` leaves the files open that were being read, up to a hundred.
 */
function loadPdfDocument(): typeof import('pdfkit') {
  return createRequire(import.meta.url)('pdfkit') as typeof import('pdfkit')
}

function printSignature(layout: Layout, signature: SheetSignature, { texts }: Sheet): void {
  layout.heading('H2', `${signature.title}: ${signature.verdictText}`, 13, colours[signature.verdict])
  layout.paragraph(signature.codes, { colour: colours.muted, size: 8 })
  if (signature.reason !== '') layout.paragraph(signature.reason, { strong: true })
  layout.rows(signature.rows)
  layout.list(texts.problems, signature.problems)
  layout.list(texts.warnings, signature.warnings)
  layout.list(
    texts.times,
    signature.times.map(([time, event]) => `${time}  ${event}`),
  )
  layout.list(
    texts.certificates,
    signature.certificates.map(({ role, name, lines }) => `${role}: ${name}; ${lines.join('; ')}`),
  )
  const unsatisfied = signature.blocks.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned'))
  layout.list(
    `${texts.checks} (${texts.unsatisfied})`,
    unsatisfied.map(({ text, clause }) => `${text} [${clause}]`),
  )
}

interface TextStyle {
  /** Printed in bold before the text, on the same line. */
  readonly label?: string
  readonly strong?: boolean
  readonly size?: number
  readonly colour?: string
  /** Points above. */
  readonly gap?: number
}

/** Writes paragraphs from top to bottom, each as a structure element. The library breaks lines and pages. */
class Layout {
  readonly #document: Document
  readonly #root: PDFKit.PDFStructureElement

  constructor(document: Document) {
    this.#document = document
    this.#root = document.struct('Document')
    document.addStructure(this.#root)
  }

  heading(role: 'H1' | 'H2', text: string, size: number, colour: string = colours.text): void {
    this.#write(role, text, { strong: true, size, colour, gap: size })
  }

  paragraph(text: string, style: TextStyle = {}): void {
    this.#write('P', text, style)
  }

  rows(rows: Sheet['rows']): void {
    for (const [label, value] of rows) this.#write('P', value, { size: 9.5, label })
  }

  list(label: string, items: readonly string[]): void {
    if (items.length === 0) return
    this.#write('P', label, { strong: true, size: 9.5, gap: 5 })
    for (const item of items) this.#write('P', `• ${item}`, { size: 9 })
  }

  end(): void {
    this.#root.end()
  }

  #write(role: string, text: string, { label, strong = false, size = 10, colour = colours.text, gap = 0 }: TextStyle): void {
    const document = this.#document
    this.#root.add(
      document.struct(role, {}, () => {
        document
          .font(strong ? 'strong' : 'plain')
          .fontSize(size)
          .fillColor(colour)
        if (gap > 0) document.y += gap
        // Keeps a heading on the same page as the text below it.
        if (role.startsWith('H') && document.y > document.page.height - margin - 90) document.addPage()
        const line = { width: document.page.width - 2 * margin, lineGap: 1.5 }
        if (label === undefined) document.text(text, margin, document.y, line)
        else {
          document.font('strong').text(`${label}: `, margin, document.y, { ...line, continued: true })
          document.font('plain').text(text, line)
        }
      }),
    )
  }
}

/** Writes the page numbers last, when the number of pages is known. They are marked as artifacts, because screen readers announce page numbers themselves. */
function numberPages(document: Document, { texts }: Sheet): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page)
    document.page.margins.bottom = 0
    document.markContent('Artifact', { type: 'Pagination' })
    document
      .font('plain')
      .fontSize(8)
      .fillColor(colours.muted)
      .text(texts.page(page - start + 1, count), margin, document.page.height - 36, {
        width: document.page.width - 2 * margin,
        align: 'right',
        lineBreak: false,
      })
    document.endMarkedContent()
  }
}
