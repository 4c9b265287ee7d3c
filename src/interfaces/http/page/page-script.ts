/**
 * The script of the page. It sends each document and inserts the report, which the service returns as HTML. File names are inserted as text only. Documents are
 * sent one after the other, so that a hundred documents do not take a hundred times the memory of one.
 */
export const pageScript = `'use strict'
const { body } = document
const language = document.documentElement.lang
const [choose, drop, results, status] = ['choose', 'drop', 'results', 'status'].map((id) => document.getElementById(id))
const documents = new WeakMap()
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
    show(card, file.name, body.dataset.working)
    results.append(card)
    documents.set(card, file)
    queue = queue.then(() => validate(file, card))
  }
}

results.addEventListener('click', ({ target }) => {
  const button = target.closest('button[data-take]')
  if (button !== null && button.getAttribute('aria-disabled') !== 'true') take(button)
})

async function send(path, query, file) {
  const answer = await fetch(path + '?' + new URLSearchParams(query), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })
  if (!answer.ok) throw new Problem(problemIn(await answer.text()))
  return answer
}

async function take(button) {
  const files = button.closest('.files')
  const message = files.querySelector('.taking')
  const { take: which, name } = button.dataset
  button.setAttribute('aria-disabled', 'true')
  message.textContent = body.dataset.taking
  try {
    const answer = await send('page/files', { which, sha256: files.dataset.sha256 }, documents.get(button.closest('article')))
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await answer.blob())
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60000)
    message.textContent = body.dataset.taken + ' ' + name
  } catch (error) {
    message.textContent = body.dataset.notTaken + ' ' + reasonOf(error)
  }
  button.removeAttribute('aria-disabled')
}

async function validate(file, card) {
  status.textContent = shortened(file.name) + ' ' + body.dataset.working
  try {
    if (file.size > Number(body.dataset.maxBytes)) throw new Problem(body.dataset.tooLarge)
    const answer = await send('page/validate', { name: file.name.slice(0, 255), language }, file)
    card.innerHTML = await answer.text()
    status.textContent = card.querySelector('.summary').textContent
  } catch (error) {
    show(card, file.name, body.dataset.failed, reasonOf(error))
    card.className = 'error'
    status.textContent = shortened(file.name) + ' ' + body.dataset.failed
  }
  card.removeAttribute('aria-busy')
}

class Problem extends Error {}

function reasonOf(error) {
  return error instanceof Problem ? error.message : body.dataset.unreachable
}

function problemIn(text) {
  try {
    return JSON.parse(text).requestErrors.map((item) => item.message).join(' ')
  } catch {
    return body.dataset.unreachable
  }
}

function show(card, name, what, why) {
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
