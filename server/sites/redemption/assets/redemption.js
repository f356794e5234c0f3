/**
 * Updates the cart without a page load and prevents an order from being sent twice. The pages also
 * work without it.
 */

/** @param {string} id */
const byId = (id) => document.getElementById(id)

/** Restores the focus if its element was replaced; else moves it to the heading of the cart. */
const withFocusKept = (/** @type {() => void} */ change) => {
  const { activeElement } = document
  change()
  if (!activeElement || activeElement.isConnected) return
  const target = byId(activeElement.id) ?? byId('cart-title')
  target?.focus()
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
 * @param {HTMLFormElement} form
 * @param {FormData} data
 */
const changeInTurn = (form, data) => {
  lastChange = lastChange.then(() => change(form, data))
}

/** Prevents a second submit and shows the progress on the button. @param {HTMLFormElement} form @param {SubmitEvent} event */
const sendOnce = (form, event) => {
  if (form.ariaBusy === 'true') return event.preventDefault()
  form.ariaBusy = 'true'
  const { submitter } = event
  if (!submitter) return
  submitter.ariaDisabled = 'true'
  submitter.dataset.text = submitter.textContent
  submitter.textContent = form.dataset.once ?? ''
}

addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if ('once' in form.dataset) return sendOnce(form, event)
  if (!('cart' in form.dataset)) return
  event.preventDefault()
  changeInTurn(form, new FormData(form, event.submitter))
})

/** Shows the picture of the selected variant. @param {HTMLInputElement} radio */
const showPicture = (radio) => {
  const large = radio.form?.parentElement?.querySelector(':scope > .picture')
  const small = radio.parentElement?.querySelector('.picture')
  if (!(large instanceof HTMLImageElement && small instanceof HTMLImageElement)) return
  large.src = small.src
  large.alt = radio.dataset.alt ?? ''
}

addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.type === 'radio') showPicture(target)
  if (!(target instanceof HTMLSelectElement) || !target.form?.querySelector('.update')) return
  const data = new FormData(target.form)
  data.set('do', 'update')
  changeInTurn(target.form, data)
})

/** Enables the forms again on a page from the back/forward cache. */
addEventListener('pageshow', () => {
  for (const form of document.forms) {
    form.ariaBusy = null
    for (const button of form.querySelectorAll('button[aria-disabled]')) {
      if (!(button instanceof HTMLButtonElement)) continue
      button.ariaDisabled = null
      button.textContent = button.dataset.text ?? ''
    }
  }
})

document.documentElement.classList.add('script')
