/**
 * What runs in the browser: sends each document and puts the report, which the service has written as HTML, into the page. Names of files are only ever set as
 * text. Documents are sent one after the other, so that a hundred of them do not need a hundred times the memory.
 */
export const pageScript = `'use strict'
const { body } = document
const language = document.documentElement.lang
const [choose, drop, results, status] = ['choose', 'drop', 'results', 'status'].map((id) => document.getElementById(id))
let queue = Promise.resolve()

choose.addEventListener('change', () => {
  add([...choose.files])
  choose.value = ''
})
for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'])
  body.addEventListener(type, (event) => {
    event.preventDefault()
    drop.classList.toggle('over', type === 'dragenter' || type === 'dragover')
    if (type === 'drop') add([...event.dataTransfer.files])
  })

function add(files) {
  for (const file of files) {
    const card = document.createElement('article')
    card.setAttribute('aria-busy', 'true')
    tell(card, file.name, body.dataset.working)
    results.append(card)
    queue = queue.then(() => validate(file, card))
  }
}

async function validate(file, card) {
  status.textContent = shortened(file.name) + ' ' + body.dataset.working
  try {
    if (file.size > Number(body.dataset.maxBytes)) throw new Problem(body.dataset.tooLarge)
    const query = new URLSearchParams({ name: file.name.slice(0, 255), language })
    const answer = await fetch('page/validate?' + query, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file })
    const text = await answer.text()
    if (!answer.ok) throw new Problem(problemIn(text))
    card.innerHTML = text
    status.textContent = card.querySelector('.summary').textContent
  } catch (error) {
    tell(card, file.name, body.dataset.failed, error instanceof Problem ? error.message : body.dataset.unreachable)
    card.className = 'error'
    status.textContent = shortened(file.name) + ' ' + body.dataset.failed
  }
  card.removeAttribute('aria-busy')
}

class Problem extends Error {}

function problemIn(text) {
  try {
    return JSON.parse(text).requestErrors.map((item) => item.message).join(' ')
  } catch {
    return body.dataset.unreachable
  }
}

function tell(card, name, what, why) {
  const heading = document.createElement('h2')
  heading.textContent = shortened(name)
  const line = document.createElement('p')
  line.textContent = what
  card.replaceChildren(heading, line)
  if (why === undefined) return
  const cause = document.createElement('p')
  cause.lang = 'en'
  cause.textContent = why
  card.append(cause)
}

function shortened(name) {
  const shown = name.replace(/[\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]/g, '\\ufffd')
  return shown.length > 200 ? [...shown.slice(0, 200)].slice(0, -1).join('') + '…' : shown
}
`
