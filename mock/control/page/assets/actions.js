import { post } from './control.js'

/**
 * @typedef {import('../state.ts').State} State
 * @typedef {import('../../../receivers.ts').Receiver} Receiver
 * @typedef {import('../../../receivers.ts').Delivered} Delivered
 */

/** @param {FormData} data @param {string} name */
const text = (data, name) => String(data.get(name) ?? '')

/** @param {FormData} data @param {string} name */
const part = (data, name) => encodeURIComponent(text(data, name))

/** @param {FormData} data @param {string} name */
const number = (data, name) => Number(text(data, name))

/** @param {Delivered} delivered */
const outcome = ({ url, status, error }) => `${url}: ${error ?? status}`

/**
 * What each form requests of the control API. The promise resolves with a message about the result.
 * @type {Readonly<Record<string, (data: FormData) => Promise<string>>>}
 */
export const actions = {
  reset: async () => {
    /** @type {State} */
    const { scenario } = await post('reset', {})
    return `Reset to ${scenario}`
  },
  scenario: async (data) => {
    /** @type {State} */
    const { scenario } = await post(`scenarios/${part(data, 'scenario')}`, {})
    return `Loaded ${scenario}`
  },
  clock: async (data) => {
    /** @type {State} */
    const { clock } = await post('clock', { seconds: number(data, 'seconds') })
    return `The time is ${clock.slice(0, 19).replace('T', ' ')}`
  },
  order: async (data) => {
    /** @type {{ orderNumber: string, status: string, deliveredAt: string | null }} */
    const { orderNumber, status, deliveredAt } = await post(
      `orders/${part(data, 'id')}/${part(data, 'change')}`,
      {},
    )
    return `Order ${orderNumber} is ${status}${deliveredAt === null ? '' : ' and was delivered'}`
  },
  failure: async (data) => {
    await post(`operations/${part(data, 'operation')}`, {
      latencyMilliseconds: number(data, 'latency'),
      fails: data.has('fails'),
      calls: number(data, 'calls'),
    })
    return 'Saved for the next calls'
  },
  budget: async () => {
    /** @type {{ message: string }} */
    const { message } = await post('budget/exhaust', {})
    return message
  },
  receiver: async (data) => {
    const secret = text(data, 'secret')
    /** @type {Receiver} */
    const { url } = await post('receivers', {
      url: text(data, 'url'),
      ...(secret === '' ? {} : { secret }),
    })
    return `${url} receives every event from now on`
  },
  event: async (data) => {
    /** @type {Delivered[]} */
    const delivered = await post(`events/${part(data, 'event')}`, {})
    return delivered.map(outcome).join('\n')
  },
  subscribers: async (data) => {
    const given = text(data, 'status')
    /** @type {{ status: number | null }} */
    const { status } = await post('subscribers', { status: given === '' ? null : Number(given) })
    return status === null ? 'Subscribers are unreachable' : `Subscribers respond with ${status}`
  },
}
