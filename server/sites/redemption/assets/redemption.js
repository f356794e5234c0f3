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

/** The text of a variant's label without its stock. @param {Element | null | undefined} radio */
const nameOf = (radio) => radio?.parentElement?.querySelector('span')?.firstChild?.textContent

/** Selects the same size in the selected color, if it is available. @param {HTMLInputElement} radio */
const keepSize = (radio) => {
  const group = radio.closest('.group')
  const before = radio.closest('.product')?.querySelector('[data-last]')
  for (const each of group?.querySelectorAll('fieldset input') ?? [])
    if (each instanceof HTMLInputElement && !each.disabled && nameOf(each) === nameOf(before))
      each.checked = true
}

/** Remembers the size that was selected last. @param {HTMLInputElement} radio */
const rememberSize = (radio) => {
  const product = radio.closest('.product')
  for (const each of product?.querySelectorAll('[data-last]') ?? [])
    each.removeAttribute('data-last')
  radio.dataset.last = ''
}

/** Shows the picture of the selected variant. @param {HTMLInputElement} radio */
const showPicture = (radio) => {
  const large = radio.closest('.product')?.querySelector(':scope > .picture')
  const small = radio.parentElement?.querySelector('.picture')
  if (!(large instanceof HTMLImageElement && small instanceof HTMLImageElement)) return
  large.src = small.src
  large.alt = radio.dataset.alt ?? ''
}

addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return
  showPicture(target)
  if (target.name === 'group') keepSize(target)
  else rememberSize(target)
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
