import { type Language, languageCodes, languages, type PageTexts } from '#writers/languages'
import { cards } from './page-script-cards.js'
import { service } from './page-script-service.js'

const texts = Object.fromEntries(languageCodes.map((code) => [code, languages[code].page])) as Record<Language, PageTexts>

/**
 * The script of the page. It sends each document and shows the report, which the service returns as HTML in every language; file names are inserted as text only.
 * Documents are sent one after the other, so that a hundred documents do not take a hundred times the memory of one.
 */
export const pageScript = `'use strict'
const TEXTS = ${JSON.stringify(texts)}
const LOCALES = ${JSON.stringify(Object.fromEntries(languageCodes.map((code) => [code, languages[code].locale])))}
const byId = (id) => document.getElementById(id)
const [choose, drop, results, status, banner, bar, counts, only, about, policy] = ['choose', 'drop', 'results', 'status', 'banner', 'bar', 'counts', 'only', 'about', 'policy'].map(byId)
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
/** Each: file, card, state ('waiting', 'working', 'done', 'refused'), verdict, languages or problem. */
let documents = []
let queue = Promise.resolve()
let service = null
/** Why the service did not say what it is. */
let unanswered = null
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
  queue = queue.then(() => (isWanted(item, round) ? validate(item, round) : undefined))
}

/** Not removed, and not chosen again for another policy. */
const isWanted = (item, round) => documents.includes(item) && item.round === round

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

async function validate(item, round) {
  item.state = 'working'
  render(item)
  summarise()
  say(shortened(item.file.name) + ' ' + text('working'))
  let result
  try {
    if (item.file.size > Number(document.body.dataset.maxBytes)) throw new Problem('tooLarge')
    const answer = await send('page/validate', { name: item.file.name.slice(0, 255) }, item.file)
    result = { ...(await answer.json()), state: 'done', problem: undefined }
  } catch (error) {
    result = { state: 'refused', verdict: 'refused', problem: error }
  }
  // The answer of a document that was removed since, or to the policy before.
  if (!isWanted(item, round)) return
  Object.assign(item, result)
  render(item)
  sort()
  summarise()
  say(shortened(item.file.name) + ': ' + headlineOf(item))
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
  document.body.classList.toggle('only', documents.length > 1 && only.checked)
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

/** Tells those who hear the page what the others see in the cards. */
function say(sentence) {
  status.textContent = sentence
}

only.addEventListener('change', summarise)
byId('clear').addEventListener('click', () => remove(documents))
policy.addEventListener('change', () => {
  for (const item of documents) begin(item)
  summarise()
  describeService()
})

${cards}
${service}`
