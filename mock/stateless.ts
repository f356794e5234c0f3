import type { Logger } from 'pino'
import { stubs } from '../generated/stubs.ts'
import type { Config } from '../server/config.ts'
import { digest } from '../server/domain/api-key.ts'
import { appWithoutStore } from '../server/process/compose-without-store.ts'
import { keyAccounts } from './browser/key-accounts.ts'
import type { Controls } from './controls.ts'
import { answerInstead } from './instead.ts'
import { standIn } from './mock-operations.ts'
import type { PrismEngine } from './prism-engine.ts'
import type { World } from './scenarios/world.ts'
import { noWish } from './wish.ts'

type Parts = { config: Config; log: Logger; controls: Controls; engine: PrismEngine; seed: string }

const accounts = new Map([...keyAccounts].map(([key, account]) => [digest(key), account]))

/** A world that remembers nothing: every operation is answered with the document's example. */
export const statelessWorld = ({ config, log, controls, engine, seed }: Parts): World => {
  const { app, budget } = appWithoutStore({
    operations: standIn(
      stubs,
      answerInstead({
        controls,
        engine,
        seed,
        otherwise: (operationId) => engine.answer(operationId, noWish, seed),
      }),
    ),
    config,
    clock: controls.clock,
    log,
    accountOf: (given) => accounts.get(given),
  })
  return { app, budget, data: undefined, scenario: 'examples', stop: async () => {} }
}
