import { servedMock } from './served-mock.ts'

type Wanted = { stateful?: boolean; budget?: number }

type Served = Awaited<ReturnType<typeof servedMock>>

/** A mock with words for its two sides: the contract, with the demo key, and the control API, without. */
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
    /** Posts a body that may be anything. */
    post: (path: string, body: string) =>
      ask(`/__mock/${path}`, { method: 'POST', key: null, body }),
  }
}

export type StartedMock = Awaited<ReturnType<typeof startMock>>
