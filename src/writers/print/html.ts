import type { Sheet, SheetBlock, SheetSignature } from './sheet.js'

/** The report as one HTML file without scripts or external resources, so that it can be archived, sent and printed. */
export function renderHtml(sheet: Sheet): string {
  const { texts, language } = sheet
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="allkiri">
<title>${escaped(`${texts.title}: ${sheet.rows[0]?.[1] ?? ''}`)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>${escaped(texts.title)}</h1>
${renderBody(sheet, 'h2')}
</main>
</body>
</html>
`
}

/** The contents of the report. `files` is markup that stands below the signatures. */
export function renderBody(sheet: Sheet, heading: 'h2' | 'h3', files = ''): string {
  const { texts } = sheet
  return `<p class="summary ${sheet.verdict}">${escaped(sheet.summary)}</p>
${list(sheet.warnings, 'warnings', texts.warnings)}
${sheet.signatures.map((signature) => renderSignature(signature, sheet, heading)).join('\n')}
${files}
<details class="about"><summary>${escaped(texts.document)}</summary>
${rows(sheet.rows)}
${plainList(sheet.trustSources, texts.trustSources)}
<p>${escaped(texts.utc)} ${escaped(texts.legalNote)}</p>
</details>`
}

function renderSignature(signature: SheetSignature, { texts }: Sheet, heading: 'h2' | 'h3'): string {
  return `<section class="signature ${signature.verdict}">
<${heading}>${escaped(signature.title)}: <span class="verdict">${escaped(signature.verdictText)}</span></${heading}>
${signature.reason === '' ? '' : `<p class="reason">${escaped(signature.reason)}</p>`}
${rows(signature.rows)}
${list(signature.problems, 'problems', texts.problems)}
${list(signature.warnings, 'warnings', texts.warnings)}
<details><summary>${escaped(texts.times)}</summary>
<ol class="times">${signature.times.map(([time, event]) => `<li><time>${escaped(time)}</time> ${escaped(event)}</li>`).join('')}</ol></details>
<details><summary>${escaped(texts.certificates)}</summary>
<ul>${signature.certificates.map(({ role, name, lines }) => `<li><strong>${escaped(role)}</strong>: ${escaped(name)}${lines.map((line) => `<br>${escaped(line)}`).join('')}</li>`).join('')}</ul></details>
<details><summary>${escaped(texts.checks)} <span class="codes">(${escaped(signature.codes)})</span></summary>
${signature.blocks.map(renderBlock).join('\n')}</details>
</section>`
}

const marks: Readonly<Record<string, string>> = { satisfied: '✓', failed: '✗', warned: '!', informed: 'i' }

function renderBlock({ title, status, checks }: SheetBlock): string {
  const lines = checks.map(
    ({ outcome, text, clause }) =>
      `<li class="${escaped(outcome)}"><span aria-hidden="true">${marks[outcome] ?? ''}</span> <span class="outcome">${escaped(outcome)}:</span> ${escaped(text)} <small>${escaped(clause)}</small></li>`,
  )
  return `<div class="block" lang="en"><p><strong>${escaped(title)}</strong> ${escaped(status)}</p><ul>${lines.join('')}</ul></div>`
}

function rows(values: Sheet['rows']): string {
  return `<dl>${values.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>`
}

/** A list of check messages, which are in English in every language of the page. */
function list(sentences: readonly string[], kind: string, label: string): string {
  if (sentences.length === 0) return ''
  return `<p class="label">${escaped(label)}</p><ul class="${kind}" lang="en">${sentences.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`
}

function plainList(items: readonly string[], label: string): string {
  return items.length === 0
    ? ''
    : `<p class="label">${escaped(label)}</p><ul>${items.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`
}

/** Escapes text for elements and quoted attributes. Every text of a report is escaped here; classes and other names in the markup are constants. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const styles = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;padding:1.5rem}main{max-width:50rem;margin:auto}
h1{font-size:1.5rem}h2,h3{font-size:1.15rem;margin:.2rem 0;overflow-wrap:anywhere}
.summary{font-weight:600}.signature{border:1px solid #8888;border-left:.5rem solid;border-radius:.3rem;padding:.6rem 1rem;margin:1rem 0}
.passed{border-left-color:#2a7d3f}.failed{border-left-color:#b3261e}.undecided{border-left-color:#8a6100}
dl{margin:.5rem 0}dl div{display:grid;grid-template-columns:12rem 1fr;gap:.2rem 1rem}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
ul,ol{padding-left:1.3rem;overflow-wrap:anywhere}.label{font-weight:600;margin:.5rem 0 0}time{font-variant-numeric:tabular-nums}.block ul{list-style:none;padding-left:0}
@media(max-width:36rem){dl div{grid-template-columns:1fr}body{padding:.8rem}}
@media print{details{display:block}.signature{break-inside:avoid-page}}
`
