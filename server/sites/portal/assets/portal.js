/**
 * Adds the Copy button and prevents forms from being sent twice. The pages also work without it.
 */

/** @param {HTMLButtonElement} button */
const copy = async (button) => {
  const field = document.getElementById(button.dataset.copy ?? '')
  const status = document.getElementById('copied')
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

addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (form.ariaBusy === 'true') return event.preventDefault()
  form.ariaBusy = 'true'
  const { submitter } = event
  if (submitter && form.dataset.once) submitter.textContent = form.dataset.once
})

/** A page from the back/forward cache may be out of date, and its forms are marked as sent. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
