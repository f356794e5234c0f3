import { actions } from './actions.js'
import { Refused } from './control.js'

/** @param {unknown} error */
const reasonOf = (error) =>
  error instanceof Refused ? error.message : 'The mock cannot be reached. Is it running?'

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
const send = async (form, submitter) => {
  const action = actions[form.dataset.do ?? '']
  const outcome = form.querySelector('.outcome')
  if (!action || !outcome) return
  outcome.classList.remove('bad')
  try {
    outcome.textContent = await action(new FormData(form, submitter))
  } catch (error) {
    outcome.classList.add('bad')
    outcome.textContent = reasonOf(error)
  }
}

/**
 * Has every form do what it is for, and say beside it what came of that.
 * @param {() => void} done
 */
export const startForms = (done) => {
  for (const form of document.forms)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form, event.submitter).then(done)
    })
}
