import { servedMock } from './served-mock.ts'

type Wanted = { stateful?: boolean; budget?: number }

type Served = Awaited<ReturnType<typeof servedMock>>

/** Starts a mock with helpers for the API (with the demo key) and for the control API. */
export const startMock = async ({ stateful = true, budget = 1000 }: Wanted = {}) => {
  const { address, ask } = await servedMock({ stateful }, { RATE_LIMIT_BUDGET: String(budget) })
  const call: Served['ask'] = (path, asked) => ask(`/v1${path}`, asked)
  return {
    address,
    ask,
    call,
    look: (path: string) => ask(`/__mock/${path}`, { key: null }),
    turn: (path: string, json: unknown = {}) =>
      ask(`/__mock/${path}`, { method: 'POST', key: null, json }),
    /** Posts a raw body to the control API. */
    post: (path: string, body: string) =>
      ask(`/__mock/${path}`, { method: 'POST', key: null, body }),
  }
}

export type StartedMock = Awaited<ReturnType<typeof startMock>>
