/** The part of the script about the page itself: its language, and what it says of the service. */
export const service = `for (const button of document.querySelectorAll('[data-language]'))
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

/** The foot, and the banner of a service that does not answer or cannot decide: it says so before a document is blamed. */
function describeService() {
  if (service !== null) describeFoot()
  const warning = unanswered !== null ? sentenceOf(unanswered) : service?.starting ? text('starting') : service?.trusted === false ? text('noTrust') : ''
  // A sentence that is put in again would be read aloud again.
  if (banner.textContent !== warning) banner.textContent = warning
  banner.hidden = warning === ''
}

function describeFoot() {
  for (const option of policy.options) option.textContent = policyName(option.value)
  const { version, lists, stale, checkedAt, trusted, clock } = service
  const parts = [
    'allkiri ' + version,
    text('policy') + ': ' + policyName(policy.value),
    lists === 0 ? (trusted ? '' : text('listsNone')) : text('lists', { count: lists }),
    checkedAt === null ? '' : text('listsChecked', { time: dateOf(checkedAt) }),
    stale > 0 ? text('listsStale', { count: stale }) : '',
    clock === null ? '' : text('fixedClock', { time: dateOf(clock) }),
  ]
  about.replaceChildren(...parts.filter((part) => part !== '').map((part) => element('span', { textContent: part })))
}

async function askService() {
  try {
    const answer = await fetch('page/service')
    if (!answer.ok) throw await problemOf(answer)
    service = await answer.json()
    if (policy.options.length === 0) {
      policy.append(...service.policies.map((name) => element('option', { value: name })))
      policy.value = service.policy
    }
    byId('policies').hidden = service.policies.length < 2
    unanswered = null
  } catch (error) {
    unanswered = error
  }
  describeService()
  // A service without trust may get it at any time.
  if (unanswered !== null || service.starting || !service.trusted) setTimeout(askService, 10000)
}

askService()
`
