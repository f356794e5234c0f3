/**
 * Copies a key, and spares a form a second click. Everything else works without it.
 */

/** @param {HTMLButtonElement} button */
const copy = async (button) => {
  const field = document.getElementById(button.dataset.copy ?? '')
  const said = document.getElementById('copied')
  if (!(field instanceof HTMLTextAreaElement) || !said) return
  try {
    await navigator.clipboard.writeText(field.value)
    said.textContent = 'The key is copied.'
    button.textContent = 'Copied'
  } catch {
    // Some browsers let a page copy only what is selected, and by hand.
    field.select()
    said.textContent = 'The key is selected: copy it with your keyboard.'
  }
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!(button instanceof HTMLButtonElement)) continue
  button.hidden = false
  button.addEventListener('click', () => copy(button))
}

addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (form.ariaBusy === 'true') return event.preventDefault()
  form.ariaBusy = 'true'
  const { submitter } = event
  if (submitter && form.dataset.once) submitter.textContent = form.dataset.once
})

/** A page that a browser kept, and shows again, can be used again. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
