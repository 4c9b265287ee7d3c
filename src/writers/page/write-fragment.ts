import type { DocumentReport } from '#model'
import { buildSheet, escaped, type Language, type PrintedFile, renderBody, type Sheet } from '#writers/print'

/**
 * The report as a fragment for the page, which shows several reports: a heading with the document name, the contents of the printed report, and the files of the
 * document with buttons to take them out.
 */
export function writeFragment(report: DocumentReport, language: Language, files: readonly PrintedFile[]): string {
  const sheet = buildSheet(report, language, files)
  return `<h2>${escaped(sheet.rows[0]?.[1] ?? '')}</h2>\n${renderBody(sheet, 'h3', renderFiles(sheet))}`
}

/** The list of the files in the document, with the attributes that the script of the page needs to download them. */
function renderFiles({ files, digest, texts }: Sheet): string {
  if (files.length === 0) return ''
  const items = files.map(({ name, safeName, about }, index) => {
    const button =
      safeName === null
        ? ''
        : ` <button type="button" data-take="${index}" data-name="${escaped(safeName)}" aria-label="${escaped(`${texts.download}: ${name}`)}">${escaped(texts.download)}</button>`
    return `<li><span>${escaped(name)}</span> <small>(${escaped(about)})</small>${button}</li>`
  })
  const several = files.filter(({ safeName }) => safeName !== null).length > 1
  const all = several ? `<p><button type="button" data-take="all" data-name="files.zip">${escaped(texts.downloadAll)}</button></p>` : ''
  return `<details class="files" data-sha256="${escaped(digest)}"><summary>${escaped(texts.files)} (${files.length})</summary>
<ul>${items.join('')}</ul>${all}<p class="taking" role="status"></p></details>`
}
