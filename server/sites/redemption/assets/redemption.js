/**
 * Spares the pages a reload while a cart is filled, and an order a second click. Everything works
 * without it.
 */

/** @param {string} id */
const byId = (id) => document.getElementById(id)

/** Puts the focus back where it was, or near it, if what had it was replaced. */
const keepingFocus = (/** @type {() => void} */ change) => {
  const { activeElement } = document
  change()
  if (!activeElement || activeElement.isConnected) return
  const again = byId(activeElement.id) ?? byId('cart-title')
  again?.focus()
}

/** Takes over what a page says anew of what can change. @param {Document} page */
const takeOver = (page) => {
  for (const present of document.querySelectorAll('[data-live]')) {
    const next = page.getElementById(present.id)
    if (next && next.outerHTML !== present.outerHTML) present.replaceWith(document.adoptNode(next))
  }
}

/** Tells who cannot see the cart what is in it. */
const say = () => {
  const said = byId('said')
  if (said) said.textContent = byId('cart')?.dataset.said ?? ''
}

/** Says what went wrong, where the page says it too. @param {string} text */
const complain = (text) => {
  const complaint = document.createElement('p')
  complaint.className = 'notice bad'
  complaint.role = 'alert'
  complaint.textContent = text
  byId('notice')?.replaceChildren(complaint)
}

/**
 * Sends a form as the browser would.
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
    // Where there is no cart any more, there is something else to see.
    if (!page.getElementById('cart')) return location.reload()
    keepingFocus(() => takeOver(page))
    say()
  } catch {
    complain('The change did not arrive. Are you connected? Try once more.')
  } finally {
    form.ariaBusy = null
  }
}

/** One change after the other, as they were asked for. */
let last = Promise.resolve()

/**
 * @param {HTMLFormElement} form
 * @param {FormData} data
 */
const changeInTurn = (form, data) => {
  last = last.then(() => change(form, data))
}

/** Lets a form be sent once, and says what is going on. @param {HTMLFormElement} form @param {SubmitEvent} event */
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

/** The product's picture shows what is chosen. @param {HTMLInputElement} radio */
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

/** A page that a browser kept, and shows again, can be used again. */
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
