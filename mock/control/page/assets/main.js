import { get } from './control.js'
import { showDeliveries } from './deliveries.js'
import { byId } from './dom.js'
import { startForms } from './forms.js'
import { countOfRequests, followRequests, readRequests } from './requests.js'
import { showReceivers, showState, startClock } from './state.js'

/**
 * @typedef {import('../state.ts').State} State
 * @typedef {import('../../../receivers.ts').Receiver} Receiver
 * @typedef {import('../../../receivers.ts').Delivered} Delivered
 */

/** Others turn the mock too, and nobody tells the page. */
const pollMilliseconds = 3000

const connection = byId('connection', HTMLElement)

/** @param {boolean} is */
const showConnected = (is) => {
  connection.textContent = is ? 'live' : 'not connected'
  connection.className = `badge ${is ? 'good' : 'bad'}`
}

const readAll = async () => {
  /** @type {State} */
  const state = await get('state')
  showState(state)
  /** @type {Receiver[]} */
  const receivers = await get('receivers')
  showReceivers(receivers)
  /** @type {Delivered[]} */
  const deliveries = await get('deliveries')
  showDeliveries(deliveries)
  if (state.requests !== countOfRequests()) await readRequests()
}

let isReading = false
let isStale = false

/** One reading at a time; what is asked for meanwhile is one more after it. */
const refresh = async () => {
  isStale = true
  if (isReading) return
  isReading = true
  try {
    while (isStale) {
      isStale = false
      await readAll()
    }
  } catch {
    showConnected(false)
  } finally {
    isReading = false
  }
}

startForms(() => void refresh())
followRequests({ came: () => void refresh(), connected: showConnected })
startClock()
setInterval(() => void refresh(), pollMilliseconds)
void refresh()
