import type { DocumentReport } from '#model'
import { type Language, languageCodes } from '#writers/languages'
import { buildSheet, escaped, type PrintedFile, renderBlocks, renderBody, renderVerdict, type Sheet } from '#writers/print'

/** What the page needs of a report: the verdict, by which it sorts, and the report in each language, so that a change of the language needs no request. */
export interface PageReport {
  readonly verdict: Sheet['verdict']
  /** SHA-256 of the document, lower-case hex. */
  readonly digest: string
  readonly languages: Readonly<Record<Language, PageFragment>>
}

interface PageFragment {
  /** The sentence about all signatures, with the files that they leave out. */
  readonly headline: string
  /** Who signed, for the overview. */
  readonly signers: string
  readonly html: string
}

interface PageOptions {
  readonly files: readonly PrintedFile[]
  readonly timeZone: string
  readonly validator: string
}

/** Signatures of one document above which the page closes the times and certificates of each. */
const openedSignatures = 10

/** Signers that the overview names. */
const namedSigners = 3

/** The report for the page, in every language. */
export function writePageReport(report: DocumentReport, options: PageOptions): PageReport {
  const sheets = languageCodes.map((language) => [language, buildSheet(report, { ...options, language })] as const)
  return {
    verdict: sheets[0]?.[1].verdict ?? 'undecided',
    digest: report.document.digest,
    languages: Object.fromEntries(sheets.map(([language, sheet]) => [language, fragmentOf(sheet)])) as PageReport['languages'],
  }
}

/** The checks of one signature as markup, which the page asks for when they are opened; empty when there is no such signature. */
export function writeChecks(report: DocumentReport, language: Language, signature: number): string {
  const sheet = buildSheet(report, { language })
  return renderBlocks(sheet.signatures[signature]?.blocks ?? [], sheet)
}

function fragmentOf(sheet: Sheet): PageFragment {
  const names = [...new Set(signersIn(sheet).map(({ signer }) => signer?.name ?? sheet.texts.unknownSigner))]
  return {
    headline: [sheet.headline, ...sheet.leftOut, ...sheet.inside].join(' '),
    signers: [...names.slice(0, namedSigners), ...(names.length > namedSigners ? ['…'] : [])].join(', '),
    html: `<h2>${escaped(sheet.name)}</h2>\n${renderVerdict(sheet, '')}\n${renderBody(sheet, { heading: 3, files: renderFiles(sheet), checks: () => '', openedSignatures })}`,
  }
}

/** Who signed the document or the one inside it; of a document that only time-stamps cover, their units. */
function signersIn(sheet: Sheet): Sheet['signatures'] {
  const all = (each: Sheet): Sheet['signatures'] => [...each.signatures, ...(each.nested === null ? [] : all(each.nested))]
  const signed = all(sheet).filter(({ kind }) => kind !== 'time-stamp')
  return signed.length > 0 ? signed : all(sheet)
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
