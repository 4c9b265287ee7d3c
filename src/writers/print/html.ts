import { reportStyles } from '#writers/styles'
import type { Sheet } from './sheet.js'
import type { SheetBlock, SheetCertificate, SheetEvent, SheetSignature, ShownVerdict } from './sheet-signature.js'
import type { ShownTime } from './shown-time.js'

/** How the parts of a report are put into a page. */
interface Markup {
  /** Level of the heading of a signature. */
  readonly heading: 2 | 3
  /** Markup below the signatures: the files. */
  readonly files: string
  /** The checks of a signature: written here, or fetched by the page when they are opened. */
  readonly checks: (signature: SheetSignature, index: number) => string
  /** Signatures above which the times and certificates of each are closed. */
  readonly openedSignatures: number
}

/** The report as one HTML file without scripts or external resources, so that it can be archived, sent and printed. */
export function renderHtml(sheet: Sheet): string {
  const { texts, language } = sheet
  const markup: Markup = { heading: 2, files: '', checks: ({ blocks }) => renderBlocks(blocks, sheet), openedSignatures: 50 }
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="allkiri">
<title>${escaped(`${texts.title}: ${sheet.name}`)}</title>
<style>body{margin:0;padding:1.5rem;background:var(--ground);color:var(--ink)}main{max-width:54rem;margin:auto}h1{font-size:1.2rem;margin:0 0 1rem;color:var(--quiet)}
${reportStyles}</style>
</head>
<body>
<main class="report">
<h1>${escaped(texts.title)}</h1>
${renderVerdict(sheet, `<p class="name">${escaped(sheet.name)}</p>`)}
${renderBody(sheet, markup)}
</main>
</body>
</html>
`
}

/** The sign and the sentence. `name` is markup. */
export function renderVerdict({ verdict, headline, leftOut, inside }: Sheet, name: string): string {
  return `<div class="verdict ${verdict}">${sign(verdict)}<div><p class="summary">${escaped(headline)}</p>${[...leftOut, ...inside].map((text) => `<p class="left-out">${escaped(text)}</p>`).join('')}${name}</div></div>`
}

/** The contents of the report below the verdict. */
export function renderBody(sheet: Sheet, markup: Markup): string {
  const { texts } = sheet
  return `${sheet.trustMissing ? `<p class="banner">${escaped(texts.trustMissing)}</p>` : ''}
${warned(sheet.warnings, texts.warnings)}
${sheet.signatures.map((signature, index) => renderSignature(signature, index, sheet, markup)).join('\n')}
${markup.files}
${closedList(sheet.notes, texts.notes)}
${renderAbout(sheet)}
${sheet.nested === null ? '' : renderNested(sheet.nested, markup)}`
}

function renderNested(nested: Sheet, markup: Markup): string {
  const { texts } = nested
  const heading = `h${markup.heading}`
  // The page fetches checks by the number of a signature of the document itself.
  const inside: Markup = { ...markup, files: '', checks: ({ blocks }) => renderBlocks(blocks, nested) }
  return `<section class="nested"><${heading}>${escaped(texts.nested)}</${heading}><p class="note">${escaped(texts.nestedNote)}</p>
${renderVerdict(nested, `<p class="name">${escaped(nested.name)}</p>`)}${renderBody(nested, inside)}</section>`
}

function renderSignature(signature: SheetSignature, index: number, sheet: Sheet, markup: Markup): string {
  const { texts } = sheet
  const { signer, level } = signature
  const heading = `h${markup.heading}`
  const facts = [
    ...(signature.time === null ? [] : [[signature.timeTexts.label, timeWithNote(signature)] as const]),
    ...(level === null ? [] : [[texts.level, `${escaped(level[0])}<small>${escaped(level[1])}</small>`] as const]),
    ...signature.rows.map(([label, value]) => [label, escaped(value)] as const),
  ]
  const drawn = `<div class="two">${renderTimes(signature.times, sheet, markup)}${renderChain(signature, sheet, markup)}</div>`
  const isOpen = sheet.signatures.length <= markup.openedSignatures
  return `<div role="group" class="signature ${signature.verdict}" aria-label="${escaped(`${signature.title}: ${signature.verdictText}`)}">
<div class="head">${sign(signature.verdict)}<div><p class="kind">${escaped(signature.title)}</p>
<${heading} class="who">${escaped(signer?.name ?? texts.unknownSigner)}</${heading}>
${signer?.code == null ? '' : `<p class="code">${escaped(signer.codeIs === 'personal' ? texts.personalCode : texts.registryCode)} ${escaped(signer.code)}</p>`}
${signer?.beside == null ? '' : `<p class="code">${escaped(signer.beside)}</p>`}</div>
<p class="badge">${escaped(signature.verdictText)}</p></div>
${renderWhy(signature, sheet)}
<dl class="facts">${facts.map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${value}</dd>`).join('')}</dl>
${warned(signature.warnings, texts.warnings)}
${isOpen ? drawn : `<details><summary>${escaped(texts.times)}, ${escaped(texts.certificates.toLowerCase())}</summary>${drawn}</details>`}
${closedList(signature.notes, texts.notes)}
${signature.others.length === 0 ? '' : `<details><summary>${escaped(texts.otherCertificates)} (${signature.others.length})</summary><ol class="chain others">${signature.others.map((each) => certificate(each, sheet)).join('')}</ol></details>`}
<details class="checks" data-signature="${index}"><summary>${escaped(texts.checksTitle)} <span class="codes">(${escaped(signature.codes)})</span></summary><div>${markup.checks(signature, index)}</div></details>
</div>`
}

/** Why it is not valid, and what to do. */
function renderWhy({ verdict, reason, advice, problems }: SheetSignature, { texts }: Sheet): string {
  if (verdict === 'passed') return ''
  return `<div class="why">${reason === '' ? '' : `<p class="reason">${escaped(reason)}</p>`}
${problems.length === 0 ? '' : `<ul class="problems">${problems.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`}
${advice === '' ? '' : `<p class="advice"><strong>${escaped(texts.whatToDo)}:</strong> ${escaped(advice)}</p>`}</div>`
}

function timeWithNote({ time, timeTexts }: SheetSignature): string {
  if (time === null) return ''
  return `${shownTime(time)} – ${escaped(timeTexts.state)}<small>${escaped(timeTexts.note)}</small>`
}

function shownTime({ local, utc, iso }: ShownTime): string {
  return `<time datetime="${iso}">${escaped(local)} <small class="utc">(${escaped(utc)})</small></time>`
}

function renderTimes(times: readonly SheetEvent[], { texts }: Sheet, { heading }: Markup): string {
  if (times.length === 0) return ''
  const items = times.map(({ time, text, event, alive, isProof }) => {
    const kind = event === 'validation' ? ' now' : isProof ? ' proof' : ''
    return `<li class="event${alive ? ' alive' : ''}${kind}"><b>${escaped(text)}</b><time datetime="${time.iso}">${escaped(time.local)} <span class="utc">(${escaped(time.utc)})</span></time></li>`
  })
  return `<div><h${heading + 1}>${escaped(texts.times)}</h${heading + 1}><ol class="line">${items.join('')}</ol></div>`
}

function renderChain({ chain, isAnchored }: SheetSignature, sheet: Sheet, { heading }: Markup): string {
  const { texts } = sheet
  if (chain.length === 0) return ''
  const named = chain.at(-1)?.namedBy ?? []
  const end = isAnchored
    ? named.map((list) => `<li class="list">${escaped(list)}</li>`).join('')
    : `<li class="nobody">${escaped(texts.notAnchored)}</li>`
  return `<div><h${heading + 1}>${escaped(texts.chain)}</h${heading + 1}><ol class="chain">${chain.map((each) => certificate(each, sheet)).join('')}${end}</ol></div>`
}

function certificate({ role, name, subject, notBefore, notAfter, serialNumber }: SheetCertificate, { texts }: Sheet): string {
  const validity = texts.validity(notBefore?.utc.slice(0, 10) ?? '?', notAfter?.utc.slice(0, 10) ?? '?')
  return `<li><small>${escaped(role)}</small><b>${escaped(name)}</b><small>${escaped(subject)}</small><small>${escaped(validity)}</small><small>${escaped(`${texts.serialNumber} ${serialNumber}`)}</small></li>`
}

/** Who validated, when, by which policy and lists, and the digests. */
function renderAbout({ texts, validationTime, validator, policy, trustSources, rows }: Sheet): string {
  const facts = [
    ...(validationTime === null ? [] : [[texts.validationTime, shownTime(validationTime)] as const]),
    [texts.validator, escaped(validator)] as const,
    [texts.policy, escaped(policy)] as const,
    ...(trustSources.length === 0 ? [] : [[texts.trustSources, trustSources.map(escaped).join('<br>')] as const]),
    ...rows.map(
      ([label, value]) => [label, `<span${/^[0-9a-f]{64}$/.test(value) ? ' class="digest"' : ''}>${escaped(value)}</span>`] as const,
    ),
  ]
  return `<dl class="facts about">${facts.map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${value}</dd>`).join('')}</dl><p class="note">${escaped(texts.legalNote)}</p>`
}

const marks = { satisfied: '✓', failed: '✗', warned: '!', informed: '–', 'not-applicable': '' } as const

/** All blocks of a signature. */
export function renderBlocks(blocks: readonly SheetBlock[], sheet: Pick<Sheet, 'texts'>): string {
  return blocks.map((block) => renderBlock(block, sheet)).join('\n')
}

function renderBlock({ title, status, checks }: SheetBlock, { texts }: Pick<Sheet, 'texts'>): string {
  const lines = checks.map(
    ({ outcome, text, answer, clause }) =>
      `<li class="${outcome === 'warned' ? 'warned-check' : outcome}"><span class="mark" aria-hidden="true">${marks[outcome]}</span><span>${escaped(text)}${answer === null ? '' : `<span class="answer">${escaped(answer)}</span>`}<small>${escaped(`${texts.outcome[outcome]} – ${clause}`)}</small></span></li>`,
  )
  return `<div class="block"><p>${escaped(title)} <span>${escaped(status)}</span></p><ul>${lines.join('')}</ul></div>`
}

function warned(sentences: readonly string[], label: string): string {
  if (sentences.length === 0) return ''
  return `<div class="warned"><p class="label">${escaped(label)}</p><ul class="warnings">${sentences.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul></div>`
}

function closedList(sentences: readonly string[], label: string): string {
  if (sentences.length === 0) return ''
  return `<details><summary>${escaped(label)} (${sentences.length})</summary><ul>${sentences.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul></details>`
}

const drawings: Readonly<Record<ShownVerdict, string>> = {
  passed: '<path d="M6.5 12.6l3.6 3.6 7.4-8.2"/>',
  failed: '<path d="M7.8 7.8l8.4 8.4M16.2 7.8l-8.4 8.4"/>',
  undecided: '<path d="M8.7 9.3a3.4 3.4 0 1 1 4.9 3c-1 .6-1.6 1.1-1.6 2.2"/><circle cx="12" cy="18" r="1.5"/>',
}

/** The sign of a verdict. Words say the same beside it, so it is hidden from screen readers. */
export function sign(verdict: ShownVerdict): string {
  return `<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="12"/>${drawings[verdict]}</svg>`
}

/** Escapes text for elements and quoted attributes. Every text of a report is escaped here; classes and other names in the markup are constants. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
