/** Changes the cart without a page load, sends each form once, and copies secrets. The pages also work without it. */

/** @param {string} id */
const byId = (id) => document.getElementById(id)

/** Moves the focus to the element that replaced the focused one, or else to the heading of the cart. @param {string} id */
const focusOn = (id) => {
  const target = byId(id) ?? byId('cart-title')
  // The last step of a quantity disables its button.
  const enabled = target?.matches(':disabled')
    ? target.parentElement?.querySelector('button:enabled')
    : target
  if (enabled instanceof HTMLElement) enabled.focus()
}

/** Replaces the elements that differ from those of a new page. @param {Document} page */
const showChanges = (page) => {
  const { activeElement } = document
  for (const present of document.querySelectorAll('[data-live]')) {
    const next = page.getElementById(present.id)
    if (next && next.outerHTML !== present.outerHTML) present.replaceWith(document.adoptNode(next))
  }
  if (activeElement && !activeElement.isConnected) focusOn(activeElement.id)
  // Screen readers announce it.
  const status = byId('cart-status')
  if (status) status.textContent = byId('cart')?.dataset.summary ?? ''
}

/** Shows an error where the server would show it. @param {string} text */
const showError = (text) => {
  const error = Object.assign(document.createElement('p'), {
    className: 'notice bad',
    role: 'alert',
  })
  error.append(text)
  byId('notice')?.replaceChildren(error)
}

/** Sends a form of the cart and shows what it changes. @param {HTMLElement | null} submitter */
const changeCart = async (submitter) => {
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
    if (page.getElementById('cart')) showChanges(page)
    else location.reload()
  } catch {
    showError('The change did not arrive. Are you connected? Try once more.')
  } finally {
    form.ariaBusy = null
  }
}

/** Completes when the last change does, so that changes are sent in order. */
let lastChange = Promise.resolve()

addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement)) return
  if ('cart' in form.dataset) {
    event.preventDefault()
    lastChange = lastChange.then(() => changeCart(submitter))
  } else if (form.ariaBusy === 'true') {
    event.preventDefault()
  } else {
    form.ariaBusy = 'true'
    submitter?.setAttribute('aria-disabled', 'true')
    if (form.dataset.once) submitter?.replaceChildren(form.dataset.once)
  }
})

/** A link waits for the changes before it, which another page would cancel. An error keeps the page. */
addEventListener('click', (event) => {
  const { target, ctrlKey, metaKey, shiftKey } = event
  const link = target instanceof Element && target.closest('a')
  if (!link || ctrlKey || metaKey || shiftKey || !document.querySelector('[aria-busy]')) return
  event.preventDefault()
  lastChange.then(() => byId('notice')?.firstElementChild ?? location.assign(link.href))
})

/** Shows the picture of the chosen variant. */
addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return
  const { image: src, alt } = target.dataset
  const large = target.closest('.product')?.querySelector('.picture')
  if (large && src) Object.assign(large, { src, alt })
})

const noPicture = new URL('no-picture.svg', import.meta.url).href

/** Shows the placeholder instead of a picture that cannot be loaded. @param {EventTarget | null} image */
const replaceBroken = (image) => {
  if (image instanceof HTMLImageElement && image.src !== noPicture) image.src = noPicture
}

addEventListener('error', ({ target }) => replaceBroken(target), { capture: true })
for (const image of document.images)
  if (image.complete && image.naturalWidth === 0) replaceBroken(image)

/** @param {HTMLElement} button */
const copy = async (button) => {
  const field = byId('secret')
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

const copyButton = byId('copy')
copyButton?.removeAttribute('hidden')
copyButton?.addEventListener('click', () => copy(copyButton))

/** A page from the back/forward cache may be out of date, and its forms are marked as sent. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
