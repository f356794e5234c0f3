import { z } from 'zod'
import { demoKeys } from '../../mock/demo-keys.ts'
import { serveMock } from '../../mock/serve-mock.ts'
import { readConfig } from '../../server/config.ts'
import { createLog } from '../../server/process/log.ts'
import { send } from '../../testkit/http.ts'
import type { Running } from '../support/server.ts'

const Deliveries = z.array(
  z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
)

/** Calls the mock's control API. */
const turning = (url: string) => async (method: string, path: string, json?: unknown) => {
  const body = json === undefined ? undefined : JSON.stringify(json)
  const headers = { 'content-type': 'application/json' }
  const { status, text } = await send(url, { method, path: `/__mock${path}`, headers, body })
  if (status >= 400) throw new Error(`The mock's control API failed: ${method} ${path}: ${text}`)
  return text
}

type Options = { stateful: boolean; budget?: number }

/** Starts our mock as a target, with the controls of its control API. */
export const startMock = async ({ stateful, budget = 10_000_000 }: Options): Promise<Running> => {
  const config = readConfig({ PORT: '0', RATE_LIMIT_BUDGET: String(budget) })
  const mock = await serveMock(config, await createLog({ logLevel: 'silent', logFormat: 'json' }), {
    stateful,
    scenario: 'demo',
    seed: 'suite',
  })
  const turn = turning(mock.address)
  const life = (change: string) => async (id: string) => {
    await turn('POST', `/orders/${id}/${change}`)
  }
  return {
    url: mock.address,
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
        await turn('POST', `/operations/${operationId}`, { fails: true })
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
      fresh: (budget) => startMock({ stateful, budget }),
    },
    stop: mock.stop,
  }
}
