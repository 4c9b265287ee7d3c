import { type Language, languageCodes, languages, type PageTexts } from '#writers/languages'

const texts = Object.fromEntries(languageCodes.map((code) => [code, languages[code].page])) as Record<Language, PageTexts>

/**
 * The script of the page. It sends each document and shows the report, which the service returns as HTML in every language; file names are inserted as text only.
 * Documents are sent one after the other, so that a hundred documents do not take a hundred times the memory of one.
 */
export const pageScript = `'use strict'
const TEXTS = ${JSON.stringify(texts)}
const LOCALES = ${JSON.stringify(Object.fromEntries(languageCodes.map((code) => [code, languages[code].locale])))}
const byId = (id) => document.getElementById(id)
const [choose, drop, results, status, banner, bar, counts, about, policy] = ['choose', 'drop', 'results', 'status', 'banner', 'bar', 'counts', 'about', 'policy'].map(byId)
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
/** Each: file, card, state ('waiting', 'working', 'done', 'refused'), verdict, languages or problem. */
let documents = []
let queue = Promise.resolve()
let service = null
let language = document.documentElement.lang

const text = (key, values = {}) => TEXTS[language][key].replace(/\\{(\\w+)\\}/g, (_, name) => values[name] ?? '')
const rank = { failed: 0, refused: 0, undecided: 1, passed: 2 }

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

function shortened(name) {
  const shown = name.replace(/[\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]/g, '\\ufffd')
  return shown.length > 200 ? [...shown.slice(0, 200)].slice(0, -1).join('') + '…' : shown
}

choose.addEventListener('change', () => {
  add([...choose.files])
  choose.value = ''
})
for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'])
  document.body.addEventListener(type, (event) => {
    event.preventDefault()
    drop.classList.toggle('over', type === 'dragenter' || type === 'dragover')
    if (type === 'drop') add([...event.dataTransfer.files])
  })

function add(files) {
  for (const file of files) {
    const card = element('article')
    const item = { file, card, state: 'waiting' }
    documents.push(item)
    results.append(card)
    begin(item)
  }
  summarise()
}

function begin(item) {
  item.state = 'waiting'
  render(item)
  const round = (item.round ?? 0) + 1
  item.round = round
  queue = queue.then(() => (documents.includes(item) && item.round === round ? validate(item) : undefined))
}

class Problem extends Error {
  constructor(key, values = {}, detail = '') {
    super(key)
    Object.assign(this, { key, values, detail })
  }
}

async function send(path, query, file) {
  const parameters = new URLSearchParams({ ...query, zone })
  // The names of the policies may still be on their way: the service then takes its own.
  if (policy.value !== '') parameters.set('policy', policy.value)
  const answer = await fetch(path + '?' + parameters, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  }).catch(async () => {
    // A file that was changed since it was chosen cannot be read any more, which looks like a broken connection.
    throw new Problem(await file.slice(0, 1).arrayBuffer().then(() => 'unreachable', () => 'gone'))
  })
  if (!answer.ok) throw await problemOf(answer)
  return answer
}

async function problemOf(answer) {
  const [problem] = await answer.json().then(({ requestErrors }) => requestErrors, () => [])
  if (answer.status === 413) return new Problem('tooLarge')
  if (answer.status === 503) return new Problem('overloaded')
  if (answer.status >= 500 || problem === undefined) return new Problem('fault', { id: answer.headers.get('x-request-id') ?? '' })
  if (problem.work) return new Problem('tooMuchWork', {}, problem.message)
  return new Problem('refusals', { code: problem.code ?? '' }, problem.message)
}

/** What a problem says in the language of the page, and what the service says in English, for those who can use it. */
function sentenceOf(problem) {
  if (!(problem instanceof Problem)) return text('unreachable')
  if (problem.key !== 'refusals') return text(problem.key, problem.values)
  const families = TEXTS[language].refusals
  const code = problem.values.code.startsWith('DOCUMENT_TYPE') ? 'DOCUMENT_TYPE_DIFFERS' : problem.values.code
  return families[code] ?? families[code.split('_')[0]] ?? families.other
}

async function validate(item) {
  item.state = 'working'
  render(item)
  summarise()
  say(shortened(item.file.name) + ' ' + text('working'))
  try {
    if (item.file.size > Number(document.body.dataset.maxBytes)) throw new Problem('tooLarge')
    const answer = await send('page/validate', { name: item.file.name.slice(0, 255) }, item.file)
    Object.assign(item, await answer.json(), { state: 'done', problem: undefined })
  } catch (error) {
    Object.assign(item, { state: 'refused', verdict: 'refused', problem: error })
  }
  render(item)
  sort()
  summarise()
  say(shortened(item.file.name) + ': ' + headlineOf(item))
}

function headlineOf(item) {
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

/** Runs what takes a moment, and says how it ended below the buttons. */
async function keep(item, button, run) {
  if (button.getAttribute('aria-disabled') === 'true') return
  const message = item.card.querySelector('.done')
  button.setAttribute('aria-disabled', 'true')
  message.textContent = text('taking')
  try {
    message.textContent = await run()
  } catch (error) {
    message.textContent = text('notTaken') + ' ' + sentenceOf(error)
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

function printOne({ card }) {
  document.body.classList.add('printing-one')
  card.classList.add('printing')
  print()
  card.classList.remove('printing')
  document.body.classList.remove('printing-one')
}

/** On paper every document is open. */
let closed = []
addEventListener('beforeprint', () => {
  closed = [...results.querySelectorAll('article > details:not([open])')]
  for (const each of closed) each.open = true
})
addEventListener('afterprint', () => {
  for (const each of closed) each.open = false
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

function remove(items) {
  documents = documents.filter((each) => !items.includes(each))
  for (const { card } of items) card.remove()
  say(items.length === 1 ? text('removed', { name: shortened(items[0].file.name) }) : '')
  summarise()
  if (documents.length === 0) choose.focus()
  else results.focus()
}

/** Trouble first; among equals in the order in which they were chosen. What has the focus keeps it. */
function sort() {
  const focused = document.activeElement
  const ordered = documents.toSorted((a, b) => (rank[a.verdict] ?? 3) - (rank[b.verdict] ?? 3))
  if (ordered.some(({ card }, at) => results.children[at] !== card)) {
    results.append(...ordered.map(({ card }) => card))
    if (focused !== document.activeElement) focused.focus({ preventScroll: true })
  }
}

function summarise() {
  const some = (test) => documents.filter(test).length
  const of = (verdicts) => some(({ state, verdict }) => (state === 'done' || state === 'refused') && verdicts.includes(verdict))
  document.body.classList.toggle('used', documents.length > 0)
  document.body.classList.toggle('one', documents.length === 1)
  if (documents.length === 1) documents[0].card.querySelector('details').open = true
  bar.hidden = documents.length < 2
  const chips = [
    ['countDocuments', documents.length, ''],
    ['countBad', of(['failed']), 'failed'],
    ['countRefused', of(['refused']), 'failed'],
    ['countOpen', of(['undecided']), 'undecided'],
    ['countGood', of(['passed']), 'passed'],
    ['countLeft', some(({ state }) => state === 'waiting' || state === 'working'), ''],
  ]
  counts.replaceChildren(
    ...chips
      .filter(([key, count]) => key === 'countDocuments' || count > 0)
      .map(([key, count, tone]) => element('span', { className: tone === '' ? '' : 'tone ' + tone, textContent: text(key, { count }) })),
  )
}

function say(sentence) {
  status.textContent = sentence
}

byId('clear').addEventListener('click', () => remove(documents))
policy.addEventListener('change', () => {
  for (const item of documents) begin(item)
  summarise()
  describeService()
})

for (const button of document.querySelectorAll('[data-language]'))
  button.addEventListener('click', () => {
    language = button.dataset.language
    document.documentElement.lang = language
    history.replaceState(null, '', '?language=' + language)
    translate()
  })

/** Puts the texts of the language in the place of those of another. Results are rendered again from what is already here. */
function translate() {
  for (const each of document.querySelectorAll('[data-text]')) each.textContent = text(each.dataset.text)
  for (const each of document.querySelectorAll('[data-label]')) each.setAttribute('aria-label', text(each.dataset.label))
  for (const each of document.querySelectorAll('[data-language]')) each.setAttribute('aria-pressed', String(each.dataset.language === language))
  document.title = text('title') + ' – allkiri'
  for (const item of documents) render(item)
  summarise()
  say('')
  describeService()
}

const dateOf = (iso) => new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

const policyName = (name) => TEXTS[language].policies[name] ?? name

/** The foot, and the banner of a service that cannot decide: it says so before a document is blamed. */
function describeService() {
  if (service === null) return
  for (const option of policy.options) option.textContent = policyName(option.value)
  const { version, lists, stale, checkedAt, trusted, starting, clock } = service
  const parts = [
    'allkiri ' + version,
    text('policy') + ': ' + policyName(policy.value),
    lists === 0 ? (trusted ? '' : text('listsNone')) : text('lists', { count: lists }),
    checkedAt === null ? '' : text('listsChecked', { time: dateOf(checkedAt) }),
    stale > 0 ? text('listsStale', { count: stale }) : '',
    clock === null ? '' : text('fixedClock', { time: dateOf(clock) }),
  ]
  about.replaceChildren(...parts.filter((part) => part !== '').map((part) => element('span', { textContent: part })))
  banner.textContent = starting ? text('starting') : trusted ? '' : text('noTrust')
  banner.hidden = banner.textContent === ''
}

async function askService() {
  try {
    service = await (await fetch('page/service')).json()
    if (policy.options.length === 0) {
      policy.append(...service.policies.map((name) => element('option', { value: name })))
      policy.value = service.policy
    }
    byId('policies').hidden = service.policies.length < 2
    describeService()
  } catch {
    say(text('unreachable'))
  }
  // A service without trust may get it at any time.
  if (service === null || service.starting || !service.trusted) setTimeout(askService, 10000)
}

askService()
`
