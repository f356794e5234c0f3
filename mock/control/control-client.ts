import { z } from 'zod'
import type { Control } from '../types.ts'

const Problem = z.object({ message: z.string() })

type Send = (path: string, init: RequestInit) => Promise<Response>

/** Creates the control of a session, which calls its control API. @param send gets paths from `/__mock` on. */
export const createControl = (send: Send): Control => {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { 'Content-Type': 'application/json' }
    const response = await send(`/__mock/${path}`, { method, headers, ...init })
    const result: unknown = JSON.parse(await response.text())
    if (!response.ok)
      throw new Error(`The mock rejected the call: ${Problem.parse(result).message}`)
    // The control API is a part of this package and returns its types.
    return z.custom<T>().parse(result)
  }
  const post = <T>(path: string, body?: unknown) => call<T>('POST', path, body)
  return {
    state: () => call('GET', 'state'),
    reset: (keep = {}) => post('reset', keep),
    loadScenario: (scenario) => post(`scenarios/${scenario}`),
    advance: (seconds) => post('clock', { seconds }),
    setTime: (time) => post('clock', { time }),
    snapshot: (name) => post(`snapshots/${encodeURIComponent(name)}`),
    restore: (name) => post(`snapshots/${encodeURIComponent(name)}/restore`),
    exhaustRateLimit: () => post('rate-limit/exhaust'),
    resetRateLimit: () => post('rate-limit/reset'),
    queue: async (...responses) => {
      for (const { operation, ...response } of responses)
        await post(`operations/${operation}`, response)
    },
    requests: (filter = {}) => {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(filter))
        if (value !== undefined) query.set(name, String(value))
      return call('GET', `requests?${query}`)
    },
    clearRequests: () => call('DELETE', 'requests'),
    addReceiver: (receiver) => post('receivers', receiver),
    sendEvent: (event) => post(`events/${event}`),
    deliveries: () => call('GET', 'deliveries'),
    setSubscribersStatus: (status) => post('subscribers', { status }),
    ship: (id) => post(`orders/${encodeURIComponent(id)}/ship`),
    deliver: (id) => post(`orders/${encodeURIComponent(id)}/deliver`),
    return: (id) => post(`orders/${encodeURIComponent(id)}/return`),
  }
}
