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

/** Replaces the elements that differ from those of a new page. @param {Document} page @param {boolean} keepsError */
const showChanges = (page, keepsError) => {
  const { activeElement } = document
  for (const present of document.querySelectorAll('[data-live]')) {
    const next = page.getElementById(present.id)
    if (!next || next.outerHTML === present.outerHTML) continue
    // The reader has not seen the error of a change before this one.
    if (keepsError && next.id === 'notice' && !next.firstElementChild) continue
    present.replaceWith(document.adoptNode(next))
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

/** Returns the values of a form with that of its pressed button. Browsers before 2023 would leave the button out. @param {HTMLButtonElement} button */
const valuesOf = (button) => {
  const values = new FormData(button.form ?? undefined)
  if (button.name) values.append(button.name, button.value)
  return values
}

/**
 * Sends a form of the cart and shows what it changes.
 * @param {HTMLButtonElement} submitter
 * @param {FormData} pressed the form as it was when the button was pressed
 * @param {boolean} isQueued whether it was pressed before the response to an earlier change
 */
const changeCart = async (submitter, pressed, isQueued) => {
  // An earlier change may have replaced the button. The new one has the next quantity.
  const button = byId(submitter.id) ?? submitter
  if (!(button instanceof HTMLButtonElement && button.form) || button.disabled) return
  const { form } = button
  form.ariaBusy = 'true'
  try {
    const sent = button === submitter ? pressed : valuesOf(button)
    const body = new URLSearchParams([...sent].map(([name, value]) => [name, String(value)]))
    const response = await fetch(form.action, { method: 'POST', body })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    // The limit of a network's requests, or a fault. The change is not in the cart of a reloaded page.
    if (response.status === 429 || response.status >= 500) throw new Error(response.statusText)
    // A page without a cart is another page, such as that of an expired invite.
    if (page.getElementById('cart')) showChanges(page, isQueued)
    else location.reload()
  } catch {
    // The server may have made the change, and its response was lost.
    showError('The change may not be saved. Reload the page and check your cart.')
  } finally {
    form.ariaBusy = null
  }
}

/** Completes when the last change does, so that changes are sent in order. */
let lastChange = Promise.resolve()

/** The number of changes without a response. */
let changes = 0

addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  // A search can be sent again, such as from a page whose first result is in another tab.
  if (!(form instanceof HTMLFormElement) || form.method === 'get') return
  // Without the button, as in Safari before 15.4, the browser sends the form itself.
  if ('cart' in form.dataset && submitter instanceof HTMLButtonElement) {
    event.preventDefault()
    const pressed = valuesOf(submitter)
    const isQueued = changes > 0
    changes += 1
    lastChange = lastChange
      .then(() => changeCart(submitter, pressed, isQueued))
      .finally(() => {
        changes -= 1
      })
  } else if (form.ariaBusy === 'true') {
    event.preventDefault()
  } else {
    const label = [...(submitter?.childNodes ?? [])]
    form.ariaBusy = 'true'
    submitter?.setAttribute('aria-disabled', 'true')
    if (form.dataset.once) submitter?.replaceChildren(form.dataset.once)
    // The reader stopped the request, and can send the form again.
    const onError = () => {
      form.ariaBusy = null
      submitter?.removeAttribute('aria-disabled')
      submitter?.replaceChildren(...label)
    }
    window.navigation?.addEventListener('navigateerror', onError, { once: true })
  }
})

/** A link waits for the changes before it, which another page would cancel. An error keeps the page. */
addEventListener('click', async (event) => {
  const { target, ctrlKey, metaKey, shiftKey } = event
  const link = target instanceof Element && target.closest('a')
  if (!link || ctrlKey || metaKey || shiftKey || changes === 0) return
  event.preventDefault()
  // A button can be pressed while the link waits.
  while (changes > 0) await lastChange
  if (!byId('notice')?.firstElementChild) location.assign(link.href)
})

/** Returns whether a field has another value than the page gave it. @param {Element | null} field */
const isChanged = (field) =>
  field instanceof HTMLSelectElement
    ? !field.selectedOptions[0]?.defaultSelected
    : field instanceof HTMLInputElement && field.value !== field.defaultValue

/** Keeps a typed address in this tab until the order is placed. The cart, Back, a reload and errors would lose it. */
const keepTyped = (/** @type {HTMLElement | null} */ form) => {
  const place = location.pathname
  try {
    if (place.endsWith('/done')) sessionStorage.removeItem(place.replace(/done$/, 'checkout'))
    if (!(form instanceof HTMLFormElement)) return
    /** @type {[string, string][]} */
    const typed = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    for (const [name, value] of typed) {
      const field = byId(name)
      // On a slow line, the reader may have typed before this script runs.
      if (!isChanged(field) && field && 'value' in field) field.value = value
    }
    const keep = () => {
      const changed = [...new FormData(form)].filter(([name]) => isChanged(byId(name)))
      sessionStorage.setItem(place, JSON.stringify(changed))
    }
    keep()
    form.addEventListener('input', keep)
  } catch {
    // The browser blocks storage.
  }
}

keepTyped(byId('address'))

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
