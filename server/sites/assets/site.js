/**
 * Updates the cart without a page load, prevents forms from being sent twice, and copies secrets. The
 * pages also work without it.
 */

/** @param {string} id */
const byId = (id) => document.getElementById(id)

/** Restores the focus if its element was replaced; else moves it to the heading of the cart. */
const withFocusKept = (/** @type {() => void} */ change) => {
  const { activeElement } = document
  change()
  if (!activeElement || activeElement.isConnected) return
  const target = byId(activeElement.id) ?? byId('cart-title')
  // The last step of a quantity disables its button.
  const enabled = target?.matches(':disabled')
    ? target.parentElement?.querySelector('button:enabled')
    : target
  if (enabled instanceof HTMLElement) enabled.focus()
}

/** Replaces the elements that differ from those of a new page. @param {Document} page */
const replaceLiveElements = (page) => {
  for (const present of document.querySelectorAll('[data-live]')) {
    const next = page.getElementById(present.id)
    if (next && next.outerHTML !== present.outerHTML) present.replaceWith(document.adoptNode(next))
  }
}

/** Announces the content of the cart to screen readers. */
const announceCart = () => {
  const status = byId('cart-status')
  if (status) status.textContent = byId('cart')?.dataset.summary ?? ''
}

/** Shows an error where the server would show it. @param {string} text */
const showError = (text) => {
  const error = document.createElement('p')
  error.className = 'notice bad'
  error.role = 'alert'
  error.textContent = text
  byId('notice')?.replaceChildren(error)
}

/**
 * Sends a form and returns the page that the server responds with.
 * @param {HTMLFormElement} form
 * @param {FormData} data
 */
const send = async (form, data) => {
  const fields = [...data].map(([name, value]) => [name, String(value)])
  const response = await fetch(form.action, { method: 'POST', body: new URLSearchParams(fields) })
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/**
 * @param {HTMLFormElement} form
 * @param {FormData} data
 */
const change = async (form, data) => {
  form.ariaBusy = 'true'
  try {
    const page = await send(form, data)
    // A page without a cart is another page, such as that of an expired invite.
    if (!page.getElementById('cart')) return location.reload()
    if (waiting > 1) return
    withFocusKept(() => replaceLiveElements(page))
    announceCart()
  } catch {
    showError('The change did not arrive. Are you connected? Try once more.')
  } finally {
    waiting--
    form.ariaBusy = null
  }
}

/** The number of changes that are not complete. Only the last one shows its page. */
let waiting = 0

/** Completes when the last change does, so that changes are sent in order. */
let lastChange = Promise.resolve()

/**
 * @param {HTMLFormElement} form
 * @param {FormData} data
 */
const changeInTurn = (form, data) => {
  waiting++
  lastChange = lastChange.then(() => change(form, data))
}

/**
 * Prevents a second submit and shows the progress on the button.
 * @param {HTMLFormElement} form
 * @param {SubmitEvent} event
 */
const sendOnce = (form, event) => {
  if (form.ariaBusy === 'true') return event.preventDefault()
  form.ariaBusy = 'true'
  const { submitter } = event
  if (!submitter) return
  submitter.ariaDisabled = 'true'
  if (form.dataset.once) submitter.textContent = form.dataset.once
}

addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (!('cart' in form.dataset)) return sendOnce(form, event)
  event.preventDefault()
  changeInTurn(form, new FormData(form, event.submitter))
  if (form.classList.contains('stepper')) showStep(form, event.submitter)
})

/**
 * Shows the new quantity at once, so that the next click continues from it.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
const showStep = (form, submitter) => {
  const [fewer, more] = form.querySelectorAll('button')
  const output = form.querySelector('output')
  if (!(submitter instanceof HTMLButtonElement && fewer && more && output)) return
  const quantity = Number(submitter.value)
  output.value = String(quantity)
  fewer.value = String(quantity - 1)
  more.value = String(quantity + 1)
  fewer.disabled = quantity <= 1
  more.disabled = quantity >= Number(form.dataset.most)
  if (submitter.disabled) (submitter === fewer ? more : fewer).focus()
}

/** Shows the picture of the chosen variant. */
addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return
  const large = target.closest('.product')?.querySelector(':scope > .picture')
  if (!(large instanceof HTMLImageElement)) return
  large.src = target.dataset.image ?? ''
  large.alt = target.dataset.alt ?? ''
})

/** @param {HTMLButtonElement} button */
const copy = async (button) => {
  const field = byId(button.dataset.copy ?? '')
  const status = byId('copied')
  if (!(field instanceof HTMLTextAreaElement) || !status) return
  try {
    await navigator.clipboard.writeText(field.value)
    status.textContent = 'Copied to the clipboard.'
    button.textContent = 'Copied'
  } catch {
    // The browser denied access to the clipboard.
    field.select()
    status.textContent = 'The text is selected. Copy it with your keyboard.'
  }
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!(button instanceof HTMLButtonElement)) continue
  button.hidden = false
  button.addEventListener('click', () => copy(button))
}

/** A page from the back/forward cache may be out of date, and its forms are marked as sent. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
