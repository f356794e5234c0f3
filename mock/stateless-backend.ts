import type { Logger } from 'pino'
import { stubs } from '../generated/stubs.ts'
import type { Config } from '../server/config.ts'
import { digest } from '../server/domain/api-key.ts'
import { appWithoutStore } from '../server/process/compose.ts'
import { keyAccounts } from './browser/key-accounts.ts'
import { rejectWebhookUrl } from './browser/reject-webhook-url.ts'
import type { Controls } from './controls.ts'
import { mockInterceptor } from './mock-interceptor.ts'
import { mockOperations } from './mock-operations.ts'
import { noPreference } from './preference.ts'
import type { PrismEngine } from './prism-engine.ts'
import type { Backend } from './scenarios/backends.ts'

type Parts = { config: Config; log: Logger; controls: Controls; engine: PrismEngine; seed: string }

const accounts = new Map([...keyAccounts].map(([key, account]) => [digest(key), account]))

/** Creates a backend without data: every operation returns the document's example. */
export const createStatelessBackend = (parts: Parts): Backend => {
  const { config, log, controls, engine, seed } = parts
  const { app, budget } = appWithoutStore({
    operations: mockOperations(
      stubs,
      mockInterceptor({
        controls,
        engine,
        seed,
        fallback: (operationId, input) =>
          rejectWebhookUrl(operationId, input) ?? engine.answer(operationId, noPreference, seed),
      }),
    ),
    config,
    clock: controls.clock,
    log,
    accountOf: (given) => accounts.get(given),
  })
  return {
    app,
    budget,
    data: undefined,
    scenario: 'examples',
    rebuild: async () => createStatelessBackend(parts),
    stop: async () => {},
  }
}
