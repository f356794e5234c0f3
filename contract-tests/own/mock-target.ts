import { z } from 'zod'
import { createMock } from '../../mock/create-mock.ts'
import { demoKeys } from '../../mock/demo-keys.ts'
import { send } from '../support/http.ts'
import type { Running } from '../support/server.ts'

const Deliveries = z.array(
  z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
)

type MockTargetOptions = { stateful: boolean; rateLimit?: number; session?: string }

/** Starts our mock as a target, with the controls of its control API. */
export const startMock = async ({
  stateful,
  rateLimit = 10_000_000,
  session,
}: MockTargetOptions): Promise<Running> => {
  const mock = createMock({ stateful, limit: rateLimit, seed: 'suite' })
  const address = `${await mock.listen()}${session === undefined ? '' : `/s/${session}`}`
  const turn = turning(address)
  const life = (change: string) => async (id: string) => {
    await turn('POST', `/orders/${id}/${change}`)
  }
  return {
    url: address,
    key: demoKeys.demo,
    stateless: !stateful,
    controls: {
      otherKey: demoKeys.other,
      emptyKey: demoKeys.empty,
      revokedKey: demoKeys.revoked,
      deactivatedKey: demoKeys.deactivated,
      advance: async (seconds) => {
        await turn('POST', '/clock', { seconds })
      },
      failNext: async (operationId) => {
        await turn('POST', `/operations/${operationId}`, { status: 500 })
      },
      ...(stateful
        ? {
            ship: life('ship'),
            deliver: life('deliver'),
            returnOrder: life('return'),
            subscribersAnswer: async (status: number | null) => {
              await turn('POST', '/subscribers', { status })
            },
            deliveries: async () => {
              const deliveries = Deliveries.parse(JSON.parse(await turn('GET', '/deliveries')))
              await turn('DELETE', '/deliveries')
              return deliveries
            },
          }
        : {}),
      fresh: (rateLimit) => startMock({ stateful, rateLimit, ...(session && { session }) }),
    },
    stop: mock.stop,
  }
}

/** Calls the mock's control API. */
function turning(url: string) {
  return async (method: string, path: string, json?: unknown) => {
    const body = json === undefined ? undefined : JSON.stringify(json)
    const headers = { 'content-type': 'application/json' }
    const { status, text } = await send(url, { method, path: `/__mock${path}`, headers, body })
    if (status >= 400) throw new Error(`The mock's control API failed: ${method} ${path}: ${text}`)
    return text
  }
}
