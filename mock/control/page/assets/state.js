import { byId, make } from './dom.js'

/**
 * @typedef {import('../state.ts').State} State
 * @typedef {import('../../../receivers.ts').Receiver} Receiver
 */

const scenario = byId('scenario', HTMLElement)
const clock = byId('clock', HTMLTimeElement)
const ahead = byId('ahead', HTMLElement)
const failures = byId('failures', HTMLElement)
const receivers = byId('receivers', HTMLElement)
const subscribers = byId('subscribers-status', HTMLInputElement)

/** By how much the mock's clock differs from this page's, in milliseconds. */
let difference = 0

const tick = () => {
  const now = new Date(Date.now() + difference).toISOString()
  clock.dateTime = now
  clock.textContent = now.slice(0, 19).replace('T', ' ')
}

/** @param {number} seconds */
const span = (seconds) => {
  const days = Math.floor(seconds / 86_400)
  const rest = new Date((seconds % 86_400) * 1000).toISOString().slice(11, 19)
  return `${days === 0 ? '' : `${days} d `}${rest} ahead`
}

/** @param {[string, State['failures'][string]]} failure */
const failureLine = ([operation, { latencyMilliseconds, fails, calls }]) => {
  const what = [latencyMilliseconds > 0 ? `${latencyMilliseconds} ms late` : '', fails ? '500' : '']
  const left = calls === 1 ? 'the next call' : `the next ${calls} calls`
  return make(
    'li',
    '',
    make('b', '', operation),
    ` ${what.filter(Boolean).join(', ') || 'nothing'} for ${left}`,
  )
}

/** @param {State} state */
export const showState = (state) => {
  scenario.textContent = state.scenario
  difference = Date.parse(state.clock) - Date.now()
  tick()
  ahead.textContent = state.aheadSeconds > 0 ? span(state.aheadSeconds) : ''
  const status = String(state.subscribersAnswer ?? '')
  subscribers.defaultValue = status
  // An edited field follows its default value again only after a reset.
  if (subscribers.value === status) subscribers.form?.reset()
  failures.replaceChildren(...Object.entries(state.failures).map(failureLine))
}

/** @param {readonly Receiver[]} all */
export const showReceivers = (all) => {
  receivers.replaceChildren(
    ...all.map(({ url, secret }) =>
      make('li', '', make('b', '', url), ' signed with ', make('code', '', secret)),
    ),
  )
}

/** Has the clock go. */
export const startClock = () => {
  setInterval(tick, 1000)
}
