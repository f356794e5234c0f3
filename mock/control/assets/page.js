/** Sends the page's forms to the control API, and shows the differences in newer versions of the page. */

/** Fields whose values are numbers. */
const numeric = new Set(['seconds', 'calls', 'status'])

/**
 * Replaces names in braces.
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
const fill = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name]))

/** @param {string} path @returns {Promise<Document>} */
const fetchPage = async (path) => {
  const text = await (await fetch(path)).text()
  return new DOMParser().parseFromString(text, 'text/html')
}

/**
 * Updates an element with `data-live` from a newer page. Entries of lists keep their focus and details.
 * @param {Element} present
 * @param {Element} next
 */
const update = (present, next) => {
  if (present.matches('ol, ul')) {
    const known = new Map([...present.children].map((child) => [child.id, child]))
    const wanted = [...next.children].map((child) => known.get(child.id) ?? child)
    for (const child of known.values()) if (!wanted.includes(child)) child.remove()
    for (const [place, child] of wanted.entries())
      if (present.children[place] !== child)
        present.insertBefore(child, present.children[place] ?? null)
  } else if (present.innerHTML !== next.innerHTML) {
    const chosen = present instanceof HTMLSelectElement && present.value
    present.replaceChildren(...next.childNodes)
    if (!(present instanceof HTMLSelectElement)) return
    const place = [...present.options].findIndex(({ value }) => value === chosen)
    present.selectedIndex = Math.max(place, 0)
  }
}

/** @param {boolean} isConnected */
const showConnected = (isConnected) => {
  const connection = document.getElementById('connection')
  if (!connection) return
  connection.textContent = isConnected ? 'live' : 'not connected'
  connection.className = `badge ${isConnected ? 'good' : 'bad'}`
}

const filters = document.forms.namedItem('filters') ?? undefined

const readPage = async () => {
  const chosen = [...new FormData(filters)].map(([name, value]) => [name, String(value)])
  const page = await fetchPage(`?${new URLSearchParams(chosen)}`)
  const focused = document.activeElement?.closest('.card')
  for (const present of document.querySelectorAll('[data-live]')) {
    const next = page.getElementById(present.id)
    if (next) update(present, next)
  }
  // The focused button may be gone.
  const title = focused?.querySelector('[tabindex="-1"]')
  if (document.activeElement === document.body && title instanceof HTMLElement) title.focus()
  showTime()
}

let isReading = false
let isStale = false

/** Shows the current state. Calls during a reading cause one more after it. */
const refresh = async () => {
  isStale = true
  if (isReading) return
  isReading = true
  try {
    while (isStale) {
      isStale = false
      await readPage()
    }
  } catch {
    showConnected(false)
  } finally {
    isReading = false
  }
}

const showTime = () => {
  const time = document.querySelector('time')
  // A clock that stands has none.
  if (!time?.dataset.ahead) return
  const now = new Date(Date.now() + Number(time.dataset.ahead) * 1000)
  time.textContent = now.toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Calls the control API as a form says.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @returns {Promise<{ isBad: boolean, text: string }>} the message about the result
 */
const send = async (form, submitter) => {
  const { call = '', done = '' } = form.dataset
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])
  const { response = '', ...texts } = Object.fromEntries(fields)
  // A response is a status code and the name of an example.
  const [status, example] = response.split(' ')
  const { percent, least, most, receivers, ...others } = texts
  // A share of calls has no last one.
  if (percent && percent !== '100') delete others.calls
  const body = Object.entries(status ? { ...others, status, example } : others).flatMap(
    ([name, value]) => {
      if (call.includes(`{${name}}`)) return []
      if (numeric.has(name)) return [[name, value === '' ? null : Number(value)]]
      return value ? [[name, value]] : []
    },
  )
  if (receivers) body.push(['receivers', true])
  if (percent && percent !== '100') body.push(['share', Number(percent) / 100])
  if (least && most)
    body.push(['latencyMilliseconds', [Number(least), Math.max(Number(least), Number(most))]])
  const encoded = fields.map(([name, value = '']) => [name, encodeURIComponent(value)])
  const [method = '', path = ''] = fill(call, Object.fromEntries(encoded)).split(' ')
  try {
    const answer = await fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(body)),
    })
    const reply = await answer.json()
    return { isBad: !answer.ok, text: answer.ok ? fill(done, reply) : reply.message }
  } catch {
    return { isBad: true, text: 'The mock cannot be reached. Is it running?' }
  }
}

/**
 * Shows a message in the card of an element.
 * @param {Element} element
 * @param {string} text
 */
const say = (element, text, isBad = false) => {
  const outcome = element.closest('.card')?.querySelector('.outcome')
  if (!outcome) return
  outcome.textContent = text
  outcome.classList.toggle('bad', isBad)
}

addEventListener('submit', async (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  event.preventDefault()
  const { text, isBad } = await send(form, event.submitter)
  say(form, text, isBad)
  void refresh()
})

addEventListener('click', async ({ target }) => {
  if (!(target instanceof HTMLButtonElement) || !('copy' in target.dataset)) return
  const line = target.nextElementSibling
  try {
    await navigator.clipboard.writeText(line?.textContent ?? '')
    say(target, 'Copied to the clipboard')
  } catch {
    // The browser denied access to the clipboard.
    if (line) getSelection()?.selectAllChildren(line)
    say(target, 'The line is selected. Copy it with your keyboard.')
  }
})

/** Loads the details of a log's entry when it is opened. */
const loadDetails = async (/** @type {Event} */ { target }) => {
  if (!(target instanceof HTMLDetailsElement) || !target.dataset.log) return
  if (target.open && target.children.length === 1)
    target.append(...(await fetchPage(`page/${target.dataset.log}`)).body.children)
}
document.addEventListener('toggle', loadDetails, { capture: true })

/** Shows the responses of the chosen operation. */
const operation = document.querySelector('[data-call^="POST operations"] [name="operation"]')
const responses = document.querySelector('[name="response"]')
const groups = [...(responses?.children ?? [])]
const showResponses = () => {
  if (!(operation instanceof HTMLSelectElement && responses instanceof HTMLSelectElement)) return
  const isShown = (/** @type {Element} */ each) =>
    !(each instanceof HTMLOptGroupElement) || each.label === operation.value
  responses.replaceChildren(...groups.filter(isShown))
  responses.selectedIndex = 0
}
operation?.addEventListener('change', showResponses)
// After Back, the browser has restored the operation by then.
addEventListener('pageshow', showResponses)

/** @type {EventSource | undefined} */
let stream

/** Follows the mock while the page is visible. All tabs of a browser share six connections to a host. */
const follow = () => {
  stream?.close()
  if (document.hidden) return
  stream = new EventSource('requests/stream')
  stream.addEventListener('ready', () => showConnected(true))
  stream.addEventListener('error', () => showConnected(false))
  for (const type of ['ready', 'message', 'change']) stream.addEventListener(type, refresh)
}
document.addEventListener('visibilitychange', follow)
follow()
document.getElementById('filters')?.addEventListener('input', refresh)
setInterval(showTime, 1000)
