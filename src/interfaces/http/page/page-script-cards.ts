/** The part of the script that shows a document: its line in the overview, its report, and what its buttons do. */
export const cards = `function headlineOf(item) {
  if (item.state === 'waiting') return text('waiting')
  if (item.state === 'working') return text('working')
  return item.state === 'refused' ? text('failed') : item.languages[language].headline
}

const toneOf = (item) => (item.state === 'done' ? item.verdict : item.state === 'refused' ? 'failed' : '')
const drawings = {
  passed: 'M6.5 12.6l3.6 3.6 7.4-8.2',
  failed: 'M7.8 7.8l8.4 8.4M16.2 7.8l-8.4 8.4',
  undecided: 'M8.7 9.3a3.4 3.4 0 1 1 4.9 3c-1 .6-1.6 1.1-1.6 2.2M12 17.9v.1',
}

function signOf(tone) {
  if (tone === '') return element('div', { className: 'wait' })
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'sign')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.innerHTML = '<circle cx="12" cy="12" r="12"/><path d="' + drawings[tone] + '"/>'
  return svg
}

/** The card of a document: a line for the overview, and behind it the report. It keeps what was opened. */
function render(item) {
  const { card, file, state } = item
  const tone = toneOf(item)
  const wasOpen = card.querySelector('details')?.open ?? null
  const opened = new Set([...card.querySelectorAll('.report details')].flatMap((each, at) => (each.open ? [at] : [])))
  card.className = tone
  card.toggleAttribute('aria-busy', tone === '')
  const line = element('div', {}, element('b', { textContent: shortened(file.name) }), element('span', { className: 'headline', textContent: headlineOf(item) }))
  if (state === 'done' && item.languages[language].signers !== '') line.append(element('span', { textContent: item.languages[language].signers }))
  const summary = element('summary', { className: 'row' }, signOf(tone), line)
  const details = element('details', {}, summary)
  details.open = wasOpen ?? false
  const body = element('div', { className: 'body' })
  if (state === 'done' || state === 'refused') body.append(actionsOf(item))
  if (state === 'done') {
    const report = element('div', { className: 'report' })
    report.innerHTML = item.languages[language].html
    for (const [at, each] of report.querySelectorAll('details').entries()) {
      if (opened.has(at)) each.open = true
      each.addEventListener('toggle', () => loadChecks(item, each))
    }
    body.append(report)
  } else {
    body.append(element('h2', { textContent: shortened(file.name) }), element('p', { className: 'summary', textContent: headlineOf(item) }))
    if (state === 'refused') body.append(element('p', { textContent: sentenceOf(item.problem) }))
    if (item.problem?.detail) body.append(element('p', { className: 'note', lang: 'en', textContent: item.problem.detail }))
  }
  details.append(body)
  card.replaceChildren(details)
}

function actionsOf(item) {
  const button = (key, action) => {
    const made = element('button', { type: 'button', textContent: text(key) })
    made.addEventListener('click', () => action(made))
    return made
  }
  const actions = element('div', { className: 'actions' })
  if (item.state === 'done')
    actions.append(
      button('saveReport', (made) => keep(item, made, () => saveReport(item))),
      button('print', () => printOne(item)),
      button('copyJson', (made) => keep(item, made, () => copyJson(item))),
    )
  actions.append(button('remove', () => remove([item])))
  const both = element('div', {}, actions, element('p', { className: 'done', role: 'status' }))
  return both
}

/** Runs what takes a moment, and says how it ended below the buttons, which are others when the language has changed meanwhile. */
async function keep(item, button, run) {
  if (button.getAttribute('aria-disabled') === 'true') return
  const tell = (sentence) => item.card.querySelector('.done')?.replaceChildren(sentence)
  button.setAttribute('aria-disabled', 'true')
  tell(text('taking'))
  try {
    tell(await run())
  } catch (error) {
    tell(text('notTaken') + ' ' + sentenceOf(error))
  }
  button.removeAttribute('aria-disabled')
}

function download(blob, name) {
  const link = element('a', { href: URL.createObjectURL(blob), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60000)
  return text('taken', { name })
}

async function saveReport({ file }) {
  const name = file.name.replace(/\\.[^.]*$/, '').slice(0, 150) + '.' + (language === 'et' ? 'aruanne' : 'report') + '.pdf'
  const answer = await send('page/report', { name: file.name.slice(0, 255), language, format: 'pdf' }, file)
  return download(await answer.blob(), name)
}

async function copyJson({ file }) {
  const answer = await send('page/report', { name: file.name.slice(0, 255), language, format: 'json' }, file)
  const json = JSON.stringify(await answer.json(), null, 2)
  return (await copied(json)) ? text('copied') : text('notCopied')
}

/** The clipboard is closed to pages that did not come over TLS; an older way is not. */
async function copied(value) {
  const done = await navigator.clipboard?.writeText(value).then(() => true, () => false)
  if (done) return true
  const area = element('textarea', { value })
  document.body.append(area)
  area.select()
  const worked = document.execCommand('copy')
  area.remove()
  return worked
}

let toPrint = null

/** Some browsers return at once and print later, so the pages are prepared when the browser asks for them. */
function printOne(item) {
  toPrint = item
  print()
}

/** On paper every document is open. A card may be written again while the dialog is open, so the cards are kept and not what is in them. */
let closed = []
addEventListener('beforeprint', () => {
  document.body.classList.toggle('printing-one', toPrint !== null)
  for (const { card } of documents) card.classList.toggle('printing', card === toPrint?.card)
  toPrint = null
  for (const { card } of documents.filter(({ card }) => !card.firstChild.open)) {
    closed.push(card)
    card.firstChild.open = true
  }
})
addEventListener('afterprint', () => {
  for (const card of closed.splice(0)) card.firstChild.open = false
  document.body.classList.remove('printing-one')
})

async function loadChecks({ file, languages }, details) {
  const { signature } = details.dataset
  const place = details.querySelector('div')
  if (!details.open || signature === undefined || place.textContent !== '') return
  place.textContent = text('loading')
  try {
    const answer = await send('page/checks', { name: file.name.slice(0, 255), language, signature }, file)
    place.innerHTML = await answer.text()
  } catch (error) {
    place.textContent = ''
    place.append(element('p', { textContent: text('notLoaded') + ' ' + sentenceOf(error) }))
    details.open = false
  }
}

results.addEventListener('click', ({ target }) => {
  const button = target.closest('button[data-take]')
  if (button !== null && button.getAttribute('aria-disabled') !== 'true') take(button)
})

async function take(button) {
  const files = button.closest('.files')
  const message = files.querySelector('.taking')
  const { take: which, name } = button.dataset
  const { file } = documents.find(({ card }) => card === button.closest('article'))
  button.setAttribute('aria-disabled', 'true')
  message.textContent = text('taking')
  try {
    const answer = await send('page/files', { which, sha256: files.dataset.sha256 }, file)
    message.textContent = download(await answer.blob(), name)
  } catch (error) {
    message.textContent = text('notTaken') + ' ' + sentenceOf(error)
  }
  button.removeAttribute('aria-disabled')
}
`
