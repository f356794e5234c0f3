import { createMock } from '../../mock/create-mock.ts'
import type { Running } from '../support/server.ts'
import { controlKeys } from './own-server.ts'

type MockTargetOptions = { stateful: boolean; rateLimit?: number; session?: string }

/** Starts our mock as a target, with the controls of its control API. */
export const startMock = async ({
  stateful,
  rateLimit = 10_000_000,
  session = '',
}: MockTargetOptions): Promise<Running> => {
  const mock = createMock({ stateful, limit: rateLimit, seed: 'suite' })
  const address = await mock.listen()
  const { control, fetch } = mock.session(session)
  const { key, ...keys } = controlKeys
  return {
    url: session === '' ? address : `${address}/s/${session}`,
    key,
    stateless: !stateful,
    controls: {
      ...keys,
      advance: async (seconds) => {
        await control.advance(seconds)
      },
      // The law calls the operation next.
      failNext: () => control.queue({ operation: 'any', status: 500 }),
      ...(stateful && {
        ship: control.ship,
        deliver: control.deliver,
        returnOrder: control.return,
        subscribersAnswer: control.setSubscribersStatus,
        deliveries: async () => {
          const deliveries = await control.deliveries()
          await fetch('/__mock/deliveries', { method: 'DELETE' })
          return deliveries
        },
      }),
      fresh: (limit) => startMock({ stateful, rateLimit: limit, session }),
    },
    stop: mock.stop,
  }
}
