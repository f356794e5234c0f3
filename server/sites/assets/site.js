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

/** Sends a form and shows the page that the server responds with. @param {HTMLElement | null} submitter */
const change = async (submitter) => {
  // An earlier change may have replaced the button. The new one has the next quantity.
  const button = byId(submitter?.id ?? '') ?? submitter
  if (!(button instanceof HTMLButtonElement && button.form) || button.disabled) return
  const { form } = button
  form.ariaBusy = 'true'
  try {
    const fields = [...new FormData(form, button)].map(([name, value]) => [name, String(value)])
    const body = new URLSearchParams(fields)
    const response = await fetch(form.action, { method: 'POST', body })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    // A page without a cart is another page, such as that of an expired invite.
    if (!page.getElementById('cart')) return location.reload()
    withFocusKept(() => replaceLiveElements(page))
    announceCart()
  } catch {
    showError('The change did not arrive. Are you connected? Try once more.')
  } finally {
    form.ariaBusy = null
  }
}

/** Completes when the last change does, so that changes are sent in order. */
let lastChange = Promise.resolve()

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
  lastChange = lastChange.then(() => change(event.submitter))
})

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
