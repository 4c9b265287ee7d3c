import { createRequire } from 'node:module'
import { requireOptional } from '#std'
import { type Cell, colours, drawable, Layout, margin } from './pdf-layout.js'
import type { Sheet } from './sheet.js'
import type { SheetCertificate, SheetSignature, ShownVerdict } from './sheet-signature.js'
import type { ShownTime } from './shown-time.js'

type Document = PDFKit.PDFDocument

/**
 * The report as tagged PDF: a first page that says what a reader needs, and an annex for auditors. Searchable text with embedded fonts, language, title and the
 * structure that screen readers use (PDF/UA-1). The same sheet always gives the same pages.
 *
 * @param made creation date in the file: the validation time, so that the output depends only on the input
 */
export async function renderPdf(sheet: Sheet, made: Date): Promise<Uint8Array> {
  const PdfDocument = loadPdfDocument()
  const { texts, language } = sheet
  const document = new PdfDocument({
    size: 'A4',
    margin,
    lang: language,
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    pdfVersion: '1.7',
    // The library knows it, its types do not.
    subset: 'PDF/UA' as 'PDF/A-1',
    info: { Title: `${texts.title}: ${sheet.name}`, Creator: 'allkiri', Producer: 'allkiri', CreationDate: made, ModDate: made },
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
  layout.textAt('H1', texts.title, margin, margin - 14, layout.width, { size: 11, colour: colours.quiet })
  document.y = margin + 10
  printDesk(layout, sheet)
  printAnnex(layout, sheet)
  printNested(layout, sheet)
  layout.end()
  numberPages(document, sheet)
  embedFonts(document)
  document.end()
  await ended
  return Buffer.concat(pieces)
}

/**
 * Loads the library only for the first PDF: it is large, and most processes never write one. Uses `require`, which reads each file in one call of the platform:
 * a thread that is ended during an `import` leaves the files open that were being read, up to a hundred.
 */
function loadPdfDocument(): typeof import('pdfkit') {
  return requireOptional('pdfkit', import.meta.url) as typeof import('pdfkit')
}

/**
 * Embeds the fonts before the document ends, as for a PDF of no subset: for PDF/UA the library adds a list of the characters in each font that lacks the parts of
 * letters with marks (õ), and a list that is not complete is forbidden (ISO 14289-1 7.21.4.2). Without one, a font needs none.
 */
function embedFonts(document: Document): void {
  const library = document as unknown as { subset: number; readonly _fontFamilies: Readonly<Record<string, { finalize(): void }>> }
  const { subset } = library
  library.subset = 0
  for (const font of Object.values(library._fontFamilies)) font.finalize()
  library.subset = subset
}

/** The signed document inside, and the one inside that: the engine bounds how deep it looks. */
function printNested(layout: Layout, { nested, texts }: Sheet): void {
  if (nested === null) return
  layout.newPage()
  layout.heading('H2', texts.nested, 15)
  layout.paragraph(texts.nestedNote, { colour: colours.quiet, gap: 3 })
  printDesk(layout, nested)
  printAnnex(layout, nested)
  printNested(layout, nested)
}

/** What one puts on a desk: verdict, document, signers with times and levels, and who validated by what. */
function printDesk(layout: Layout, sheet: Sheet): void {
  const { texts, signatures } = sheet
  printVerdict(layout, sheet)
  if (sheet.trustMissing) layout.paragraph(texts.trustMissing, { strong: true, colour: colours.undecided, gap: 8 })
  layout.list(texts.warnings, sheet.warnings, { colour: colours.undecided })
  if (signatures.length > 0) {
    const stamped = signatures.every(({ kind }) => kind === 'time-stamp')
    layout.heading('H2', stamped ? texts.timeStamp.title : texts.signers, 12)
    layout.table(
      stamped
        ? ['', texts.role['time-stamping-unit'], texts.timeStamp.time, texts.timeStamp.level]
        : ['', texts.signer, texts.time, texts.level],
      signatures.map((signature) => signerRow(signature, sheet)),
      [80, 160, 134, layout.width - 374],
    )
    for (const signature of signatures) printWhy(layout, signature, sheet)
  }
  layout.heading('H2', texts.document, 12)
  layout.rows(sheet.rows.slice(0, 4))
  layout.heading('H2', texts.validation, 12)
  layout.rows([
    [texts.validationTime, both(sheet.validationTime)],
    [texts.validator, sheet.validator],
    [texts.policy, sheet.policy],
    ...(sheet.trustSources.length === 0 ? [] : [[texts.trustSources, sheet.trustSources.slice(0, 8).join('\n')] as const]),
  ])
  layout.paragraph(texts.legalNote, { colour: colours.quiet, size: 8, gap: 8 })
}

const signs: Readonly<Record<ShownVerdict, (document: Document, x: number, y: number) => void>> = {
  passed: (document, x, y) =>
    document
      .moveTo(x - 9, y + 1)
      .lineTo(x - 3, y + 7)
      .lineTo(x + 9, y - 7)
      .stroke(),
  failed: (document, x, y) =>
    document
      .moveTo(x - 7, y - 7)
      .lineTo(x + 7, y + 7)
      .moveTo(x + 7, y - 7)
      .lineTo(x - 7, y + 7)
      .stroke(),
  undecided: (document, x, y) =>
    document
      .moveTo(x, y - 10)
      .lineTo(x, y + 2)
      .moveTo(x, y + 8)
      .lineTo(x, y + 8.5)
      .stroke(),
}

function printVerdict(layout: Layout, { verdict, headline, leftOut, inside, name }: Sheet): void {
  const { document } = layout
  const left = margin + 62
  const width = layout.width - 74
  const lines = [
    { text: headline, strong: true, size: 16, colour: colours[verdict] },
    ...[...leftOut, ...inside].map((text) => ({ text, strong: true, size: 10 })),
    { text: name, size: 11 },
  ]
  const top = document.y
  const heights = lines.map(({ text, ...style }) => measured(layout, text, style, width))
  const height = Math.max(56, heights.reduce((sum, each) => sum + each, 0) + 24)
  layout.drawing((drawn) => {
    drawn
      .roundedRect(margin, top, layout.width, height, 6)
      .lineWidth(1.5)
      .fillOpacity(0.08)
      .fillAndStroke(colours[verdict], colours[verdict])
    drawn
      .fillOpacity(1)
      .circle(margin + 32, top + height / 2, 18)
      .fill(colours[verdict])
    drawn.lineWidth(3.4).lineCap('round').lineJoin('round').strokeColor('#ffffff')
    signs[verdict](drawn, margin + 32, top + height / 2)
  })
  let y = top + (height - heights.reduce((sum, each) => sum + each, 0)) / 2
  for (const [at, { text, ...style }] of lines.entries()) {
    layout.textAt('P', text, left, y, width, style)
    y += heights[at] ?? 0
  }
  document.x = margin
  document.y = top + height + 4
}

function measured(
  { document }: Layout,
  text: string,
  { strong = false, size = 10 }: { strong?: boolean; size?: number },
  width: number,
): number {
  document.font(strong ? 'strong' : 'plain').fontSize(size)
  return document.heightOfString(drawable(document, text), { width, lineGap: 1.5 })
}

function signerRow({ title, verdict, verdictText, signer, time, timeTexts, level }: SheetSignature, { texts }: Sheet): readonly Cell[] {
  const codeLabel = signer?.codeIs === 'personal' ? texts.personalCode : texts.registryCode
  const who =
    signer === null
      ? [texts.unknownSigner]
      : [signer.name, ...(signer.code === null ? [] : [`${codeLabel} ${signer.code}`]), ...(signer.beside === null ? [] : [signer.beside])]
  return [
    { text: `${title}\n${verdictText}`, strong: true, colour: colours[verdict] },
    { text: who.join('\n'), strong: true, size: 10.5 },
    { text: time === null ? texts.unknown : `${both(time)}\n${timeTexts.state}`, size: 9 },
    { text: level === null ? '–' : level.join('. '), size: 9 },
  ]
}

/** Why a signature is not valid, and what to do. */
function printWhy(
  layout: Layout,
  { verdict, verdictText, title, reason, problems, advice, warnings }: SheetSignature,
  { texts }: Sheet,
): void {
  if (verdict !== 'passed') {
    layout.paragraph(`${title}: ${reason === '' ? verdictText : reason}`, { strong: true, colour: colours[verdict], gap: 8 })
    layout.list(texts.problems, problems.slice(0, 4))
    if (advice !== '') layout.paragraph(`${texts.whatToDo}: ${advice}`, { gap: 3 })
  }
  layout.list(`${title}: ${texts.warnings.toLowerCase()}`, warnings.slice(0, 4), { colour: colours.undecided })
}

/** Everything that the verdict rests on. */
function printAnnex(layout: Layout, sheet: Sheet): void {
  const { texts } = sheet
  layout.newPage()
  layout.heading('H2', texts.annex, 15)
  for (const signature of sheet.signatures) printSignature(layout, signature, sheet)
  layout.list(texts.notes, sheet.notes)
  layout.list(texts.trustSources, sheet.trustSources)
  layout.rows(sheet.rows.slice(3))
}

function printSignature(layout: Layout, signature: SheetSignature, sheet: Sheet): void {
  const { texts } = sheet
  const { signer, verdict } = signature
  layout.heading('H3', `${signature.title}: ${signer?.name ?? texts.unknownSigner} – ${signature.verdictText}`, 12, colours[verdict])
  layout.rows([
    [texts.result, signature.codes],
    [signature.timeTexts.label, signature.time === null ? texts.unknown : `${both(signature.time)}, ${signature.timeTexts.state}`],
    ...signature.rows,
  ])
  if (verdict !== 'passed') layout.list(texts.problems, signature.problems)
  layout.list(texts.warnings, signature.warnings)
  layout.list(texts.notes, signature.notes)
  if (signature.times.length > 0) {
    layout.paragraph(texts.times, { strong: true, gap: 8 })
    layout.table(
      [texts.localTime(sheet.timeZone), 'UTC', texts.eventTitle],
      signature.times.map(({ time, text }) => [
        { text: time.local, size: 8.5 },
        { text: time.utc, size: 8.5 },
        { text, size: 8.5 },
      ]),
      [130, 118, layout.width - 248],
    )
  }
  printCertificates(layout, texts.chain, signature.chain, sheet)
  if (signature.chain.length > 0 && !signature.isAnchored) layout.paragraph(texts.notAnchored, { colour: colours.undecided, gap: 3 })
  printCertificates(layout, texts.otherCertificates, signature.others, sheet)
  const unsatisfied = signature.blocks.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned'))
  // Of a signature that passes, some check may have failed at one time and hold at another: beside the verdict that would only confuse.
  if (verdict === 'passed' || unsatisfied.length === 0) return
  layout.paragraph(texts.unsatisfied, { strong: true, gap: 8 })
  layout.table(
    [texts.checkTitle, texts.result, texts.clause],
    unsatisfied.map(({ text, answer, clause }) => [
      { text, size: 8.5 },
      { text: answer ?? '', size: 8.5 },
      { text: clause, size: 8 },
    ]),
    [140, layout.width - 290, 150],
  )
}

function printCertificates(layout: Layout, label: string, certificates: readonly SheetCertificate[], { texts }: Sheet): void {
  if (certificates.length === 0) return
  layout.paragraph(label, { strong: true, gap: 8 })
  layout.table(
    [texts.certificates, `${texts.validFrom} – ${texts.validUntil}`, texts.serialNumber],
    certificates.map(({ role, subject, notBefore, notAfter, serialNumber, namedBy }) => [
      { text: [`${role}: ${subject}`, ...namedBy.map(texts.namedBy)].join('\n'), size: 8.5 },
      { text: `${notBefore?.utc.slice(0, 10) ?? '?'}\n${notAfter?.utc.slice(0, 10) ?? '?'}`, size: 8.5 },
      { text: serialNumber, size: 7.5 },
    ]),
    [layout.width - 210, 80, 130],
  )
}

function both(time: ShownTime | null): string {
  return time === null ? '' : `${time.local} (${time.utc})`
}

/** Writes name, digest and page number at the foot last, when the number of pages is known. They are artifacts: screen readers announce page numbers themselves. */
function numberPages(document: Document, { texts, name, digest }: Sheet): void {
  const { start, count } = document.bufferedPageRange()
  const short = Array.from(name)
  const about = `${short.length > 60 ? `${short.slice(0, 60).join('')}…` : name}  ·  SHA-256 ${digest.slice(0, 16)}…`
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page)
    document.page.margins.bottom = 0
    document.markContent('Artifact', { type: 'Pagination' })
    const line = { width: document.page.width - 2 * margin, lineBreak: false }
    document.font('plain').fontSize(8).fillColor(colours.quiet)
    document.text(drawable(document, about), margin, document.page.height - 36, line)
    document.text(texts.page(page - start + 1, count), margin, document.page.height - 36, { ...line, align: 'right' })
    document.endMarkedContent()
  }
}
